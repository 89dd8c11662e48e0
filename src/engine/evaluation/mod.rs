//! What a position is worth without looking ahead: a small network of whole numbers.
//!
//! What the network sees of a position are a few inputs out of many: each piece and its square, by who is left to
//! take it, and the best races to the den. The search and the tuner share the code that says which inputs count.

mod camp;
mod layout;
mod network;
mod pieces;
mod races;
mod routes;
#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;

use camp::{Camp, Pair};
use pieces::Contexts;
use races::add_races;
use routes::Routes;

use super::parameters;
use crate::rules::{Animal, ByAnimal, Position, Ruleset};

pub(crate) use layout::{GROUPS, INPUTS, mirrored};
pub(crate) use network::{
    INPUT_MOST, INPUT_ONE, MOST_INPUTS, OUTPUT_MOST, OUTPUT_ONE, PHASES, SUM_MOST, UNITS, phase,
};

/// The inputs of a side that count in a position.
pub(crate) type Inputs = ArrayVec<u16, MOST_INPUTS>;

/// What is known about a ruleset before any of its positions is seen.
#[derive(Debug)]
pub(crate) struct Evaluator {
    worths: ByAnimal<i32>,
    routes: Routes,
    contexts: Contexts,
}

impl Evaluator {
    /// Gets ready for the positions of a ruleset.
    pub(crate) fn new(ruleset: &Ruleset) -> Self {
        let role = |animal| ruleset.rank(animal) as usize - 1;
        Self {
            worths: ByAnimal(Animal::ALL.map(|animal| parameters::WORTHS[role(animal)].into())),
            routes: Routes::new(ruleset),
            contexts: Contexts::new(ruleset),
        }
    }

    /// What a position is worth to the side on turn, in hundredths of a cat.
    pub(crate) fn evaluate(&self, position: &Position) -> i32 {
        let [own, enemy] = self.describe(position);
        network::say(&own, &enemy, position.occupied().len()).clamp(-MOST, MOST)
    }

    /// What a piece is worth wherever it stands, in hundredths of a cat.
    pub(crate) fn piece_worth(&self, animal: Animal) -> i32 {
        self.worths[animal]
    }

    /// The inputs that count in a position: of the side on turn, and of its enemy.
    #[inline]
    pub(crate) fn describe(&self, position: &Position) -> [Inputs; 2] {
        let side = position.turn();
        let own = Camp::new(self, position, side);
        let enemy = Camp::new(self, position, !side);
        let describe = |pair| {
            let mut inputs = Inputs::new();
            self.add_pieces(pair, &mut inputs);
            add_races(pair, &mut inputs);
            inputs
        };
        [
            describe(Pair { side, own: &own, enemy: &enemy, is_on_turn: true }),
            describe(Pair { side: !side, own: &enemy, enemy: &own, is_on_turn: false }),
        ]
    }
}

/// The most that a position is worth: less than a forced result.
const MOST: i32 = 20_000;
