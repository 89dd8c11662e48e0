//! What a position is worth without looking ahead.

use crate::rules::terrain::DENS;
use crate::rules::{Animal, Bitboard, BySide, Piece, Position, Side, Square};

/// The worth of a piece, from rank 1 to rank 8.
const WORTH: [i32; Animal::COUNT] = [250, 100, 130, 170, 240, 450, 520, 560];
/// The bonus of a piece for being so many steps from the enemy den; it grows all the way.
const ADVANCE: [i32; MAX_DISTANCE + 1] = [0, 90, 64, 46, 36, 28, 22, 17, 12, 8, 4, 0];
/// The steps from a corner to the far den.
const MAX_DISTANCE: usize = 11;
/// From this rank on, a piece is strong.
const STRONG_RANK: u8 = 5;
/// How many times the advance of a strong piece counts.
const STRONG_ADVANCE: i32 = 2;
/// The bonus of a piece that no enemy piece outranks or equals.
const UNMATCHED: i32 = 60;
/// How many times the advance of such a piece counts.
const UNMATCHED_ADVANCE: i32 = 2;
/// The bonus for the first and for the second piece near the own den.
const GUARDS: [i32; 3] = [0, 30, 45];
/// A piece is near its den within so many steps.
const GUARD_DISTANCE: u8 = 3;
/// The bonus for being on turn.
const TURN: i32 = 8;

/// The steps from each square to each side's den; the column between the rivers makes walking round them free.
const DISTANCES: BySide<[u8; Square::COUNT]> = {
    let mut distances = BySide([[0; Square::COUNT]; Side::COUNT]);
    let mut index = 0;
    while index < Side::COUNT * Square::COUNT {
        let (side, square) = (index / Square::COUNT, index % Square::COUNT);
        let (den, from) = (DENS.0[side], Square::ALL[square]);
        distances.0[side][square] = den.column().abs_diff(from.column()) + den.row().abs_diff(from.row());
        index += 1;
    }
    distances
};

/// The squares near each side's den.
const GUARD_ZONES: BySide<Bitboard> = {
    let mut zones = BySide([Bitboard::EMPTY; Side::COUNT]);
    let mut index = 0;
    while index < Side::COUNT * Square::COUNT {
        let (side, square) = (index / Square::COUNT, index % Square::COUNT);
        if DISTANCES.0[side][square] <= GUARD_DISTANCE {
            zones.0[side] = zones.0[side].with(Square::ALL[square]);
        }
        index += 1;
    }
    zones
};

/// The worth of a position to the side on turn.
pub(super) fn evaluate(position: &Position) -> i32 {
    let side = position.turn();
    worth(position, side) - worth(position, !side) + TURN
}

/// The worth of a piece wherever it stands.
pub(super) fn piece_worth(position: &Position, animal: Animal) -> i32 {
    WORTH[position.ruleset().rank(animal) as usize - 1]
}

fn worth(position: &Position, side: Side) -> i32 {
    let enemy_rank = top_rank(position, !side);
    let mut worth = guard(position, side);
    for animal in Animal::ALL {
        let Some(square) = position.square(Piece { side, animal }) else { continue };
        let rank = position.ruleset().rank(animal);
        let times = if rank >= STRONG_RANK { STRONG_ADVANCE } else { 1 };
        let advance = ADVANCE[DISTANCES[!side][square as usize] as usize] * times;
        worth += piece_worth(position, animal) + advance;
        if rank > enemy_rank {
            worth += UNMATCHED + (UNMATCHED_ADVANCE - 1) * advance;
        }
    }
    worth
}

fn guard(position: &Position, side: Side) -> i32 {
    let guards = (position.pieces(side) & GUARD_ZONES[side]).len();
    GUARDS[guards.min(GUARDS.len() - 1)]
}

fn top_rank(position: &Position, side: Side) -> u8 {
    let has = |animal: &&Animal| position.animals(**animal).intersects(position.pieces(side));
    let ruleset = position.ruleset();
    ruleset.by_rank().iter().rev().find(has).map_or(0, |&animal| ruleset.rank(animal))
}
