use super::search::Search;
use super::{Limits, Score, Stop};
use crate::rules::{Game, Move};

/// What a search found out about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The lines of the best moves, the best first: as many as were asked for, or as there are moves.
    pub lines: Vec<Line>,
    /// The plies that were looked ahead for every move.
    pub depth: u8,
    /// The positions that were visited.
    pub nodes: u64,
    /// Where the answer comes from.
    pub source: Source,
}

/// A move to choose, with what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves of both sides, at least one; this one's is the first.
    pub moves: Vec<Move>,
    /// What it is worth to the side on turn.
    pub score: Score,
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

impl Analysis {
    /// The best move.
    pub fn best(&self) -> Move {
        self.lines[0].moves[0]
    }

    /// What was found out about the mirror image of the game.
    #[must_use]
    pub fn mirrored(mut self) -> Self {
        for mv in self.lines.iter_mut().flat_map(|line| &mut line.moves) {
            *mv = mv.mirrored();
        }
        self
    }

    /// What the best move is worth to the side on turn.
    pub fn score(&self) -> Score {
        self.lines[0].score
    }
}

/// Finds the best moves for the side on turn, and what they are worth.
///
/// # Panics
///
/// The game is over.
pub fn analyse(game: &Game, limits: Limits, stop: &Stop) -> Analysis {
    analyse_with(game, limits, stop, &mut |_| ())
}

/// Does what [`analyse`] does, and hands out what is known after each finished depth but the last.
///
/// # Panics
///
/// The game is over.
pub fn analyse_with(
    game: &Game,
    mut limits: Limits,
    stop: &Stop,
    report: &mut dyn FnMut(&Analysis),
) -> Analysis {
    assert!(game.outcome().is_none(), "a game that is over has no best move");
    let source = if game.legal_moves().len() == 1 { Source::OnlyMove } else { Source::Search };
    if source == Source::OnlyMove {
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(ONLY_MOVE_NODES));
    }
    Search::new(game, &limits, stop).run(source, report)
}
