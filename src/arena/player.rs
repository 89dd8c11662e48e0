use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::bot::Bot;
use super::conversation::{Conversation, StartError};
use super::forfeit::Forfeit;
use super::program::Program;
use crate::engine::{Level, Limits, Means, analyse};
use crate::rules::{Game, Move, Ruleset};

/// Who plays in a match: settings of the engine, as `level=5,seed=3`, or another program, as `uci:path,time=100`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// As it was written.
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Bot(Bot),
    Program(Program),
}

/// The text is not a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParsePlayerError {
    /// A part that is no setting.
    #[error("{0:?} is not a setting such as level=5")]
    NotASetting(String),
    /// A setting that the engine does not have.
    #[error("the engine has no setting {0:?}, but level, seed, blur, hash, tables, time, nodes and depth")]
    NotOfTheEngine(String),
    /// A setting that is not for other programs.
    #[error("{0:?} is not for a UCI program, but time, nodes, depth, timeout and option.NAME are")]
    NotOfAProgram(String),
    /// A value that does not go with its setting.
    #[error("{0:?} does not have a value that it can have")]
    Value(String),
    /// A player without an end to its thinking.
    #[error("a player needs a limit: time, nodes, depth or, for the engine, level")]
    NoLimit,
    /// No program after `uci:`.
    #[error("a UCI program is written uci:PROGRAM")]
    NoProgram,
}

/// A player at the board.
pub(super) enum Seat {
    /// The engine in this process.
    Bot(Limits),
    /// A running program.
    Program(Box<Conversation>),
}

impl Player {
    /// Sits down to a game; the seed makes the errors of a bot that has no seed of its own.
    pub(super) fn sit(&self, seed: u64, pair: usize, ruleset: &Ruleset) -> Result<Seat, StartError> {
        Ok(match &self.kind {
            Kind::Bot(bot) => Seat::Bot(bot.limits(seed, pair)),
            Kind::Program(program) => Seat::Program(Box::new(Conversation::start(program, ruleset)?)),
        })
    }
}

impl Seat {
    /// Thinks about a move; when it is told to stop, whichever it has come to.
    pub(super) fn choose(&mut self, game: &Game, means: Means<'_>) -> Result<Move, Forfeit> {
        match self {
            Self::Bot(limits) => Ok(analyse(game, *limits, means).best()),
            Self::Program(conversation) => conversation.choose(game),
        }
    }
}

impl Display for Player {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<Level> for Player {
    fn from(level: Level) -> Self {
        Self { text: format!("level={}", level.get()), kind: Kind::Bot(Bot::from(level)) }
    }
}

impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let kind = match text.strip_prefix("uci:") {
            Some(program) => Kind::Program(program.parse()?),
            None => Kind::Bot(text.parse()?),
        };
        Ok(Self { text: text.to_owned(), kind })
    }
}

/// The settings in a text, each with its value.
pub(super) fn settings(text: &str) -> impl Iterator<Item = Result<(&str, &str), ParsePlayerError>> {
    text.split(',')
        .map(|part| part.split_once('=').ok_or_else(|| ParsePlayerError::NotASetting(part.to_owned())))
}

/// Takes a setting that every player may have; whether it was one.
pub(super) fn set_limit(limits: &mut Limits, name: &str, value: &str) -> Result<bool, ParsePlayerError> {
    match name {
        "time" => limits.time = Some(Duration::from_millis(read(name, value)?)),
        "nodes" => limits.nodes = Some(read(name, value)?),
        "depth" => limits.depth = Some(read(name, value)?),
        _ => return Ok(false),
    }
    Ok(true)
}

/// Reads the value of a setting.
pub(super) fn read<T: FromStr>(name: &str, value: &str) -> Result<T, ParsePlayerError> {
    value.parse().map_err(|_| ParsePlayerError::Value(format!("{name}={value}")))
}

/// Whether a search with these limits ends by itself.
pub(super) fn check_limited(limits: &Limits) -> Result<(), ParsePlayerError> {
    let is_limited = limits.time.is_some() || limits.nodes.is_some() || limits.depth.is_some();
    if is_limited { Ok(()) } else { Err(ParsePlayerError::NoLimit) }
}
