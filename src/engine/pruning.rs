//! How far a search looks ahead for a move, and when not at all: every number of it.

use crate::rules::Move;

/// From this depth on, late moves are looked at less deeply.
const LATE_MOVE_DEPTH: i32 = 2;
/// The moves that come before a late one.
const EARLY_MOVES: usize = 2;
/// Divides the product of two logarithms of depth and move count, each in sixteenths.
const REDUCTION_SCALE: i32 = 560;
/// The merit that is worth a ply.
const MERIT_A_PLY: i32 = 12_000;

/// Up to this depth a position far above the upper bound is left alone.
const STILL_DEPTH: i32 = 7;
/// How far above, in hundredths of a cat a ply.
const STILL_MARGIN: i32 = 70;

/// From this depth on a pass is tried.
pub(super) const PASS_DEPTH: i32 = 3;
/// A side with fewer pieces may be better off if it need not move.
pub(super) const PASS_PIECES: usize = 4;

/// Up to this depth late quiet moves are left out.
const QUIET_DEPTH: i32 = 7;
/// How many quiet moves are looked at whatever the depth.
const FEW_MOVES: i32 = 4;
/// How far below the lower bound a position must be for quiet moves to be hopeless: at once, and a ply.
const HOPELESS_MARGIN: (i32, i32) = (90, 80);
/// Up to this depth moves that lose on their square are left out.
const EXCHANGE_DEPTH: i32 = 6;
/// What a move may lose on its square, in hundredths of a cat: a capture a ply, a quiet move a ply squared.
const LOSS: (i32, i32) = (70, 25);

/// From this depth on it is seen whether the table move is the only good one.
pub(super) const SINGULAR_DEPTH: i32 = 6;
/// How far below its value the other moves must be, in hundredths of a cat a ply.
pub(super) const SINGULAR_MARGIN: i32 = 2;
/// From this depth on a position without a table move is looked at less deeply.
pub(super) const UNKNOWN_DEPTH: i32 = 4;

/// The binary logarithms of 0 (taken as 1) to 63 in sixteenths.
const LOGARITHMS: [i32; 64] = {
    let mut logarithms = [0; 64];
    let mut number = 2;
    while number < logarithms.len() {
        logarithms[number] = logarithm(number as u64);
        number += 1;
    }
    logarithms
};

/// By repeated squaring: the number to the 16th has 16 times the logarithm.
const fn logarithm(number: u64) -> i32 {
    let mut whole = number.ilog2() as i32;
    let mut mantissa = (number << 32) >> whole;
    let mut bit = 0;
    while bit < 4 {
        mantissa = (mantissa >> 16) * (mantissa >> 16);
        whole *= 2;
        if mantissa >> 33 > 0 {
            mantissa >>= 1;
            whole += 1;
        }
        bit += 1;
    }
    whole
}

/// What is known of a move when it is decided how far to look.
#[derive(Clone, Copy)]
pub(super) struct Prospect {
    /// The move.
    pub(super) mv: Move,
    /// The plies to look ahead in its position.
    pub(super) depth: i32,
    /// The value that is there already.
    pub(super) alpha: i32,
    /// How many moves were tried before it.
    pub(super) index: usize,
    /// Whether it takes nothing and does not approach the enemy den.
    pub(super) is_quiet: bool,
    /// Its merit elsewhere.
    pub(super) merit: i32,
    /// Whether the side on turn stands better than two plies before.
    pub(super) is_improving: bool,
    /// Whether the exact value of its position is wanted.
    pub(super) is_open: bool,
}

impl Prospect {
    /// How many plies less to look ahead for it at first.
    pub(super) fn reduction(&self) -> i32 {
        if self.depth < LATE_MOVE_DEPTH || self.index < EARLY_MOVES || !self.is_quiet {
            return 0;
        }
        let depth = LOGARITHMS[self.depth.clamp(0, 63) as usize];
        let index = LOGARITHMS[self.index.min(63)];
        let mut reduction = depth * index / REDUCTION_SCALE + 1 - self.merit / MERIT_A_PLY;
        reduction -= i32::from(self.is_open);
        reduction += i32::from(!self.is_improving);
        reduction.clamp(0, self.depth - 1)
    }

    /// Whether so many moves were tried that a quiet one is not worth a look.
    pub(super) fn is_too_late(&self) -> bool {
        let moves = (FEW_MOVES + self.depth * self.depth) / if self.is_improving { 1 } else { 2 };
        self.is_quiet && !self.is_open && self.depth <= QUIET_DEPTH && self.index as i32 >= moves
    }

    /// Whether a quiet move is not enough to get from a still value above a lower bound.
    pub(super) fn is_hopeless(&self, still: i32) -> bool {
        let margin = HOPELESS_MARGIN.0 + HOPELESS_MARGIN.1 * self.depth + self.merit / 256;
        self.is_quiet && self.depth <= QUIET_DEPTH && still + margin <= self.alpha
    }

    /// Whether it is left out if it loses too much on its square.
    pub(super) fn may_lose_exchange(&self) -> bool {
        self.depth <= EXCHANGE_DEPTH
    }

    /// The least that an exchange on its square may bring.
    pub(super) fn least_exchange(&self) -> i32 {
        if self.is_quiet { -LOSS.1 * self.depth * self.depth } else { -LOSS.0 * self.depth }
    }
}

/// Whether a position stands so far above the upper bound that a short search will not change it.
pub(super) fn is_far_above(still: i32, beta: i32, depth: i32, is_improving: bool) -> bool {
    depth <= STILL_DEPTH && still - STILL_MARGIN * (depth - i32::from(is_improving)).max(0) >= beta
}

/// How many plies less to look ahead after a pass.
pub(super) fn pass_reduction(depth: i32, lead: i32) -> i32 {
    3 + depth / 4 + (lead / 150).min(3)
}
