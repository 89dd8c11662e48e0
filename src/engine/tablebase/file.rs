//! The file of tables, and how it is read and written.
//!
//! A file holds one table or more, one behind the other, so files are joined by `cat`. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | [`MAGIC`], whose first byte is no text and whose end shows what a transfer as text breaks |
//! | 2 | [`VERSION`] |
//! | 12 | the fields of the rules, in the order of [`Edition`] |
//! | 2 | the animals of either side, a bit each, the rat's the lowest |
//! | 8 | how many values there are |
//! | 8 each | where each block of [`BLOCK`] values begins, counted from the table's first byte, and where the last ends |
//! | … | the blocks, each a DEFLATE stream (RFC 1951) of its own |
//! | 32 | the SHA-256 of all of it |
//!
//! A value is a byte: the plies to the end, odd for a win and even for a loss of the side on turn, or 254 for a draw.
//! First come the positions with the first side on turn in the order of [`Layout`](super::layout::Layout), then those
//! with the second side on turn, unless both sides have the same animals. Where two pieces would stand on one square,
//! the value before is repeated.
//!
//! A file is read block by block where a value is wanted: the system's page cache keeps what was read, as it would for
//! a mapped file, but a file that is cut or replaced below us is an error of one read and not the end of the process.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::PathBuf;
use std::sync::Arc;

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::edition::Edition;
use super::layout::Layout;
use super::material::{Animals, Material};

/// What every table begins with.
const MAGIC: [u8; 8] = *b"\x89JTB\r\n\x1a\n";
/// The version of the format.
const VERSION: u16 = 1;
/// How many values a block holds.
pub(super) const BLOCK: usize = 8192;
/// The bytes before the directory.
const HEAD: usize = 32;
/// The bytes of the checksum.
const SUM: usize = 32;
/// How hard a block is compressed: 9 makes files a fiftieth smaller and takes twice as long.
const LEVEL: u32 = 6;
/// The most bytes that are read at a time to work out a checksum.
const READ: u64 = 1 << 20;

/// Why a file, or what is behind its good tables, is refused.
#[derive(Debug, Error)]
pub enum TableError {
    /// It cannot be read.
    #[error("it cannot be read")]
    Unreadable(#[from] io::Error),
    /// It is something else.
    #[error("it is no endgame table")]
    Foreign,
    /// It was written by an older or a newer program.
    #[error("its format has version {0} where this program reads version {VERSION}")]
    Version(u16),
    /// It ends too early.
    #[error("it is cut short")]
    Truncated,
    /// It is no longer the file that was opened.
    #[error("it was replaced or written to since it was opened")]
    Replaced,
    /// It was changed since it was written.
    #[error("it is damaged: the checksum is not that of what it holds")]
    Damaged,
}

/// Bytes that are read in parts.
#[derive(Clone, Debug)]
pub(super) enum Store {
    /// In the program itself.
    Memory(&'static [u8]),
    /// On disk: opened for each read, since there may be more tables than a process may have open files.
    File(Arc<PathBuf>, Identity),
}

/// What tells a file from another that has taken its place, or from itself once it is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    device: u64,
    inode: u64,
    len: u64,
    modified: (i64, i64),
}

impl Identity {
    fn of(file: &File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        Ok(Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            len: metadata.len(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
        })
    }
}

impl Store {
    /// The bytes of a file, as they are now.
    pub(super) fn open(path: PathBuf) -> Result<Self, TableError> {
        let identity = Identity::of(&File::open(&path)?)?;
        Ok(Self::File(Arc::new(path), identity))
    }

    pub(super) fn len(&self) -> u64 {
        match self {
            Self::Memory(bytes) => bytes.len() as u64,
            Self::File(_, Identity { len, .. }) => *len,
        }
    }

    fn read(&self, range: Range<u64>) -> Result<Cow<'static, [u8]>, TableError> {
        if range.end > self.len() {
            return Err(TableError::Truncated);
        }
        match self {
            Self::Memory(bytes) => Ok(Cow::Borrowed(&bytes[range.start as usize..range.end as usize])),
            Self::File(path, identity) => {
                let file = File::open(&**path)?;
                if Identity::of(&file)? != *identity {
                    return Err(TableError::Replaced);
                }
                let mut bytes = vec![0; (range.end - range.start) as usize];
                file.read_exact_at(&mut bytes, range.start)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }
}

/// One table of a file.
#[derive(Clone, Debug)]
pub(super) struct TableFile {
    pub(super) edition: Edition,
    pub(super) material: Material,
    /// How many values there are.
    pub(super) values: u64,
    /// How they are numbered.
    pub(super) layout: Layout,
    store: Store,
    start: u64,
    /// Where the blocks begin, and where the last ends.
    directory: Box<[u64]>,
}

impl TableFile {
    /// The table that begins at a byte of a file.
    pub(super) fn open(store: &Store, start: u64) -> Result<Self, TableError> {
        let left = store.len().saturating_sub(start);
        if left < HEAD as u64 {
            let magic = store.read(start..start + left.min(MAGIC.len() as u64))?;
            return Err(if MAGIC.starts_with(&magic) { TableError::Truncated } else { TableError::Foreign });
        }
        let head = store.read(start..start + HEAD as u64)?;
        let mut head = Fields(&head);
        if head.take() != MAGIC {
            return Err(TableError::Foreign);
        }
        let version = u16::from_le_bytes(head.take());
        if version != VERSION {
            return Err(TableError::Version(version));
        }
        // What is wrong in spite of the magic was changed since.
        let edition = Edition::from_bytes(head.take()).ok_or(TableError::Damaged)?;
        let [first, second] = head.take().map(Animals::from_bits);
        let material = Material::new(first, second).ok_or(TableError::Damaged)?;
        let values = u64::from_le_bytes(head.take());
        let sides = if material.is_even() { 1 } else { 2 };
        let layout = Layout::new(material, edition.ruleset());
        if values != sides * layout.len as u64 {
            return Err(TableError::Damaged);
        }
        let size = (values.div_ceil(BLOCK as u64) + 1) * 8;
        if size > left - HEAD as u64 {
            return Err(TableError::Truncated);
        }
        let directory = store.read(start + HEAD as u64..start + HEAD as u64 + size)?;
        let offset = |bytes: &[u8]| u64::from_le_bytes(Fields(bytes).take());
        let directory: Box<[u64]> = directory.chunks_exact(8).map(offset).collect();
        let is_ordered = directory[0] == HEAD as u64 + size && directory.is_sorted();
        let table = Self { edition, material, values, layout, store: store.clone(), start, directory };
        match table.len() {
            _ if !is_ordered => Err(TableError::Damaged),
            len if len > left => Err(TableError::Truncated),
            _ => Ok(table),
        }
    }

    /// How many bytes it takes, the checksum included.
    pub(super) fn len(&self) -> u64 {
        self.directory.last().map_or(0, |end| end.saturating_add(SUM as u64))
    }

    /// Reads all of it, and compares the checksum.
    pub(super) fn check(&self) -> Result<(), TableError> {
        let end = self.start + self.len() - SUM as u64;
        let mut sum = Sha256::new();
        for start in (self.start..end).step_by(READ as usize) {
            sum.update(self.store.read(start..end.min(start + READ))?);
        }
        let is_right = sum.finalize()[..] == self.store.read(end..end + SUM as u64)?[..];
        is_right.then_some(()).ok_or(TableError::Damaged)
    }

    /// All values.
    pub(super) fn read(&self) -> Result<Vec<u8>, TableError> {
        let mut values = Vec::new();
        for block in 0..self.directory.len() - 1 {
            values.extend(self.block(block)?);
        }
        Ok(values)
    }

    /// The values of a block.
    pub(super) fn block(&self, number: usize) -> Result<Box<[u8]>, TableError> {
        let (start, end) = (self.directory[number], self.directory[number + 1]);
        let packed = self.store.read(self.start + start..self.start + end)?;
        let len = (self.values - (number * BLOCK) as u64).min(BLOCK as u64) as usize;
        let mut values = vec![0; len].into_boxed_slice();
        DeflateDecoder::new(&packed[..]).read_exact(&mut values).map_err(|_| TableError::Damaged)?;
        Ok(values)
    }
}

/// Fields of so many bytes, one behind the other.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (field, rest) = self.0.split_first_chunk().expect("as much was read");
        self.0 = rest;
        *field
    }
}

/// Compresses the values of a block.
pub(super) fn pack(values: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(LEVEL));
    let packed = encoder.write_all(values).and_then(|()| encoder.finish());
    packed.expect("memory can be written to")
}

/// Writes a table: how many values it has, and its packed blocks.
pub(super) fn write(
    (edition, material): (Edition, Material),
    values: u64,
    blocks: &[Vec<u8>],
    to: &mut dyn Write,
) -> io::Result<()> {
    let mut head = Vec::with_capacity(HEAD + (blocks.len() + 1) * 8);
    head.extend(MAGIC);
    head.extend(VERSION.to_le_bytes());
    head.extend(edition.to_bytes());
    head.extend([material.first(), material.second()].map(Animals::bits));
    head.extend(values.to_le_bytes());
    let mut offset = (HEAD + (blocks.len() + 1) * 8) as u64;
    head.extend(offset.to_le_bytes());
    for block in blocks {
        offset += block.len() as u64;
        head.extend(offset.to_le_bytes());
    }
    let mut sum = Sha256::new();
    for part in std::iter::once(&head).chain(blocks) {
        sum.update(part);
        to.write_all(part)?;
    }
    to.write_all(&sum.finalize())
}
