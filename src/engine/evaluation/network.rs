//! The network: one layer of hidden units that add up their inputs, and one sum of what the units say.
//!
//! Each side looks at the board with the same units, its own inputs and the enemy's told apart, and each unit
//! has a twin that sees left and right exchanged: so mirrored boards are worth the same, and so are boards with
//! the sides exchanged. A unit is silent below zero, and says the square of its sum above it. All of it is whole
//! numbers.

use super::super::parameters::{BIASES, OUTPUT_BIASES, OUTPUTS, WEIGHTS};
use super::layout::{GROUPS, INPUTS, mirrored};

/// The units, without their twins.
pub(crate) const UNITS: usize = 8;
/// How many numbers of pieces are told apart where the units' words are summed up.
pub(crate) const PHASES: usize = 4;
/// The weight of an input that stands for 1.
pub(crate) const INPUT_ONE: i32 = 512;
/// The greatest weight of an input: so many as can count at a time do not overflow.
pub(crate) const INPUT_MOST: i32 = i16::MAX as i32 / (2 * MOST_INPUTS as i32 + 1);
/// The weight of an output that turns a 1 into a hundredth of a cat.
pub(crate) const OUTPUT_ONE: i32 = 8;
/// The greatest weight of an output: the sum of all of them does not overflow.
pub(crate) const OUTPUT_MOST: i32 = i32::MAX / (WIDTH as i32 * (i16::MAX as i32 + 1));
/// The greatest sum of a unit that makes a difference.
pub(crate) const SUM_MOST: i32 = 4_095;

/// The inputs of a side that can count at a time: two for each of its pieces, and two races.
pub(crate) const MOST_INPUTS: usize = MOST_PIECES + 2;
/// The pieces of a full board.
const MOST_PIECES: usize = 16;
/// The bits that a square loses, so that it is a short number.
const LOST: u32 = 9;
/// The square of 1.
const SQUARE_ONE: i32 = (INPUT_ONE * INPUT_ONE) >> LOST;
/// The units of both sides, with their twins.
const WIDTH: usize = 4 * UNITS;

/// A number for each unit: the own side's units, their twins, the enemy's units, their twins.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Row([i16; WIDTH]);

/// What each input of the own side adds to the units.
static ROWS: [Row; INPUTS] = {
    let mut rows = [Row([0; WIDTH]); INPUTS];
    let mut input = 0;
    while input < INPUTS {
        rows[input] = Row::new(weights(input), weights(mirrored(input)));
        input += 1;
    }
    rows
};

/// What the units begin with.
static START: Row = {
    let mut both = [0; 2 * UNITS];
    let mut unit = 0;
    while unit < UNITS {
        both[unit] = BIASES[unit];
        both[UNITS + unit] = BIASES[unit];
        unit += 1;
    }
    Row::new(&both, &both)
};

/// What the words of the units count.
static SAID: [Row; PHASES] = {
    let mut rows = [START; PHASES];
    let mut phase = 0;
    while phase < PHASES {
        rows[phase] = Row::new(&OUTPUTS[phase], &OUTPUTS[phase]);
        phase += 1;
    }
    rows
};

/// The weights of an input, as its own side's units see it, and as the other side's do.
const fn weights(input: usize) -> &'static [i16; 2 * UNITS] {
    let mut group = 0;
    while input >= GROUPS[group].first + GROUPS[group].len {
        group += 1;
    }
    &WEIGHTS[group][input - GROUPS[group].first]
}

impl Row {
    const fn new(weights: &[i16; 2 * UNITS], twins: &[i16; 2 * UNITS]) -> Self {
        let mut row = [0; WIDTH];
        let mut unit = 0;
        while unit < UNITS {
            row[unit] = weights[unit];
            row[UNITS + unit] = twins[unit];
            row[2 * UNITS + unit] = weights[UNITS + unit];
            row[3 * UNITS + unit] = twins[UNITS + unit];
            unit += 1;
        }
        Self(row)
    }

    /// With the rows of these inputs added.
    #[inline]
    fn plus_inputs(mut self, inputs: &[u16]) -> Self {
        for &input in inputs {
            for (sum, weight) in self.0.iter_mut().zip(&ROWS[usize::from(input)].0) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        self
    }

    /// As the other side sees it.
    #[inline]
    fn turned(mut self) -> Self {
        let (own, enemy) = self.0.split_at_mut(2 * UNITS);
        own.swap_with_slice(enemy);
        self
    }
}

/// What the units say together, in hundredths of a cat for the own side, where so many pieces are left.
#[inline]
pub(super) fn say(own: &[u16], enemy: &[u16], pieces: usize) -> i32 {
    let phase = phase(pieces);
    let sums = START.plus_inputs(enemy).turned().plus_inputs(own);
    let mut said = 0;
    for (sum, weight) in sums.0.iter().zip(&SAID[phase].0) {
        let heard = (*sum).clamp(0, SUM_MOST as i16) as u16;
        // Two factors whose product is the square, shifted to where its upper half is what is left of it.
        let square = ((u32::from(heard << 3) * u32::from(heard << 4)) >> 16) as i16;
        said += i32::from(square) * i32::from(*weight);
    }
    said / (SQUARE_ONE * OUTPUT_ONE) + i32::from(OUTPUT_BIASES[phase])
}

/// Which outputs count where so many pieces are left.
pub(crate) const fn phase(pieces: usize) -> usize {
    (pieces - 1) * PHASES / MOST_PIECES
}
