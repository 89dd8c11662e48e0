//! Which input of the network stands where.

use crate::rules::Square;

/// Inputs that belong together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// Its name in the file of parameters.
    pub(crate) name: &'static str,
    /// What its inputs mean.
    pub(crate) about: &'static str,
    /// The index of its first input.
    pub(crate) first: usize,
    /// How many inputs it has.
    pub(crate) len: usize,
}

impl Group {
    /// The group that follows this one.
    const fn next(self, name: &'static str, about: &'static str, len: usize) -> Self {
        Self { name, about, first: self.first + self.len, len }
    }
}

/// Different animals, told apart by their ranks.
pub(super) const ROLES: usize = 8;
/// The counts of hunters that are told apart where squares matter: 0, 1, more.
pub(super) const HUNTER_COUNTS: usize = 3;
/// The counts of hunters and of prey that are told apart: 0, 1, 2, more.
pub(super) const COUNTS: usize = 4;
/// The kinds of race: of any piece against any other, and of a piece against those that can take it.
const RACERS: usize = 2;
/// The distances of an attacker that are told apart.
pub(super) const RACE_STEPS: usize = 10;
/// The leads of an attacker that are told apart.
pub(super) const RACE_LEADS: usize = 8;

pub(super) const SQUARES: Group = Group {
    name: "SQUARES",
    about: "A piece on a square, by the enemies that can take it, by rank",
    first: 0,
    len: HUNTER_COUNTS * ROLES * Square::COUNT,
};
pub(super) const PIECES: Group = SQUARES.next(
    "PIECES",
    "A piece, by rank, by the enemies that can take it and that it can take",
    ROLES * COUNTS * COUNTS,
);
pub(super) const RACES: Group = PIECES.next(
    "RACES",
    "A best race to a trap, by racer, steps to go and lead",
    RACERS * RACE_STEPS * RACE_LEADS,
);
/// Every group, in order.
pub(crate) const GROUPS: &[Group] = &[SQUARES, PIECES, RACES];

/// How many inputs there are for a side.
pub(crate) const INPUTS: usize = RACES.first + RACES.len;

/// The input that counts on the mirrored board where this one counts.
pub(crate) const fn mirrored(input: usize) -> usize {
    if input >= SQUARES.len {
        return input;
    }
    let square = Square::ALL[input % Square::COUNT];
    input - square as usize + square.mirrored() as usize
}
