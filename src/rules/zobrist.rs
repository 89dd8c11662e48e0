//! Keys of the Zobrist hash: one for each piece on each square and one for the side on turn.

use super::{Animal, ByAnimal, BySide, Piece, Side, Square};

/// The key of black being on turn.
pub(super) const BLACK_ON_TURN: u64 = key(0);

const PIECES: BySide<ByAnimal<[u64; Square::COUNT]>> = {
    let mut keys = BySide([ByAnimal([[0; Square::COUNT]; Animal::COUNT]); Side::COUNT]);
    let mut index = 0;
    while index < Side::COUNT * Animal::COUNT * Square::COUNT {
        let (square, piece) = (index % Square::COUNT, index / Square::COUNT);
        keys.0[piece / Animal::COUNT].0[piece % Animal::COUNT][square] = key(index as u64 + 1);
        index += 1;
    }
    keys
};

/// The key of a piece on a square.
pub(super) fn piece_on(piece: Piece, square: Square) -> u64 {
    PIECES[piece.side][piece.animal][square as usize]
}

/// The number that follows a state of `SplitMix64`: <https://prng.di.unimi.it/splitmix64.c>.
pub(crate) const fn split_mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(GOLDEN_RATIO);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What the state grows by from number to number.
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// The number at an index of the sequence.
const fn key(index: u64) -> u64 {
    split_mix(index.wrapping_mul(GOLDEN_RATIO))
}
