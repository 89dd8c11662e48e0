use std::time::Duration;

use thiserror::Error;

/// Why a player lost without being beaten.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Forfeit {
    /// It took more time than it may.
    #[error("gave no move within {} ms", .0.as_millis())]
    Timeout(Duration),
    /// It ended, or could not be written to.
    #[error("ended in the middle of the game ({0})")]
    Crash(String),
    /// It gave a move that is not legal, or no move.
    #[error("answered {0:?}, which is not a legal move")]
    IllegalMove(String),
}
