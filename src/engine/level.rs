use super::{Blur, Limits};

/// A playing strength, from 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The nodes and the greatest error of each level.
const STRENGTHS: [(u64, i32); Level::MAX.0 as usize] = [
    (150, 1_200),
    (300, 600),
    (500, 300),
    (900, 150),
    (1_800, 40),
    (3_000, 0),
    (9_000, 0),
    (28_000, 0),
    (100_000, 0),
    (600_000, 0),
];

impl Level {
    /// For a child that learns the rules.
    pub const MIN: Self = Self(1);
    /// For whoever does not ask.
    pub const DEFAULT: Self = Self(5);
    /// From here on endgame tables are asked: whoever wants an opponent that errs wants one that errs in endings too.
    const PERFECT_ENDINGS: Self = Self(8);
    /// As strong as it gets.
    pub const MAX: Self = Self(10);

    /// The level of this number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if Self::MIN.0 <= number && number <= Self::MAX.0 { Some(Self(number)) } else { None }
    }

    /// The number, from 1 to 10.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The limits to search with; the seed picks the errors of the lower levels.
    pub fn limits(self, seed: u64) -> Limits {
        let (nodes, amount) = STRENGTHS[self.0 as usize - 1];
        let blur = if amount > 0 { Some(Blur { seed, amount }) } else { None };
        Limits { nodes: Some(nodes), blur, may_probe: self >= Self::PERFECT_ENDINGS, ..Limits::default() }
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::DEFAULT
    }
}
