use crate::rules::reach::STEPS;
use crate::rules::terrain::{DENS, TRAPS};
use crate::rules::{Animal, Bitboard, ByAnimal, BySide, Piece, Ruleset, Side, Square};

/// Distances to the enemy's three traps and to the own three, a byte for each, with one to spare after either three.
///
/// A word of bytes is compared at once; no distance needs the highest bit of its byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lanes(u64);

/// The bits of a lane.
const LANE: usize = 8;
/// The highest bit of each lane.
const HIGH: u64 = 0x8080_8080_8080_8080;
/// The lowest bit of each lane.
const LOW: u64 = HIGH >> (LANE - 1);
/// The lanes to the traps of a side.
pub(super) const SIDE_LANES: usize = 4;
/// The distance of what cannot be reached.
pub(super) const UNREACHABLE: u8 = 100;

impl Lanes {
    /// Far from everything.
    pub(super) const NOWHERE: Self = Self(LOW * UNREACHABLE as u64);

    /// The distances to the enemy's traps.
    #[inline]
    pub(super) const fn abroad(self) -> [u8; SIDE_LANES] {
        (self.0 as u32).to_le_bytes()
    }

    /// The distances to the own traps.
    #[inline]
    pub(super) const fn home(self) -> [u8; SIDE_LANES] {
        ((self.0 >> (LANE * SIDE_LANES)) as u32).to_le_bytes()
    }

    /// Puts a distance into a lane.
    #[must_use]
    pub(super) const fn with(self, lane: usize, distance: u8) -> Self {
        let shift = lane * LANE;
        Self(self.0 & !(0xff << shift) | (distance as u64) << shift)
    }

    /// The nearer one in each lane.
    #[inline]
    #[must_use]
    pub(super) const fn nearer(self, other: Self) -> Self {
        // The highest bit stays where the first is not the nearer one.
        let is_other = ((self.0 | HIGH) - other.0) & HIGH;
        let mask = (is_other - (is_other >> (LANE - 1))) | is_other;
        Self(self.0 & !mask | other.0 & mask)
    }
}

/// How far it is from each square to the traps, on an empty board.
#[derive(Debug)]
pub(super) struct Routes(BySide<ByAnimal<[Lanes; Square::COUNT]>>);

impl Routes {
    pub(super) fn new(ruleset: &Ruleset) -> Self {
        let of_side = |side| {
            let walker = lanes(ruleset, side, Animal::Cat);
            ByAnimal(Animal::ALL.map(|animal| {
                let is_walker = animal != Animal::Rat && !animal.is_jumper();
                if is_walker { walker } else { lanes(ruleset, side, animal) }
            }))
        };
        Self(BySide(Side::ALL.map(of_side)))
    }

    /// How far a piece is from the traps.
    #[inline]
    pub(super) fn lanes(&self, side: Side, animal: Animal, square: Square) -> Lanes {
        self.0[side][animal][square as usize]
    }
}

/// How far it is for a piece from each square to the traps.
fn lanes(ruleset: &Ruleset, side: Side, animal: Animal) -> [Lanes; Square::COUNT] {
    let mut lanes = [Lanes::NOWHERE; Square::COUNT];
    for (owner, first) in [(!side, 0), (side, SIDE_LANES)] {
        for (trap, lane) in TRAPS[owner].into_iter().zip(first..) {
            let distances = distances(ruleset, Piece { side, animal }, trap);
            for (lanes, distance) in lanes.iter_mut().zip(distances) {
                *lanes = lanes.with(lane, distance);
            }
        }
    }
    lanes
}

/// How far it is for a piece from each square to one square; ways back are as long as ways there.
fn distances(ruleset: &Ruleset, piece: Piece, to: Square) -> [u8; Square::COUNT] {
    let ground = ruleset.ground(piece.side, piece.animal).without(DENS[!piece.side].into());
    let mut distances = [UNREACHABLE; Square::COUNT];
    let mut reached = ground & to.into();
    let mut border = reached;
    let mut distance = 0;
    while !border.is_empty() {
        let mut next = Bitboard::EMPTY;
        for square in border {
            distances[square as usize] = distance;
            next |= STEPS[square as usize] | ruleset.landings(piece.animal, square);
        }
        border = (next & ground).without(reached);
        reached |= border;
        distance += 1;
    }
    distances
}
