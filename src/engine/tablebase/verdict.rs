use std::cmp::Ordering;

use crate::rules::Position;

/// How a game ends if both sides play their best, seen by the side on turn: who wins wins as soon as it can, and who
/// loses holds out. Draws by counting and by repetition are left aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It wins in so many plies.
    Win(u16),
    /// Nobody wins.
    Draw,
    /// It loses in so many plies.
    Loss(u16),
}

impl Verdict {
    /// The most plies that a table can tell.
    pub(super) const MAX_PLIES: u16 = 253;
    /// What a table keeps of a draw.
    pub(super) const DRAW_CODE: u8 = 254;

    /// The verdict behind the byte that a table keeps: the plies, which are odd for a win and even for a loss.
    pub(super) const fn from_code(code: u8) -> Self {
        match code {
            Self::DRAW_CODE.. => Self::Draw,
            plies if plies % 2 == 1 => Self::Win(plies as u16),
            plies => Self::Loss(plies as u16),
        }
    }

    /// That of the rules on a position in which the game is over by what stands on the board.
    pub(super) fn of_ended(position: &Position) -> Option<Self> {
        position.decision().map(|outcome| match outcome.winner {
            None => Self::Draw,
            Some(side) if side == position.turn() => Self::Win(0),
            Some(_) => Self::Loss(0),
        })
    }

    /// The plies to the end, if there is one.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// The same seen by the other side a ply before.
    #[must_use]
    pub const fn a_ply_before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }
}

impl PartialOrd for Verdict {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Verdict {
    /// By what the side on turn would rather have.
    fn cmp(&self, other: &Self) -> Ordering {
        let rank = |verdict: &Self| match *verdict {
            Self::Win(plies) => (2, -i32::from(plies)),
            Self::Draw => (1, 0),
            Self::Loss(plies) => (0, i32::from(plies)),
        };
        rank(self).cmp(&rank(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        use Verdict::*;
        assert!([Loss(0), Loss(8), Draw, Win(9), Win(1)].is_sorted());
    }

    #[test]
    fn a_ply_before_belongs_to_the_other_side() {
        assert_eq!(Verdict::Loss(4).a_ply_before(), Verdict::Win(5));
        assert_eq!(Verdict::Win(5).a_ply_before(), Verdict::Loss(6));
        assert_eq!(Verdict::Draw.a_ply_before(), Verdict::Draw);
    }
}
