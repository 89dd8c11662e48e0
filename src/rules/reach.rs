//! Where a piece gets to on an empty board: tables computed by the compiler.

use super::terrain::WATER;
use super::{Bitboard, Square};

/// The four directions, as columns and rows.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// The neighbours of each square.
pub const STEPS: [Bitboard; Square::COUNT] = {
    let mut steps = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let mut d = 0;
        while d < DIRECTIONS.len() {
            let (columns, rows) = DIRECTIONS[d];
            if let Some(neighbour) = Square::ALL[i].offset(columns, rows) {
                steps[i] = steps[i].with(neighbour);
            }
            d += 1;
        }
        i += 1;
    }
    steps
};

/// A straight way across the river, from a bank to the opposite one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The first land square beyond the water.
    pub to: Square,
    /// The water squares in between.
    pub water: Bitboard,
    /// Whether it goes along a row rather than along a column.
    pub is_horizontal: bool,
}

/// The crossings from each square; no square has more than two.
pub const CROSSINGS: [[Option<Crossing>; 2]; Square::COUNT] = {
    let mut crossings = [[None; 2]; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let mut count = 0;
        let mut d = 0;
        while d < DIRECTIONS.len() {
            if let Some(crossing) = crossing(Square::ALL[i], DIRECTIONS[d]) {
                crossings[i][count] = Some(crossing);
                count += 1;
            }
            d += 1;
        }
        i += 1;
    }
    crossings
};

/// The squares next to the water that a jump may start from.
pub const BANKS: Bitboard = {
    let mut banks = Bitboard::EMPTY;
    let mut i = 0;
    while i < Square::COUNT {
        if CROSSINGS[i][0].is_some() {
            banks = banks.with(Square::ALL[i]);
        }
        i += 1;
    }
    banks
};

/// The crossing between two squares, if there is one.
pub fn crossing_between(from: Square, to: Square) -> Option<Crossing> {
    CROSSINGS[from as usize].into_iter().flatten().find(|crossing| crossing.to == to)
}

const fn crossing(from: Square, (columns, rows): (i8, i8)) -> Option<Crossing> {
    if WATER.contains(from) {
        return None;
    }
    let mut water = Bitboard::EMPTY;
    let mut next = from.offset(columns, rows);
    while let Some(square) = next {
        if !WATER.contains(square) {
            if water.is_empty() {
                return None;
            }
            return Some(Crossing { to: square, water, is_horizontal: rows == 0 });
        }
        water = water.with(square);
        next = square.offset(columns, rows);
    }
    None
}
