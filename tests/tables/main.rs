//! The endgame tables, against published counts, against a slow twin of the rules, and against what happens to files.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod building;
mod categories;
mod files;
#[expect(dead_code, reason = "nothing here counts repetitions or turns a board round")]
#[path = "../mailbox/mod.rs"]
mod mailbox;
mod numbers;
mod play;
mod twin;

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use jungle::engine::tablebase::{Builder, Material, Tables, folder_name};
use jungle::rules::{Game, Piece, Position, Ruleset, Setup, Side, Square};

/// Random numbers that are the same in every run: Knuth's linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// A position with these pieces anywhere that goes on, either side having either's.
    fn position(&mut self, material: Material, ruleset: &Ruleset) -> Position {
        loop {
            let setup = self.setup(material);
            if let Some(position) = setup.and_then(|setup| Position::new(&setup, ruleset).ok())
                && position.outcome().is_none()
            {
                return position;
            }
        }
    }

    fn setup(&mut self, material: Material) -> Option<Setup> {
        let mut setup = Setup::EMPTY;
        setup.turn = Side::ALL[self.below(2)];
        setup.plies = setup.turn.seat().into();
        let first = Side::ALL[self.below(2)];
        for (side, animals) in [(first, material.first()), (!first, material.second())] {
            for animal in animals.iter() {
                setup.place(Piece { side, animal }, Square::ALL[self.below(Square::COUNT)]).ok()?;
            }
        }
        Some(setup)
    }
}

/// A folder that is gone with the value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("jungle-tables-{}-{number}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// With the tables to so many pieces.
    fn built(ruleset: &Ruleset, pieces: usize) -> Self {
        let folder = Self::new();
        build(ruleset, pieces, &folder.0);
        folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that is left is no failure.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn build(ruleset: &Ruleset, pieces: usize, folder: &Path) {
    let mut builder = Builder::new(ruleset, folder, 2);
    for material in (2..=pieces).flat_map(Material::all) {
        builder.build(material, &|_| ()).unwrap();
    }
}

/// The tables to four pieces for the long tests, which are made once and stay.
fn four_pieces(ruleset: &Ruleset) -> Tables {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tables").join(folder_name(ruleset));
    build(ruleset, 4, &folder);
    let (tables, refused) = Tables::open(&folder).unwrap();
    assert!(refused.is_empty(), "{refused:?}");
    tables
}

fn game(fen: &str, ruleset: &Ruleset) -> Game {
    Game::new(Position::new(&fen.parse().unwrap(), ruleset).unwrap())
}
