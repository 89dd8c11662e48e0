use std::collections::HashMap;
use std::collections::hash_map;
use std::fmt::{self, Debug, Formatter};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrayvec::ArrayVec;
use sha2::{Digest, Sha256};

use super::cache::Cache;
use super::edition::Edition;
use super::file::{BLOCK, Store, TableError, TableFile};
use super::layout::{Layout, MOST, is_mirrored};
use super::{Material, Verdict};
use crate::rules::terrain::DENS;
use crate::rules::{Bitboard, Piece, Position, Ruleset, Setup, Side, Square};

/// How the name of a file of tables ends.
pub const EXTENSION: &str = "jtb";

/// The tables of `standard` to three pieces, made by `scripts/tables`.
static SHIPPED: &[u8] = include_bytes!("standard.jtb");

/// Where no piece stands while the game goes on.
const IN_DENS: Bitboard = Bitboard::EMPTY.with(DENS.0[0]).with(DENS.0[1]);

/// Endgame tables that are ready to be asked; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Tables(Option<Arc<Shelf>>);

/// The tables by the rules they are for.
#[derive(Debug)]
struct Shelf {
    editions: HashMap<Edition, Volume>,
    cache: Cache,
}

/// The tables for one edition of the rules.
#[derive(Default)]
struct Volume {
    tables: HashMap<Material, Table>,
    most: usize,
    holdings: Holdings,
    /// What tells it from one with other tables.
    fingerprint: u64,
}

/// One table with what finds a position in it.
pub(super) struct Table {
    pub(super) file: TableFile,
    pub(super) layout: Layout,
    number: u64,
}

/// A file, or what is behind its good tables, that was refused.
#[derive(Debug)]
pub struct Refused {
    /// Where it is.
    pub path: PathBuf,
    /// Why.
    pub error: TableError,
}

/// Which tables there are for a ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Up to so many pieces, every table is there; 0 if there is none.
    pub pieces: usize,
    /// How many tables there are in all, one for each set of pieces.
    pub tables: usize,
}

impl PartialEq for Tables {
    /// Whether they are shared.
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

impl Tables {
    /// No table at all.
    pub const fn none() -> Self {
        Self(None)
    }

    /// Those in the program itself: `standard`, to three pieces.
    ///
    /// # Panics
    ///
    /// The program is damaged.
    pub fn shipped() -> Self {
        Self::of([shipped()])
    }

    /// Those in the program and in the files of a folder and of the folders in it; of two for the same, the first by
    /// name is taken.
    ///
    /// Every file is read whole once, to compare its checksum; one that is refused is left out and told.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn open(folder: &Path) -> io::Result<(Self, Vec<Refused>)> {
        let mut refused = Vec::new();
        let mut files = Vec::from([shipped()]);
        for path in paths(folder)? {
            let mut tables = Vec::new();
            if let Err(error) = File::open(&path)
                .map_err(TableError::from)
                .and_then(|file| read_tables(&Store::File(Arc::new(file)), &mut tables))
            {
                refused.push(Refused { path, error });
            }
            files.push(tables);
        }
        Ok((Self::of(files), refused))
    }

    fn of(files: impl IntoIterator<Item = Vec<TableFile>>) -> Self {
        let mut editions: HashMap<Edition, Volume> = HashMap::new();
        for (number, file) in (0..).zip(files.into_iter().flatten()) {
            editions.entry(file.edition).or_default().add(file, number);
        }
        editions.values_mut().for_each(Volume::close);
        Self(Some(Arc::new(Shelf { editions, cache: Cache::new() })))
    }

    /// Those for a ruleset, if there are any.
    pub fn under(&self, ruleset: &Ruleset) -> Option<Probe<'_>> {
        let all = self.0.as_deref()?;
        let volume = all.editions.get(&Edition::of(ruleset))?;
        Some(Probe { volume, cache: &all.cache })
    }

    /// How a position ends under its rules, if there is a table for it and the game is not over.
    pub fn probe(&self, position: &Position) -> Option<Verdict> {
        self.under(position.ruleset())?.verdict(position)
    }

    /// The sets of pieces that there is a table for under a ruleset, the smaller ones first.
    pub fn materials(&self, ruleset: &Ruleset) -> Vec<Material> {
        let probe = self.under(ruleset);
        let mut materials: Vec<Material> =
            probe.map_or_else(Vec::new, |probe| probe.volume.tables.keys().copied().collect());
        materials.sort_unstable_by_key(|material| (material.count(), *material));
        materials
    }

    /// Which there are for a ruleset.
    pub fn holdings(&self, ruleset: &Ruleset) -> Holdings {
        self.under(ruleset).map_or_else(Holdings::default, |probe| probe.volume.holdings)
    }

    /// What tells sets of tables for a ruleset from each other, since answers depend on them.
    pub fn fingerprint(&self, ruleset: &Ruleset) -> u64 {
        self.under(ruleset).map_or(0, |probe| probe.volume.fingerprint)
    }
}

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

impl Debug for Volume {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} tables to {} pieces", self.tables.len(), self.most)
    }
}

impl Volume {
    fn add(&mut self, file: TableFile, number: u64) {
        let material = file.material;
        if let hash_map::Entry::Vacant(entry) = self.tables.entry(material) {
            entry.insert(Table { layout: Layout::new(material, file.edition.ruleset()), file, number });
            self.most = self.most.max(material.count());
        }
    }

    /// Works out what it holds, once all tables are there.
    fn close(&mut self) {
        let is_whole =
            |&pieces: &usize| Material::all(pieces).iter().all(|material| self.tables.contains_key(material));
        let pieces = Material::PIECES.take_while(is_whole).last().unwrap_or(0);
        self.holdings = Holdings { pieces, tables: self.tables.len() };
        let mut materials: Vec<&Material> = self.tables.keys().collect();
        materials.sort_unstable();
        let names = materials.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        self.fingerprint =
            u64::from_le_bytes(*Sha256::digest(names).first_chunk().expect("a digest is longer"));
    }
}

impl Table {
    /// The position of a value, unless two pieces would stand on one square.
    pub(super) fn position(&self, index: usize, ruleset: &Ruleset) -> Option<Position> {
        let squares = self.layout.squares_of(index % self.layout.len)?;
        let mut setup = Setup::EMPTY;
        for (&piece, square) in self.layout.pieces.iter().zip(squares) {
            setup.place(piece, square).ok()?;
        }
        setup.turn = if index < self.layout.len { Side::White } else { Side::Black };
        setup.plies = Side::seat(setup.turn).into();
        Position::new(&setup, ruleset).ok()
    }

    /// The number of a position, unless a piece of it stands where the game is over.
    fn index(&self, position: &Position, is_exchanged: bool) -> Option<usize> {
        let is_black = position.turn() == Side::Black;
        let is_exchanged = is_exchanged || self.file.material.is_even() && is_black;
        let is_second = is_black != is_exchanged;
        let mut squares: ArrayVec<Square, MOST> = ArrayVec::new();
        for &Piece { side, animal } in &self.layout.pieces {
            let side = if is_exchanged { !side } else { side };
            let square = position.square(Piece { side, animal })?;
            squares.push(if is_exchanged { square.flipped() } else { square });
        }
        if is_mirrored(squares.iter().copied()) {
            squares.iter_mut().for_each(|square| *square = square.mirrored());
        }
        let index = self.layout.index(&squares);
        Some(if is_second { self.layout.len + index } else { index })
    }
}

/// The files of tables in a folder and in the folders in it, by name.
fn paths(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            let inner = fs::read_dir(&path)?.map(|entry| entry.map(|entry| entry.path()));
            found.extend(inner.collect::<io::Result<Vec<_>>>()?);
        } else {
            found.push(path);
        }
    }
    found.retain(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
    found.sort_unstable();
    Ok(found)
}

/// The tables in the program.
fn shipped() -> Vec<TableFile> {
    let mut tables = Vec::new();
    read_tables(&Store::Memory(SHIPPED), &mut tables).expect("they are as they were committed");
    tables
}

/// The tables of a file, as many as are sound.
fn read_tables(store: &Store, tables: &mut Vec<TableFile>) -> Result<(), TableError> {
    let mut start = 0;
    while start == 0 || start < store.len()? {
        let table = TableFile::open(store, start)?;
        // Those in memory are as sound as the program itself.
        if let Store::File(_) = store {
            table.check()?;
        }
        start += table.len();
        tables.push(table);
    }
    Ok(())
}
