use std::collections::{HashMap, hash_map};
use std::fmt::{self, Debug, Formatter};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use sha2::{Digest, Sha256};

use super::cache::Cache;
use super::edition::Edition;
use super::file::{Store, TableError, TableFile};
use super::probe::{Probe, Table};
use super::{Material, Verdict};
use crate::rules::{Position, Ruleset};

/// How the name of a file of tables ends.
pub const EXTENSION: &str = "jtb";

/// The tables of `standard` to three pieces, made by `scripts/tables`.
static SHIPPED: &[u8] = include_bytes!("standard.jtb");

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
pub(super) struct Volume {
    pub(super) tables: HashMap<Material, Table>,
    /// The most pieces that one of them has.
    pub(super) most: usize,
    holdings: Holdings,
    /// What tells it from one with other tables.
    fingerprint: u64,
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
        /// All that ask share them: they are as constant as the program.
        static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::of([shipped()]));
        TABLES.clone()
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
            if let Err(error) = Store::open(path.clone()).and_then(|store| read_tables(&store, &mut tables)) {
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

    fn volume(&self, ruleset: &Ruleset) -> Option<&Volume> {
        self.0.as_deref()?.editions.get(&Edition::of(ruleset))
    }

    /// Those for a ruleset, if there are any.
    pub fn under(&self, ruleset: &Ruleset) -> Option<Probe<'_>> {
        let cache = &self.0.as_deref()?.cache;
        Some(Probe::new(self.volume(ruleset)?, cache))
    }

    /// How a position ends under its rules, if there is a table for it and the game is not over.
    pub fn probe(&self, position: &Position) -> Option<Verdict> {
        self.under(position.ruleset())?.verdict(position)
    }

    /// The sets of pieces that there is a table for under a ruleset, the smaller ones first.
    pub fn materials(&self, ruleset: &Ruleset) -> Vec<Material> {
        let tables = self.volume(ruleset).map(|volume| &volume.tables);
        let mut materials: Vec<Material> =
            tables.map_or_else(Vec::new, |tables| tables.keys().copied().collect());
        materials.sort_unstable_by_key(|material| (material.count(), *material));
        materials
    }

    /// Which there are for a ruleset.
    pub fn holdings(&self, ruleset: &Ruleset) -> Holdings {
        self.volume(ruleset).map_or_else(Holdings::default, |volume| volume.holdings)
    }

    /// What tells sets of tables for a ruleset from each other, since answers depend on them.
    pub fn fingerprint(&self, ruleset: &Ruleset) -> u64 {
        self.volume(ruleset).map_or(0, |volume| volume.fingerprint)
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
            entry.insert(Table::new(file, number));
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
    while start == 0 || start < store.len() {
        let table = TableFile::open(store, start)?;
        // Those in memory are as sound as the program itself.
        if let Store::File(..) = store {
            table.check()?;
        }
        start += table.len();
        tables.push(table);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_in_the_program_have_the_checksums_that_they_were_written_with() {
        let tables = shipped();
        assert_eq!(tables.len(), Material::all(2).len() + Material::all(3).len());
        for table in tables {
            assert!(table.check().is_ok(), "{}", table.material);
        }
    }
}
