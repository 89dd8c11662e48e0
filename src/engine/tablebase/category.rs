use super::{Probe, Tables, Verdict};
use crate::rules::{Action, Game, Move, Position};

/// What a verdict comes to for the side on turn once the draws by counting and by repetition are thought of, the
/// worst first. The names are those of the tables of chess, whose draw after fifty moves is of the same kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// It loses, whatever it plays.
    Loss,
    /// It loses, unless the game is drawn by counting or repetition before.
    MaybeLoss,
    /// It would lose, but the game is drawn by counting before.
    BlessedLoss,
    /// Nobody can win.
    Draw,
    /// It would win, but the game is drawn by counting before.
    CursedWin,
    /// It wins, unless the game is drawn by counting or repetition before.
    MaybeWin,
    /// It wins, whatever the other side plays.
    Win,
}

impl Category {
    /// That of a game in which the tables, or its end, give a verdict to the side on turn.
    pub fn of(game: &Game, verdict: Verdict) -> Self {
        let (won, plies) = match verdict {
            Verdict::Draw => return Self::Draw,
            Verdict::Win(plies) => (true, plies),
            Verdict::Loss(plies) => (false, plies),
        };
        match (Promise::of(game, plies.into()), won) {
            (Promise::Kept, true) => Self::Win,
            (Promise::Kept, false) => Self::Loss,
            (Promise::Open, true) => Self::MaybeWin,
            (Promise::Open, false) => Self::MaybeLoss,
            (Promise::Broken, true) => Self::CursedWin,
            (Promise::Broken, false) => Self::BlessedLoss,
        }
    }

    /// The same for the other side.
    #[must_use]
    pub const fn for_other_side(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::MaybeLoss => Self::MaybeWin,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::MaybeWin => Self::MaybeLoss,
            Self::Win => Self::Loss,
        }
    }

    /// Whether the game is drawn if both sides play their best.
    pub const fn is_drawn(self) -> bool {
        matches!(self, Self::BlessedLoss | Self::Draw | Self::CursedWin)
    }
}

/// Whether a game gets to its end before it is drawn by counting or repetition.
enum Promise {
    Kept,
    Open,
    Broken,
}

impl Promise {
    /// That of a game which takes so many plies to its end if both sides play their best.
    fn of(game: &Game, plies: u32) -> Self {
        let position = game.position();
        if position.decision().is_some() {
            return Self::Kept;
        }
        if game.outcome().is_some() {
            return Self::Broken;
        }
        let ruleset = position.ruleset();
        let has = |limit: Option<u32>, count: u32| limit.is_none_or(|limit| count + plies <= limit);
        let has_time = has(ruleset.ply_limit, position.plies());
        let has_quiet_time = has(ruleset.no_capture_limit, position.plies_since_capture());
        // With two pieces, no capture but the last starts the count anew.
        let may_start_anew = position.occupied().len() > 2;
        if !has_time || !has_quiet_time && !may_start_anew {
            Self::Broken
        } else if !has_quiet_time || plies > 1 && may_be_repeated(game) {
            Self::Open
        } else {
            Self::Kept
        }
    }
}

/// Whether some position that may come again would then end the game. The present one does not: every position on the
/// way to an end is nearer to it.
fn may_be_repeated(game: &Game) -> bool {
    let Some(limit) = game.position().ruleset().repetition_limit else { return false };
    let earlier = game.earlier_positions();
    let times =
        |position: &Position| earlier.iter().filter(|other| other.is_repetition_of(position)).count() as u32;
    let mut others = earlier.iter().filter(|position| !position.is_repetition_of(game.position()));
    others.any(|position| times(position) + 1 >= limit)
}

/// A move with what it leads to, seen by the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// What it comes to.
    pub category: Category,
    /// How the game ends then, counting and repetition aside; the move itself is one of its plies.
    pub verdict: Verdict,
}

impl Tables {
    /// The legal moves of a game, the best first; nothing if it is over, or if there is no table for it or for what
    /// one of its moves leads to.
    pub fn rank(&self, game: &Game) -> Option<Vec<RankedMove>> {
        let tables = self.under(game.position().ruleset())?;
        tables.verdict(game.position()).filter(|_| game.outcome().is_none())?;
        let moves = game.legal_moves();
        let mut ranked = moves.iter().map(|&mv| tables.look_at(game, mv)).collect::<Option<Vec<_>>>()?;
        ranked.sort_by_key(|ranked| std::cmp::Reverse((ranked.category, ranked.verdict)));
        Some(ranked)
    }
}

impl Probe<'_> {
    fn look_at(&self, game: &Game, mv: Move) -> Option<RankedMove> {
        let mut next = game.clone();
        next.play(Action::Move(mv)).expect("it is one of the legal moves");
        let verdict = Verdict::of_ended(next.position()).or_else(|| self.verdict(next.position()))?;
        let category = Category::of(&next, verdict).for_other_side();
        Some(RankedMove { mv, category, verdict: verdict.a_ply_before() })
    }
}
