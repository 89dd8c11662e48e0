use super::forfeit::Forfeit;
use super::player::Seat;
use crate::engine::Means;
use crate::rules::{Action, BySide, Game, Outcome, Side};

/// A game of a match that has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The plies played, those of the opening too.
    pub plies: u32,
    /// What ended it.
    pub finish: Finish,
}

/// What ends a game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The rules.
    Rules(Outcome),
    /// The most plies that a game of the match may have: a draw.
    TooLong,
    /// A side that did not play as it must: it loses.
    Forfeit(Side, Forfeit),
}

impl Finish {
    /// Who won; nobody where it is a draw.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Self::Rules(outcome) => outcome.winner,
            Self::TooLong => None,
            Self::Forfeit(side, _) => Some(!*side),
        }
    }
}

/// Plays a game to its end; there is none if it is told to stop before.
pub(super) fn duel(
    mut game: Game,
    seats: &mut BySide<Seat>,
    max_plies: u32,
    means: Means<'_>,
) -> Option<Played> {
    loop {
        let plies = game.position().plies();
        let turn = game.position().turn();
        let finish = if let Some(outcome) = game.outcome() {
            Finish::Rules(outcome)
        } else if plies >= max_plies {
            Finish::TooLong
        } else {
            match seats[turn].choose(&game, means) {
                _ if means.stop.is_set() => return None,
                Ok(mv) => {
                    game.play(Action::Move(mv)).expect("players give legal moves");
                    continue;
                }
                Err(forfeit) => Finish::Forfeit(turn, forfeit),
            }
        };
        return Some(Played { plies, finish });
    }
}
