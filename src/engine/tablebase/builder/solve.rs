//! Retrograde analysis: from the ends of the game back, ply by ply.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::field::Field;
use super::value::Value;
use crate::engine::tablebase::layout::MOST;
use crate::rules::{Side, Square};

/// How many rows a thread takes at a time.
const ROWS_AT_A_TIME: usize = 512;

/// Solves a field with so many threads, and gives the plies to the latest end; both are the same with any number.
///
/// Each row that is looked at for the first time is told, by the number of its positions.
pub(super) fn solve(field: &Field, threads: usize, progress: &(dyn Fn(u64) + Sync)) -> u16 {
    let mut most = for_each_row(field, threads, |row| {
        progress(field.layout.row() as u64);
        field.open_row(row)
    });
    let mut plies = 0;
    while plies <= most {
        most = most.max(for_each_row(field, threads, |row| field.spread_row(row, plies)));
        plies += 1;
    }
    most
}

/// Does something for each row, in any order, and gives the most plies that it tells of.
fn for_each_row(field: &Field, threads: usize, work: impl Fn(usize) -> u16 + Sync) -> u16 {
    let rows = field.layout.len / field.layout.row();
    let next = AtomicUsize::new(0);
    let take = || {
        let mut most = 0;
        loop {
            let start = next.fetch_add(ROWS_AT_A_TIME, Relaxed);
            if start >= rows {
                return most;
            }
            for row in start..rows.min(start + ROWS_AT_A_TIME) {
                most = most.max(work(row));
            }
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(take)).collect();
        let own = take();
        let found = others.into_iter().map(|other| other.join().expect("a row is looked at without a panic"));
        found.fold(own, u16::max)
    })
}

impl Field<'_> {
    /// Tells the positions before those of a row that end in so many plies, and gives the most plies found.
    fn spread_row(&self, row: usize, plies: u16) -> u16 {
        let start = row * self.layout.row();
        let last = self.layout.pieces.len() - 1;
        let mut squares = [Square::A1; MOST];
        let mut is_read = false;
        let mut most = 0;
        for side in Side::ALL {
            for offset in 0..self.layout.row() {
                if self.values[side][start + offset].load(Relaxed) != plies {
                    continue;
                }
                if !is_read {
                    self.layout.read_row(row, &mut squares);
                    is_read = true;
                }
                squares[last] = self.layout.squares[last][offset];
                most = most.max(self.spread(&squares[..=last], start + offset, side));
            }
        }
        most
    }

    /// Tells the positions before one whose value is final.
    fn spread(&self, squares: &[Square], index: usize, side: Side) -> u16 {
        let plies = self.values[side][index].load(Relaxed);
        let mut most = 0;
        self.for_each_before((squares, index), side, |before| {
            most = most.max(if plies.is_multiple_of(2) {
                self.win(!side, before, plies + 1)
            } else {
                self.lose(!side, before, plies + 1)
            });
        });
        most
    }

    /// A quiet move wins in so many plies.
    fn win(&self, side: Side, index: usize, plies: u16) -> u16 {
        let value = &self.values[side][index];
        // Whoever else writes here now writes the same.
        if value.load(Relaxed) > plies {
            value.store(plies, Relaxed);
            return plies;
        }
        0
    }

    /// A quiet move loses in so many plies.
    fn lose(&self, side: Side, index: usize, plies: u16) -> u16 {
        if !self.is_last_hope(side, index) {
            return 0;
        }
        let value = &self.values[side][index];
        let plies = plies.max(value.load(Relaxed) & !Value::OPEN.0);
        value.store(plies, Relaxed);
        plies
    }
}
