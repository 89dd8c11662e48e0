use super::known::Known;
use super::search::Search;
use super::{Limits, Means, Score};
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
    /// Endgame tables tell how the game ends.
    Tablebase,
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

/// Finds the best moves for the side on turn, and what they are worth; a [`Stop`](super::Stop) alone are means too.
///
/// # Panics
///
/// The game is over.
pub fn analyse<'a>(game: &Game, limits: Limits, means: impl Into<Means<'a>>) -> Analysis {
    analyse_with(game, limits, means, &mut |_| ())
}

/// Does what [`analyse`] does, and hands out what is known after each finished depth but the last.
///
/// # Panics
///
/// The game is over.
pub fn analyse_with<'a>(
    game: &Game,
    limits: Limits,
    means: impl Into<Means<'a>>,
    report: &mut dyn FnMut(&Analysis),
) -> Analysis {
    assert!(game.outcome().is_none(), "a game that is over has no best move");
    let means = if limits.may_probe { means.into() } else { means.into().without_tables() };
    if let Some(known) = Known::of(game, means) {
        return known.analyse(limits);
    }
    let moves = game.legal_moves();
    if moves.len() > 1 {
        return Search::new(game, &moves, &limits, means).run(Source::Search, report);
    }
    let nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(ONLY_MOVE_NODES));
    Search::new(game, &moves, &Limits { nodes, ..limits }, means).run(Source::OnlyMove, report)
}
