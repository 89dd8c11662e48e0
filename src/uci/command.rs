use std::str::FromStr;

use thiserror::Error;

use super::go::{Go, ParseGoError};
use crate::rules::{Move, ParseSetupError, Setup};

/// What the other side can say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Introduce yourself.
    Uci,
    /// Say that you listen.
    IsReady,
    /// Another game begins.
    NewGame,
    /// Look at the game after these moves from a setup, or from the start.
    Position(Option<Setup>, Vec<Move>),
    /// Think.
    Go(Go),
    /// Set an option to a value.
    SetOption(String, String),
    /// Stop thinking.
    Stop,
    /// Go away.
    Quit,
    /// Something that needs no answer.
    Nothing,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum ParseCommandError {
    #[error("unknown command {0:?}")]
    Unknown(String),
    #[error("position must be followed by startpos or by fen")]
    NoStart,
    #[error("the moves must follow the position after the word moves, not {0:?}")]
    NoMoves(String),
    #[error("the position: {0}")]
    Setup(#[from] ParseSetupError),
    #[error("{0:?} is not a move such as a3a4")]
    Move(String),
    #[error(transparent)]
    Go(#[from] ParseGoError),
    #[error("setoption must be followed by name, a name, value and a value")]
    SetOption,
}

impl FromStr for Command {
    type Err = ParseCommandError;

    fn from_str(line: &str) -> Result<Self, ParseCommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&first, rest)) = words.split_first() else { return Ok(Self::Nothing) };
        Ok(match first {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "position" => read_position(rest)?,
            "go" => Self::Go(Go::read(rest)?),
            "setoption" => read_option(rest)?,
            "stop" => Self::Stop,
            "quit" => Self::Quit,
            "ponderhit" | "debug" | "register" => Self::Nothing,
            _ => return Err(ParseCommandError::Unknown(first.to_owned())),
        })
    }
}

fn read_position(words: &[&str]) -> Result<Command, ParseCommandError> {
    let (setup, rest) = match words.split_first() {
        Some((&"startpos", rest)) => (None, rest),
        Some((&"fen", rest)) => {
            let end = rest.iter().position(|&word| word == "moves").unwrap_or(rest.len());
            (Some(rest[..end].join(" ").parse()?), &rest[end..])
        }
        _ => return Err(ParseCommandError::NoStart),
    };
    let moves = match rest.split_first() {
        None => &[],
        Some((&"moves", moves)) => moves,
        Some((&word, _)) => return Err(ParseCommandError::NoMoves(word.to_owned())),
    };
    let read = |word: &&str| word.parse().map_err(|_| ParseCommandError::Move((*word).to_owned()));
    Ok(Command::Position(setup, moves.iter().map(read).collect::<Result<_, _>>()?))
}

/// Reads a name and a value, each of any number of words.
fn read_option(words: &[&str]) -> Result<Command, ParseCommandError> {
    let Some((&"name", rest)) = words.split_first() else { return Err(ParseCommandError::SetOption) };
    let mut parts = rest.splitn(2, |&word| word == "value").map(|words| words.join(" "));
    match (parts.next(), parts.next()) {
        (Some(name), Some(value)) if !name.is_empty() => Ok(Command::SetOption(name, value)),
        _ => Err(ParseCommandError::SetOption),
    }
}
