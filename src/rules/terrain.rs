//! What the squares of the board are.

use super::Square::{B4, B5, B6, C1, C4, C5, C6, C9, D1, D2, D8, D9, E1, E4, E5, E6, E9, F4, F5, F6};
use super::{Bitboard, BySide, Square};

/// Each side's den.
pub const DENS: BySide<Square> = BySide([D1, D9]);

/// Each side's traps.
pub const TRAPS: BySide<Bitboard> = BySide([Bitboard::of(&[C1, E1, D2]), Bitboard::of(&[C9, E9, D8])]);

/// The traps of both sides.
pub const ALL_TRAPS: Bitboard = TRAPS.0[0].union(TRAPS.0[1]);

/// The river.
#[rustfmt::skip]
pub const WATER: Bitboard = Bitboard::of(&[
    B6, C6, E6, F6,
    B5, C5, E5, F5,
    B4, C4, E4, F4,
]);

/// Every square that is not water.
pub const LAND: Bitboard = Bitboard::ALL.without(WATER);
