use std::time::{Duration, Instant};

use crate::engine::{Analysis, Limits, Stop, analyse};
use crate::rules::{Game, Position, Ruleset};

/// A position of the benchmark.
#[derive(Clone, Copy, Debug)]
pub struct BenchPosition {
    /// The name of its ruleset.
    pub ruleset: &'static str,
    /// The position as a FEN.
    pub fen: &'static str,
}

/// What searching the positions of the benchmark took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BenchTotal {
    /// The nodes: the same on every machine, so a change of the search that keeps them has changed nothing.
    pub nodes: u64,
    /// The time.
    pub time: Duration,
}

/// The start, tangles of every piece, games between bots, and endgames, under each ruleset.
pub const BENCH: [BenchPosition; 22] = [
    standard("l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1"),
    standard("1E2lp1/3rR2/3e3/7/d2T3/7/7/1LDWt1P/2w2cC w - - 0 1"),
    standard("lcW4/2P4/w6/7/3R2D/2r3C/1pte2E/4L2/1T3d1 w - - 0 1"),
    standard("4Eel/1c3R1/3t1D1/T6/7/7/w6/1p1PWC1/rL3d1 w - - 0 1"),
    standard("1dW2D1/w2E2l/7/t5c/3e3/3R2T/4r1C/3P3/1L2p2 w - - 0 1"),
    standard("1l4t/1d3ce/4w1R/r2p3/7/7/1EWP3/1C3D1/1T3L1 b - - 15 8"),
    standard("7/r1d1t2/1l1wLce/3p3/6R/7/1EWP3/T1C4/4D2 b - - 25 13"),
    standard("7/5ct/1dlw1e1/3p3/1r3R1/3W3/2EP1L1/1TD4/C6 b - - 35 18"),
    standard("1l5/4c1e/1dp1w2/3P2R/7/Tr5/1E2tL1/2WC3/5D1 b - - 35 18"),
    standard("2l1c2/6t/1d2w2/r6/3p3/7/3EP2/1CW2D1/2T1L2 b - - 5 18"),
    standard("7/3wc2/4e2/d1rL3/t3R2/7/2E2D1/C1WP3/7 b - - 2 26"),
    standard("5c1/7/1dlwe2/5R1/3p3/2rW3/1TEP3/4D1L/2C3t b - - 91 46"),
    standard("7/7/2l4/3R3/7/7/4e2/1T5/7 w - - 0 1"),
    standard("7/2c4/1T5/7/4r2/7/5E1/7/l6 b - - 0 1"),
    standard("4w2/7/1p5/7/2R4/4r2/7/2D1L2/7 w - - 0 1"),
    BenchPosition { ruleset: "classic", fen: "2l2t1/2d1L1c/r6/7/7/7/ECWP1Re/T4D1/7 b - - 2 18" },
    BenchPosition { ruleset: "plyyard", fen: "4c2/1d3t1/3pwe1/1r5/3l3/7/T2EWD1/2CP3/4L2 b - - 7 18" },
    BenchPosition { ruleset: "leiden", fen: "7/3ct2/2dpw1e/1r4D/3lR2/3W3/3E1L1/2T4/7 b - - 9 36" },
    BenchPosition { ruleset: "leiden", fen: "4t2/7/2r4/7/7/3d3/1W5/5L1/7 w - - 0 1" },
    BenchPosition { ruleset: "traditional", fen: "1r3t1/5e1/2dpwc1/3l3/3P3/6C/1RD1W2/1L2E2/5T1 b - - 15 8" },
    BenchPosition { ruleset: "mistboard", fen: "1t5/1c2d2/2wl3/3p3/7/e1RPr2/4WET/D2LC2/7 b - - 35 18" },
    BenchPosition { ruleset: "mistboard", fen: "4l2/3t3/1cw1dT1/1R5/7/2rp3/1D1eWE1/3LC2/7 b - - 35 46" },
];

/// The table to search with: one size for all, so that the nodes do not hang on what the engine would choose.
const TABLE_BYTES: usize = 16 << 20;

const fn standard(fen: &'static str) -> BenchPosition {
    BenchPosition { ruleset: "standard", fen }
}

/// Searches every position of the benchmark to a depth, and hands out what is found.
#[expect(clippy::missing_panics_doc, reason = "every position is legal, which is tested")]
pub fn bench(depth: u8, watch: &mut dyn FnMut(&BenchPosition, &Analysis)) -> BenchTotal {
    let limits = Limits { depth: Some(depth), table_bytes: Some(TABLE_BYTES), ..Limits::default() };
    let mut total = BenchTotal::default();
    for place in &BENCH {
        let ruleset = Ruleset::named(place.ruleset).expect("the ruleset is a named one");
        let setup = place.fen.parse().expect("the position is well formed");
        let game = Game::new(Position::new(&setup, &ruleset).expect("the position is legal"));
        let start = Instant::now();
        let analysis = analyse(&game, limits, &Stop::new());
        total.time += start.elapsed();
        total.nodes += analysis.nodes;
        watch(place, &analysis);
    }
    total
}

impl BenchTotal {
    /// The nodes a second.
    pub fn speed(self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(f64::EPSILON)) as u64
    }
}
