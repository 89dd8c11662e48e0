use std::fmt::Write;
use std::str::FromStr;
use std::time::Duration;

use super::player::{ParsePlayerError, check_limited, read, set_limit, settings};
use crate::engine::Limits;

/// Another program as a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    /// The program, then its arguments.
    pub(super) words: Vec<String>,
    /// Its options, each with its value.
    pub(super) options: Vec<(String, String)>,
    /// What asks it for a move.
    pub(super) go: String,
    /// The most time that it may take for a move.
    pub(super) timeout: Duration,
}

/// What a program may take beyond its time: the machine may be busy with something else.
const GRACE: Duration = Duration::from_secs(1);
/// What it may take for a move if it has no limit of time.
const PATIENCE: Duration = Duration::from_mins(1);

impl FromStr for Program {
    type Err = ParsePlayerError;

    /// Reads words with spaces between, then settings with commas before them.
    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let (command, rest) =
            text.split_once(',').map_or((text, None), |(command, rest)| (command, Some(rest)));
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            return Err(ParsePlayerError::NoProgram);
        }
        let (mut limits, mut options, mut timeout) = (Limits::default(), Vec::new(), None);
        for setting in rest.into_iter().flat_map(settings) {
            let (name, value) = setting?;
            if let Some(option) = name.strip_prefix("option.") {
                options.push((option.to_owned(), value.to_owned()));
            } else if name == "timeout" {
                timeout = Some(Duration::from_millis(read(name, value)?));
            } else if !set_limit(&mut limits, name, value)? {
                return Err(ParsePlayerError::NotOfAProgram(name.to_owned()));
            }
        }
        check_limited(&limits)?;
        let usual = limits.time.map_or(PATIENCE, |time| time.saturating_add(GRACE));
        Ok(Self { words, options, go: go(&limits), timeout: timeout.unwrap_or(usual) })
    }
}

/// The command that asks for a move within limits.
fn go(limits: &Limits) -> String {
    let mut go = "go".to_owned();
    let parts = [
        ("depth", limits.depth.map(u64::from)),
        ("nodes", limits.nodes),
        ("movetime", limits.time.map(|time| time.as_millis() as u64)),
    ];
    for (name, value) in parts {
        if let Some(value) = value {
            write!(go, " {name} {value}").expect("a string takes everything");
        }
    }
    go
}
