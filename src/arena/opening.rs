use std::collections::HashSet;

use thiserror::Error;

use crate::rules::{Action, Game, Position, Ruleset, split_mix};

/// No opening of so many plies was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no opening of {0} random plies that leaves both sides in the game")]
pub struct NoOpeningError(pub u32);

/// How many random games to try for one that both sides can play on.
const TRIES: usize = 1_000;
/// How many of these to look at for one that has not been had yet: short ones are few.
const TRIES_FOR_NEW: usize = 20;

/// Games to play on: so many random plies from a ruleset's start, and as far as possible each another.
///
/// A greater number of games starts with those of a smaller one.
///
/// # Errors
///
/// The plies are so many that every game is lost or over by then.
pub fn openings(ruleset: &Ruleset, plies: u32, count: usize, seed: u64) -> Result<Vec<Game>, NoOpeningError> {
    let mut random = Random(split_mix(seed));
    let mut known = HashSet::new();
    let mut next = || {
        let mut tries = (0..TRIES).filter_map(|_| random.opening(ruleset, plies)).take(TRIES_FOR_NEW);
        let first = tries.next().ok_or(NoOpeningError(plies))?;
        let is_new = |game: &Game| !known.contains(&game.position().key());
        let opening = if is_new(&first) { first } else { tries.find(is_new).unwrap_or(first) };
        known.insert(opening.position().key());
        Ok(opening)
    };
    (0..count).map(|_| next()).collect()
}

/// A sequence of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = split_mix(self.0);
        (self.0 % bound as u64) as usize
    }

    /// A game after random plies, if both sides can go on from there.
    fn opening(&mut self, ruleset: &Ruleset, plies: u32) -> Option<Game> {
        let mut game = Game::new(Position::new(&ruleset.start, ruleset).ok()?);
        for _ in 0..plies {
            let moves = game.legal_moves();
            if moves.is_empty() {
                return None;
            }
            let mv = moves[self.below(moves.len())];
            game.play(Action::Move(mv)).ok()?;
        }
        (game.outcome().is_none() && !is_decided(game.position())).then_some(game)
    }
}

/// Whether the side on turn can win at once, or cannot keep the other from it.
fn is_decided(position: &Position) -> bool {
    let is_saved = |next: Position| next.outcome().is_none() && !can_win(&next);
    let mut replies = position.legal_moves().into_iter().map(|mv| position.play_unchecked(mv));
    can_win(position) || !replies.any(is_saved)
}

fn can_win(position: &Position) -> bool {
    position.legal_moves().into_iter().any(|mv| position.is_winning(mv))
}
