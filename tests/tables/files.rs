//! Files that are not as they should be: each is refused by its name, and the others are there.

use std::fs;
use std::path::PathBuf;

use jungle::engine::tablebase::{Holdings, Refused, TableError, Tables};
use jungle::rules::Ruleset;

use crate::{Folder, game};

const WON: &str = "7/7/3r3/7/7/3L3/7/7/7 w";
/// Where the version stands in a table.
const VERSION: usize = 8;

struct Leiden {
    folder: Folder,
    file: PathBuf,
    bytes: Vec<u8>,
}

impl Leiden {
    fn new() -> Self {
        let folder = Folder::built(&Ruleset::LEIDEN, 2);
        let file = folder.0.join("L-r.jtb");
        let bytes = fs::read(&file).unwrap();
        Self { folder, file, bytes }
    }

    /// Opens the folder with other bytes in the file.
    fn open(&self, bytes: &[u8]) -> (Tables, Vec<Refused>) {
        fs::write(&self.file, bytes).unwrap();
        Tables::open(&self.folder.0).unwrap()
    }

    /// Checks that these bytes are refused, and nothing else.
    fn assert_refused(&self, bytes: &[u8], is_expected: fn(&TableError) -> bool) {
        let (tables, refused) = self.open(bytes);
        let [Refused { path, error }] = &refused[..] else { panic!("{refused:?}") };
        assert!(*path == self.file && is_expected(error), "{error}");
        assert_eq!(tables.holdings(&Ruleset::LEIDEN), Holdings { pieces: 0, tables: 35 });
        assert_eq!(tables.holdings(&Ruleset::STANDARD), Tables::shipped().holdings(&Ruleset::STANDARD));
        assert_eq!(tables.probe(game(WON, &Ruleset::LEIDEN).position()), None);
        assert!(tables.probe(game(WON, &Ruleset::STANDARD).position()).is_some());
    }
}

#[test]
fn whatever_is_changed_in_a_file_is_noticed() {
    let leiden = Leiden::new();
    assert!(leiden.open(&leiden.bytes).1.is_empty());
    for at in (0..leiden.bytes.len())
        .step_by(leiden.bytes.len() / 40)
        .chain(leiden.bytes.len() - 40..leiden.bytes.len())
    {
        let mut bytes = leiden.bytes.clone();
        bytes[at] ^= 0x10;
        leiden.assert_refused(&bytes, |error| {
            matches!(
                error,
                TableError::Damaged | TableError::Truncated | TableError::Foreign | TableError::Version(_)
            )
        });
    }
}

#[test]
fn a_file_that_is_cut_short_is_refused() {
    let leiden = Leiden::new();
    for len in [0, 1, 7, 8, 31, 32, 100, leiden.bytes.len() / 2, leiden.bytes.len() - 1] {
        leiden.assert_refused(&leiden.bytes[..len], |error| matches!(error, TableError::Truncated));
    }
}

#[test]
fn a_file_of_something_else_is_refused() {
    let leiden = Leiden::new();
    for bytes in [&b"x"[..], b"\n", b"no table at all, but text that goes on for longer than a header"] {
        leiden.assert_refused(bytes, |error| matches!(error, TableError::Foreign));
    }
}

#[test]
fn a_file_of_another_version_is_refused_with_it() {
    let leiden = Leiden::new();
    for version in [0, 2, 999_u16] {
        let mut bytes = leiden.bytes.clone();
        bytes[VERSION..VERSION + 2].copy_from_slice(&version.to_le_bytes());
        let (_, refused) = leiden.open(&bytes);
        assert!(matches!(refused[0].error, TableError::Version(told) if told == version));
    }
}

#[test]
fn a_directory_with_absurd_numbers_is_refused() {
    let leiden = Leiden::new();
    // How many values there are, and where the first and the second block begin.
    for at in [24, 32, 40] {
        for number in [0, u64::MAX, u64::MAX / 2, 1 << 40] {
            let mut bytes = leiden.bytes.clone();
            bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
            leiden
                .assert_refused(&bytes, |error| matches!(error, TableError::Damaged | TableError::Truncated));
        }
    }
}

#[test]
fn tables_are_joined_by_writing_one_behind_the_other() {
    let (leiden, joined) = (Leiden::new(), Folder::new());
    let mut paths: Vec<PathBuf> =
        fs::read_dir(&leiden.folder.0).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort_unstable();
    let mut bytes: Vec<u8> = paths.iter().flat_map(|path| fs::read(path).unwrap()).collect();
    fs::write(joined.0.join("all.jtb"), &bytes).unwrap();
    let (tables, refused) = Tables::open(&joined.0).unwrap();
    assert!(refused.is_empty());
    assert_eq!(tables.holdings(&Ruleset::LEIDEN), Holdings { pieces: 2, tables: 36 });
    // What comes before the fault is there.
    bytes.truncate(bytes.len() - 1);
    fs::write(joined.0.join("all.jtb"), &bytes).unwrap();
    let (tables, refused) = Tables::open(&joined.0).unwrap();
    assert_eq!((tables.holdings(&Ruleset::LEIDEN).tables, refused.len()), (35, 1));
}

#[test]
fn a_file_that_is_cut_while_it_is_used_is_only_a_table_less() {
    let leiden = Leiden::new();
    let (tables, _) = leiden.open(&leiden.bytes);
    let position = *game(WON, &Ruleset::LEIDEN).position();
    fs::File::options().write(true).open(&leiden.file).unwrap().set_len(100).unwrap();
    assert_eq!(tables.probe(&position), None);
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let folder = Folder::new();
    assert!(Tables::open(&folder.0.join("nowhere")).is_err());
}
