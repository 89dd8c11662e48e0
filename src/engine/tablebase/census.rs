use std::ops::AddAssign;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::layout::is_middle;
use super::probe::Table;
use super::{Material, TableError, Tables, Verdict};
use crate::rules::{NoLegalMoves, Ruleset};

/// What tables say of all positions with a number of pieces, white on turn: every piece on a square where it may
/// stand, none in a den.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// How many positions there are.
    pub positions: u64,
    /// How many are won.
    pub wins: u64,
    /// How many are lost.
    pub losses: u64,
    /// How many are drawn.
    pub draws: u64,
    /// In how many there is no legal move: they are lost or drawn, as the rules say.
    pub stuck: u64,
    /// The plies to the latest end.
    pub longest: u16,
}

impl AddAssign for Census {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.stuck += other.stuck;
        self.longest = self.longest.max(other.longest);
    }
}

impl Census {
    /// Counts what the tables for so many pieces say, with so many threads.
    ///
    /// # Errors
    ///
    /// One cannot be read.
    ///
    /// # Panics
    ///
    /// The system has no room for the threads.
    pub fn of(tables: &Tables, ruleset: &Ruleset, pieces: usize, threads: usize) -> Result<Self, TableError> {
        let Some(probe) = tables.under(ruleset) else { return Ok(Self::default()) };
        let materials = Material::all(pieces);
        let next = AtomicUsize::new(0);
        let share = || -> Result<Self, TableError> {
            let mut census = Self::default();
            while let Some(&material) = materials.get(next.fetch_add(1, Relaxed)) {
                if let Some(table) = probe.table(material) {
                    census += count(table, ruleset)?;
                }
            }
            Ok(census)
        };
        let mut census = Self::default();
        thread::scope(|scope| {
            let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(share)).collect();
            for thread in threads {
                census += thread.join().expect("counting does not panic")?;
            }
            Ok(census)
        })
    }

    fn add(&mut self, verdict: Verdict, weight: u64) {
        self.positions += weight;
        self.longest = self.longest.max(verdict.plies().unwrap_or(0));
        match verdict {
            Verdict::Win(_) => self.wins += weight,
            Verdict::Draw => self.draws += weight,
            Verdict::Loss(_) => self.losses += weight,
        }
    }
}

fn count(table: &Table, ruleset: &Ruleset) -> Result<Census, TableError> {
    let mut census = Census::default();
    let layout = &table.file.layout;
    let stuck = match ruleset.no_legal_moves {
        NoLegalMoves::Loses => Verdict::Loss(0),
        NoLegalMoves::Draws => Verdict::Draw,
    };
    let is_stuck = |index| table.position(index, ruleset).is_some_and(|position| !position.has_legal_moves());
    for (row, codes) in table.file.read()?.chunks(layout.row()).enumerate() {
        layout.for_each_in_row(row % (layout.len / layout.row()), |digit, squares, _| {
            // A position off the middle column stands for its mirror image too.
            let weight = if is_middle(squares[0]) { 1 } else { 2 };
            let verdict = Verdict::from_code(codes[digit]);
            census.add(verdict, weight);
            if verdict == stuck && is_stuck(row * layout.row() + digit) {
                census.stuck += weight;
            }
        });
    }
    Ok(census)
}
