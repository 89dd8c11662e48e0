use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;

use thiserror::Error;

use crate::engine::{Level, Limits};
use crate::rules::Ruleset;

/// What can be set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// The megabytes of the transposition table; 0 for what suits the limits.
    hash: u64,
    /// The lines to find.
    lines: u64,
    /// The playing strength; 0 for all of it.
    level: u64,
    /// What the errors of a level come from.
    seed: u64,
    /// The milliseconds that a move loses on its way.
    pub(super) overhead: u64,
    /// The rules.
    pub(super) ruleset: Ruleset,
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum SetOptionError {
    #[error("there is no option {0:?}")]
    Unknown(String),
    #[error("{0} goes from {min} to {max}", min = .1.start(), max = .1.end())]
    Range(&'static str, RangeInclusive<u64>),
    #[error("{0:?} is not the name of a ruleset")]
    Ruleset(String),
}

/// A number that can be set.
struct Spin {
    name: &'static str,
    range: RangeInclusive<u64>,
    field: fn(&mut Options) -> &mut u64,
}

const SPINS: [Spin; 5] = [
    Spin { name: "Hash", range: 0..=4_096, field: |options| &mut options.hash },
    Spin { name: "MultiPV", range: 1..=32, field: |options| &mut options.lines },
    Spin { name: "Level", range: 0..=Level::MAX.get() as u64, field: |options| &mut options.level },
    Spin { name: "Seed", range: 0..=u32::MAX as u64, field: |options| &mut options.seed },
    Spin { name: "Move Overhead", range: 0..=5_000, field: |options| &mut options.overhead },
];
const RULESET: &str = "Ruleset";
/// The folder of endgame tables beside those in the program.
pub(super) const TABLES: &str = "TablesPath";
const BYTES_PER_MEGABYTE: u64 = 1 << 20;

impl Default for Options {
    fn default() -> Self {
        Self { hash: 0, lines: 1, level: 0, seed: 0, overhead: 10, ruleset: Ruleset::STANDARD }
    }
}

impl Options {
    /// Sets an option; upper and lower case are the same.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        if name.eq_ignore_ascii_case(RULESET) {
            let ruleset = Ruleset::named(&value.to_ascii_lowercase());
            self.ruleset = ruleset.ok_or_else(|| SetOptionError::Ruleset(value.to_owned()))?;
            return Ok(());
        }
        let spin = SPINS.into_iter().find(|spin| spin.name.eq_ignore_ascii_case(name));
        let Spin { name, range, field } = spin.ok_or_else(|| SetOptionError::Unknown(name.to_owned()))?;
        let number = value.parse().ok().filter(|number| range.contains(number));
        *field(self) = number.ok_or(SetOptionError::Range(name, range))?;
        Ok(())
    }

    /// The limits that the options make.
    pub(super) fn limits(&self) -> Limits {
        let level = Level::new(self.level as u8);
        let hash = self.hash.checked_mul(BYTES_PER_MEGABYTE).filter(|&bytes| bytes > 0);
        Limits {
            lines: self.lines as usize,
            table_bytes: hash.and_then(|bytes| bytes.try_into().ok()),
            ..level.map_or_else(Limits::default, |level| level.limits(self.seed))
        }
    }
}

impl Display for Options {
    /// Writes each option with its default, a line each.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for Spin { name, range, field } in SPINS {
            let (default, min, max) = (*field(&mut self.clone()), range.start(), range.end());
            writeln!(f, "option name {name} type spin default {default} min {min} max {max}")?;
        }
        writeln!(f, "option name {TABLES} type string default <empty>")?;
        let names = Ruleset::NAMED.each_ref().map(|named| format!(" var {}", named.name)).concat();
        let default = self.ruleset.name().expect("only named rulesets can be set");
        write!(f, "option name {RULESET} type combo default {default}{names}")
    }
}
