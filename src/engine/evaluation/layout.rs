//! Which weight stands where.

/// Weights that belong together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// Its name in the file of parameters.
    pub(crate) name: &'static str,
    /// What its weights mean.
    pub(crate) about: &'static str,
    /// The index of its first weight.
    pub(crate) first: usize,
    /// How many weights it has.
    pub(crate) len: usize,
    /// The lengths of its axes, the last one the fastest; neighbours on an axis mean nearly the same.
    pub(crate) shape: &'static [usize],
    /// Whether the last place of the last axis has no weight: it is what the others are compared with.
    pub(crate) is_relative: bool,
}

impl Group {
    /// The group that follows this one.
    const fn next(self, name: &'static str, about: &'static str, shape: &'static [usize]) -> Self {
        let mut len = 1;
        let mut axis = 0;
        while axis < shape.len() {
            len *= shape[axis];
            axis += 1;
        }
        Self { name, about, first: self.first + self.len, len, shape, is_relative: false }
    }

    /// The group with a last place that counts nothing.
    const fn relative(self) -> Self {
        Self { is_relative: true, ..self }
    }
}

/// Different animals, told apart by their ranks.
pub(super) const ROLES: usize = 8;
/// The squares of a board whose left and right are the same.
pub(super) const FOLDED: usize = 36;
/// The counts of hunters and of prey that are told apart: 0, 1, 2, more.
pub(super) const COUNTS: usize = 4;
/// The counts of hunters that are told apart where squares matter: 0, 1, more.
pub(super) const SQUARE_COUNTS: usize = 3;
/// The kinds of attacker in a race: nobody can take it on its way, or somebody can.
pub(super) const RACERS: usize = 2;
/// The distances of an attacker that are told apart.
pub(super) const RACE_STEPS: usize = 10;
/// The leads of an attacker that are told apart.
pub(super) const RACE_LEADS: usize = 8;
/// The distances of a hunter that are told apart, beginning with 1; the last one stands for all greater ones.
pub(super) const HUNT_STEPS: usize = 4;
/// The counts of guards.
pub(super) const GUARD_COUNTS: usize = 5;
/// The distances between rat and elephant.
pub(super) const RAT_STEPS: usize = 8;

const NOTHING: Group = Group { name: "", about: "", first: 0, len: 0, shape: &[], is_relative: false };

pub(super) const TURN: Group = NOTHING.next("TURN", "The bonus for being on turn", &[1]);
pub(super) const PIECES: Group = TURN.next(
    "PIECES",
    "A piece, by rank, by the enemies that can take it and that it can take",
    &[ROLES, COUNTS, COUNTS],
);
pub(super) const SQUARES: Group = PIECES.next(
    "SQUARES",
    "A piece on a square, by the enemies that can take it, by rank",
    &[SQUARE_COUNTS, ROLES, FOLDED / 4, 4],
);
pub(super) const RACES: Group = SQUARES.next(
    "RACES",
    "The best race to a trap, by racer, steps to go and lead",
    &[RACERS, RACE_STEPS, RACE_LEADS],
);
pub(super) const HUNTED: Group = RACES
    .next(
        "HUNTED",
        "A piece with a hunter near, by turn, rank, and steps of the hunter",
        &[2, ROLES, HUNT_STEPS],
    )
    .relative();
pub(super) const GUARDS: Group = HUNTED.next("GUARDS", "Pieces near the own den", &[GUARD_COUNTS]);
pub(super) const RAT_HUNT: Group =
    GUARDS.next("RAT_HUNT", "The steps of a rat to the enemy elephant, by turn", &[2, RAT_STEPS]).relative();
/// Every group, in order.
pub(crate) const GROUPS: &[Group] = &[TURN, PIECES, SQUARES, RACES, HUNTED, GUARDS, RAT_HUNT];

/// How many weights there are.
pub(crate) const PARAMETERS: usize = GROUPS[GROUPS.len() - 1].first + GROUPS[GROUPS.len() - 1].len;

/// A weight on a full board and on an empty one, in hundredths of a cat; in between it changes evenly.
pub(crate) type Weight = (i16, i16);

/// The weights of all groups in one row, each one packed.
pub(super) fn flatten(groups: &[&[Weight]]) -> [Packed; PARAMETERS] {
    let mut weights = [Packed::ZERO; PARAMETERS];
    for (group, values) in GROUPS.iter().zip(groups) {
        for (weight, value) in weights[group.first..][..group.len].iter_mut().zip(*values) {
            *weight = Packed::new(*value);
        }
    }
    weights
}

/// Two sums that are added up at once: one in the upper half, and one in the lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed(i32);

impl Packed {
    /// Nothing.
    pub(super) const ZERO: Self = Self(0);
    /// What separates the halves.
    const HALF: u32 = 16;

    const fn new((full, empty): Weight) -> Self {
        Self(((full as i32) << Self::HALF) + empty as i32)
    }

    /// Adds another pair.
    #[inline]
    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// The other side's view.
    #[inline]
    pub(super) const fn turned(self) -> Self {
        Self(self.0.wrapping_neg())
    }

    /// The two sums.
    #[inline]
    pub(super) const fn get(self) -> Weight {
        // A negative lower half has borrowed one from the upper half.
        let empty = self.0 as i16;
        ((self.0.wrapping_sub(empty as i32) >> Self::HALF) as i16, empty)
    }
}

/// The pieces of a full board.
pub(crate) const MOST_PIECES: i32 = 16;
