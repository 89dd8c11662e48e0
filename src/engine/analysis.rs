use super::search::Search;
use super::{Limits, Score, Stop};
use crate::rules::{Game, Move};

/// What a search found out about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The best move.
    pub best: Move,
    /// What it is worth to the side on turn.
    pub score: Score,
    /// The moves that both sides are expected to play, the best one first.
    pub line: Vec<Move>,
    /// The plies that were looked ahead for every move.
    pub depth: u8,
    /// The positions that were visited.
    pub nodes: u64,
    /// Where the answer comes from.
    pub source: Source,
}

/// Where an answer comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A search chose between moves.
    Search,
    /// There was no choice; a short search gave the score.
    OnlyMove,
}

/// The most nodes to spend on the score of an only move.
const ONLY_MOVE_NODES: u64 = 2_000;

/// Finds the best move for the side on turn, and what it is worth.
///
/// # Panics
///
/// The game is over.
pub fn analyse(game: &Game, mut limits: Limits, stop: &Stop) -> Analysis {
    assert!(game.outcome().is_none(), "a game that is over has no best move");
    let source = if game.legal_moves().len() == 1 { Source::OnlyMove } else { Source::Search };
    if source == Source::OnlyMove {
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(ONLY_MOVE_NODES));
    }
    Search::new(game, &limits, stop).run(source)
}
