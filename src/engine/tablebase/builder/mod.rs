//! How a table is made. A `field` holds the value of each position; its first look at one asks the `smaller` tables that
//! captures lead to, by the `moves` of the rules. Then `solve` goes back from the ends, ply by ply: a position is won
//! once a move leads to a lost one, and lost once no move is left that does not lead to a won one.

mod field;
mod moves;
mod smaller;
mod solve;
mod value;

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use thiserror::Error;

use super::edition::Edition;
use super::file::{self, BLOCK, Store, TableError, TableFile};
use super::layout::Layout;
use super::tables::EXTENSION;
use super::{Material, Verdict};
use crate::rules::{Ruleset, Side};
use field::Field;
use moves::Moves;
use smaller::{Smaller, Values};
use solve::solve;
use value::Value;

/// Makes tables for one ruleset into a folder, each from the smaller ones there.
#[derive(Debug)]
pub struct Builder {
    ruleset: Ruleset,
    moves: Moves,
    folder: PathBuf,
    threads: usize,
    /// The small tables that were read, since nearly every other needs them.
    kept: HashMap<Material, Arc<Values>>,
}

/// Tables of so many pieces stay in memory once they are read: some 35 MB in all.
const KEPT_PIECES: usize = 3;

/// Why a table was not made.
#[derive(Debug, Error)]
pub enum BuildError {
    /// One that a capture leads to is not there or is not sound.
    #[error("{needed} is needed for {material} and cannot be read from {}", path.display())]
    Smaller {
        /// The table to make.
        material: Material,
        /// The one that it needs.
        needed: Material,
        /// Where that should be.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        error: TableError,
    },
    /// The file cannot be written.
    #[error("{} cannot be written", path.display())]
    Unwritable {
        /// Where it should be.
        path: PathBuf,
        /// Why it is not.
        #[source]
        error: io::Error,
    },
    /// Some position ends later than a table can tell.
    #[error("{0} has a position that ends in {1} plies, where a table holds {max}", max = Verdict::MAX_PLIES)]
    TooLong(Material, u16),
}

/// What became of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// It was there already, and sound.
    Before,
    /// It is there now.
    Now,
}

impl Builder {
    /// Gets ready to make tables in a folder with so many threads; the files are the same with any number of them.
    pub fn new(ruleset: &Ruleset, folder: &Path, threads: usize) -> Self {
        Self {
            ruleset: *ruleset,
            moves: Moves::new(ruleset),
            folder: folder.to_owned(),
            threads: threads.max(1),
            kept: HashMap::new(),
        }
    }

    /// How many values a table is worked out from: the unit of progress.
    pub fn size(&self, material: Material) -> u64 {
        Layout::new(material, &self.ruleset).len as u64
    }

    /// The most bytes of memory that making a table takes, some megabytes for the program aside: six for each of its
    /// numbers while it is worked out, two and at most one more while it is packed, and the tables that a capture leads
    /// to.
    pub fn memory(&self, material: Material) -> u64 {
        let smaller = material.smaller().into_iter().filter(|smaller| smaller.count() > KEPT_PIECES);
        let kept = Material::all(KEPT_PIECES).into_iter().chain(Material::all(2));
        let values: u64 = smaller.chain(kept).map(|table| 2 * self.size(table)).sum();
        (6 + 2 + 1) * self.size(material) + values
    }

    /// Makes a table, unless a sound one is there; its file appears whole or not at all.
    ///
    /// # Errors
    ///
    /// A smaller one is missing, or the file cannot be written.
    pub fn build(&mut self, material: Material, progress: &(dyn Fn(u64) + Sync)) -> Result<Made, BuildError> {
        if self.find(material).is_ok() {
            progress(self.size(material));
            return Ok(Made::Before);
        }
        let smaller = self.smaller(material)?;
        let field = Field::new(material, &self.ruleset, &self.moves, smaller);
        let longest = solve(&field, self.threads, progress);
        if longest > Verdict::MAX_PLIES {
            return Err(BuildError::TooLong(material, longest));
        }
        self.write(material, &field)?;
        Ok(Made::Now)
    }

    /// The file of a material.
    fn path(&self, material: Material) -> PathBuf {
        self.folder.join(format!("{material}.{EXTENSION}"))
    }

    /// A sound table that is there already.
    fn find(&self, material: Material) -> Result<TableFile, TableError> {
        let table = TableFile::open(&Store::open(self.path(material))?, 0)?;
        table.check()?;
        let is_it = table.material == material && table.edition == Edition::of(&self.ruleset);
        is_it.then_some(table).ok_or(TableError::Foreign)
    }

    /// The tables that the capture of each piece leads to.
    fn smaller(&mut self, material: Material) -> Result<Vec<Option<Smaller>>, BuildError> {
        let mut tables = HashMap::new();
        for needed in material.smaller() {
            let values = self.values(needed).map_err(|error| BuildError::Smaller {
                material,
                needed,
                path: self.path(needed),
                error,
            })?;
            tables.insert(needed, values);
        }
        let ruleset = self.ruleset;
        let of_piece = |piece| Smaller::new(material, piece, &ruleset, |needed| tables[&needed].clone());
        Ok(material.pieces().map(of_piece).collect())
    }

    fn values(&mut self, material: Material) -> Result<Arc<Values>, TableError> {
        if let Some(values) = self.kept.get(&material) {
            return Ok(values.clone());
        }
        let values = Arc::new(Values(self.find(material)?.read()?));
        if material.count() <= KEPT_PIECES {
            self.kept.insert(material, values.clone());
        }
        Ok(values)
    }

    /// Writes a table beside its place, and moves it there.
    fn write(&self, material: Material, field: &Field) -> Result<(), BuildError> {
        let path = self.path(material);
        let codes = codes(material, field);
        let blocks = pack(&codes, self.threads);
        let written = fs::create_dir_all(&self.folder).and_then(|()| {
            let beside = path.with_extension("part");
            let mut file = File::create(&beside)?;
            file::write((Edition::of(&self.ruleset), material), codes.len() as u64, &blocks, &mut file)?;
            file.sync_all()?;
            fs::rename(&beside, &path)
        });
        written.map_err(|error| BuildError::Unwritable { path, error })
    }
}

/// The values of a solved field as a file has them.
fn codes(material: Material, field: &Field) -> Vec<u8> {
    let sides = if material.is_even() { &Side::ALL[..1] } else { &Side::ALL[..] };
    let mut codes = Vec::with_capacity(sides.len() * field.layout.len);
    let mut before = Verdict::DRAW_CODE;
    for &side in sides {
        for value in &field.values[side] {
            before = Value(value.load(Relaxed)).to_code().unwrap_or(before);
            codes.push(before);
        }
    }
    codes
}

/// The packed blocks of values.
fn pack(codes: &[u8], threads: usize) -> Vec<Vec<u8>> {
    let blocks: Vec<&[u8]> = codes.chunks(BLOCK).collect();
    let shares = blocks.chunks(blocks.len().div_ceil(threads).max(1));
    thread::scope(|scope| {
        let packed = |share: &[&[u8]]| share.iter().map(|block| file::pack(block)).collect::<Vec<_>>();
        let threads: Vec<_> = shares.map(|share| scope.spawn(move || packed(share))).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("memory takes all that is packed"))
            .collect()
    })
}
