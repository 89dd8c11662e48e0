//! What a position is worth without looking ahead: a sum of weights.
//!
//! The search and the tuner share the code that says which weights count in a position, and how often: it
//! reports them to a sink, and the search's sink adds them up.

mod camp;
mod layout;
mod pieces;
mod races;
mod routes;
#[cfg(test)]
mod tests;

use camp::{Camp, Pair};
use layout::Packed;
use pieces::Contexts;
use races::{add_guards, add_races, add_rat_hunt};
use routes::Routes;

use super::parameters;
use crate::rules::{Animal, ByAnimal, Position, Ruleset};

pub(crate) use layout::{GROUPS, Group, MOST_PIECES, PARAMETERS};

/// Where the terms of an evaluation go.
pub(crate) trait Terms {
    /// Counts a parameter once.
    fn add(&mut self, parameter: usize);
    /// Counts all that was added so far for the other side.
    fn turn_round(&mut self);
}

/// The sum of terms.
struct Sum<'a> {
    weights: &'a [Packed; PARAMETERS],
    total: Packed,
}

impl Terms for Sum<'_> {
    #[inline]
    fn add(&mut self, parameter: usize) {
        self.total = self.total.plus(self.weights[parameter]);
    }

    #[inline]
    fn turn_round(&mut self) {
        self.total = self.total.turned();
    }
}

/// What is known about a ruleset before any of its positions is seen.
#[derive(Debug)]
pub(crate) struct Evaluator {
    weights: [Packed; PARAMETERS],
    worths: ByAnimal<i32>,
    by_rank: [Animal; Animal::COUNT],
    takes_equal: bool,
    elephant_takes_rat: bool,
    routes: Routes,
    contexts: Contexts,
}

impl Evaluator {
    /// Gets ready for the positions of a ruleset.
    pub(crate) fn new(ruleset: &Ruleset) -> Self {
        let role = |animal| ruleset.rank(animal) as usize - 1;
        Self {
            weights: layout::flatten(parameters::WEIGHTS),
            worths: ByAnimal(Animal::ALL.map(|animal| parameters::WORTHS[role(animal)].into())),
            by_rank: *ruleset.by_rank(),
            takes_equal: ruleset.equal_rank_captures,
            elephant_takes_rat: ruleset.elephant_captures_rat,
            routes: Routes::new(ruleset),
            contexts: Contexts::new(ruleset),
        }
    }

    /// What a position is worth to the side on turn, in hundredths of a cat.
    pub(crate) fn evaluate(&self, position: &Position) -> i32 {
        let mut sum = Sum { weights: &self.weights, total: Packed::ZERO };
        self.describe(position, &mut sum);
        let (full, empty) = sum.total.get();
        let pieces = position.occupied().len() as i32;
        (i32::from(full) * pieces + i32::from(empty) * (MOST_PIECES - pieces)) / MOST_PIECES
    }

    /// What a piece is worth wherever it stands, in hundredths of a cat.
    pub(crate) fn piece_worth(&self, animal: Animal) -> i32 {
        self.worths[animal]
    }

    /// Hands out the terms of a position.
    #[inline]
    pub(crate) fn describe(&self, position: &Position, terms: &mut impl Terms) {
        let side = position.turn();
        let own = Camp::new(self, position, side);
        let enemy = Camp::new(self, position, !side);
        let pair = Pair { position, side: !side, own: &enemy, enemy: &own, is_on_turn: false };
        self.describe_side(pair, terms);
        terms.turn_round();
        let pair = Pair { position, side, own: &own, enemy: &enemy, is_on_turn: true };
        self.describe_side(pair, terms);
        terms.add(layout::TURN.first);
    }

    #[inline]
    fn describe_side(&self, pair: Pair, terms: &mut impl Terms) {
        let free = self.add_pieces(pair, terms);
        add_races(pair, free, terms);
        add_guards(pair, terms);
        add_rat_hunt(pair, terms);
    }
}
