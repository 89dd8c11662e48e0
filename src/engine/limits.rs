use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Blur;

/// How far a search may go; whichever limit it meets first ends it, and none of them is needed.
///
/// Without any, a search goes on until the result is forced, or until it is told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u8>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Time to take, counted from the call; with it, equal searches may differ.
    pub time: Option<Duration>,
    /// The error to make.
    pub blur: Option<Blur>,
    /// How many of the best moves to find, each with its line.
    pub lines: usize,
    /// How much less than level a draw is worth to the side on turn, in hundredths of a cat.
    pub contempt: i32,
    /// The bytes of the transposition table; what suits the number of nodes if it is left out.
    pub table_bytes: Option<usize>,
    /// Whether endgame tables may be asked, where there are any.
    pub may_probe: bool,
}

impl Default for Limits {
    /// No limit, and the best move only.
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            time: None,
            blur: None,
            lines: 1,
            contempt: 0,
            table_bytes: None,
            may_probe: true,
        }
    }
}

/// The contempt of a side that plays to win.
const CONTEMPT: i32 = 60;

impl Limits {
    /// The same for play rather than for analysis: a draw is worth less than a level position.
    #[must_use]
    pub fn to_win(self) -> Self {
        Self { contempt: CONTEMPT, ..self }
    }

    /// Ends where either of both would end.
    #[must_use]
    pub fn or_sooner(self, other: Self) -> Self {
        Self {
            depth: sooner(self.depth, other.depth),
            nodes: sooner(self.nodes, other.nodes),
            time: sooner(self.time, other.time),
            blur: self.blur.or(other.blur),
            lines: self.lines.max(other.lines),
            contempt: self.contempt.max(other.contempt),
            table_bytes: self.table_bytes.or(other.table_bytes),
            may_probe: self.may_probe && other.may_probe,
        }
    }
}

/// The lesser of two limits, if there is any.
fn sooner<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    one.into_iter().chain(other).min()
}

/// A flag that tells a search in another thread to stop; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells every search that was given the flag to stop.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
