use std::fmt::{self, Debug, Formatter};

use arrayvec::ArrayVec;

use super::cache::Cache;
use super::file::{BLOCK, TableFile};
use super::layout::{MOST, is_mirrored};
use super::tables::Volume;
use super::{Material, Verdict};
use crate::rules::terrain::DENS;
use crate::rules::{Bitboard, Piece, Position, Ruleset, Setup, Side, Square};

/// Where no piece stands while the game goes on.
const IN_DENS: Bitboard = Bitboard::EMPTY.with(DENS.0[0]).with(DENS.0[1]);

/// The tables for one ruleset.
#[derive(Clone, Copy)]
pub struct Probe<'a> {
    volume: &'a Volume,
    cache: &'a Cache,
}

impl Probe<'_> {
    /// How a position ends, if there is a table for it and the game is not over; its rules must be those of the tables.
    pub fn verdict(&self, position: &Position) -> Option<Verdict> {
        let occupied = position.occupied();
        if occupied.len() > self.volume.most || occupied.intersects(IN_DENS) {
            return None;
        }
        let (material, is_exchanged) = Material::of(position)?;
        let table = self.volume.tables.get(&material)?;
        let index = table.index(position, is_exchanged)?;
        let (block, offset) = (index / BLOCK, index % BLOCK);
        let key = table.number << u32::BITS | block as u64;
        let code = self.cache.value(key, offset, || table.file.block(block).ok())?;
        Some(Verdict::from_code(code))
    }
}

impl<'a> Probe<'a> {
    /// Asks these tables.
    pub(super) const fn new(volume: &'a Volume, cache: &'a Cache) -> Self {
        Self { volume, cache }
    }

    /// The table of a material.
    pub(super) fn table(self, material: Material) -> Option<&'a Table> {
        self.volume.tables.get(&material)
    }
}

impl Debug for Probe<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.volume.fmt(f)
    }
}

/// One table with what finds a position in it.
pub(super) struct Table {
    pub(super) file: TableFile,
    /// What tells its blocks from those of others.
    number: u64,
}

impl Table {
    /// The table of a file, with a number that no other has.
    pub(super) const fn new(file: TableFile, number: u64) -> Self {
        Self { file, number }
    }

    /// The position of a value, unless two pieces would stand on one square.
    pub(super) fn position(&self, index: usize, ruleset: &Ruleset) -> Option<Position> {
        let squares = self.file.layout.squares_of(index % self.file.layout.len)?;
        let mut setup = Setup::EMPTY;
        for (&piece, square) in self.file.layout.pieces.iter().zip(squares) {
            setup.place(piece, square).ok()?;
        }
        setup.turn = if index < self.file.layout.len { Side::White } else { Side::Black };
        setup.plies = Side::seat(setup.turn).into();
        Position::new(&setup, ruleset).ok()
    }

    /// The number of a position with these pieces, none of them in a den.
    fn index(&self, position: &Position, is_exchanged: bool) -> Option<usize> {
        let is_black = position.turn() == Side::Black;
        let is_exchanged = is_exchanged || self.file.material.is_even() && is_black;
        let is_second = is_black != is_exchanged;
        let mut squares: ArrayVec<Square, MOST> = ArrayVec::new();
        for &Piece { side, animal } in &self.file.layout.pieces {
            let side = if is_exchanged { !side } else { side };
            let square = position.square(Piece { side, animal })?;
            squares.push(if is_exchanged { square.flipped() } else { square });
        }
        if is_mirrored(squares.iter().copied()) {
            squares.iter_mut().for_each(|square| *square = square.mirrored());
        }
        let index = self.file.layout.index(&squares);
        Some(if is_second { self.file.layout.len + index } else { index })
    }
}
