use arrayvec::ArrayVec;

use super::history::Steps;
use crate::rules::{Move, Piece, Position};

/// The most plies from the root that a search looks at.
pub(super) const MAX_PLY: i32 = 100;

/// Moves that both sides are expected to play.
pub(super) type Variation = ArrayVec<Move, { MAX_PLY as usize + 4 }>;

/// A move with the piece that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// What moves.
    pub(super) piece: Piece,
    /// Where it goes.
    pub(super) mv: Move,
}

impl Step {
    /// A move of the side on turn.
    pub(super) fn of(position: &Position, mv: Move) -> Self {
        Self { piece: Piece { side: position.turn(), animal: position.animal_at(mv.from) }, mv }
    }
}

/// What a search keeps for one ply of the path it is on.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The best line from here.
    pub(super) line: Variation,
    /// The quiet moves that were best at this ply before.
    pub(super) killers: [Option<Move>; 2],
    /// What the position is worth without looking ahead, where that was asked.
    pub(super) still: Option<i32>,
    /// The move that is being tried; nothing if it is a pass.
    pub(super) step: Option<Step>,
    /// The move that is left out while it is seen whether it is the only good one.
    pub(super) excluded: Option<Move>,
}

/// The plies of the path that a search is on.
#[derive(Debug)]
pub(super) struct Stack {
    frames: Vec<Frame>,
}

impl Stack {
    /// No path yet.
    pub(super) fn new() -> Self {
        let frame =
            Frame { line: Variation::new(), killers: [None; 2], still: None, step: None, excluded: None };
        Self { frames: vec![frame; MAX_PLY as usize + 2] }
    }

    /// What is kept for a ply.
    pub(super) fn at(&mut self, ply: i32) -> &mut Frame {
        &mut self.frames[ply as usize]
    }

    /// The steps before a ply.
    pub(super) fn before(&self, ply: i32) -> Steps {
        [1, 2].map(|back| self.frames.get((ply - back) as usize).and_then(|frame| frame.step))
    }

    /// Whether the side on turn stands better than it did when it was on turn last.
    pub(super) fn is_improving(&self, ply: i32) -> bool {
        let still = |ply: i32| self.frames.get(ply as usize).and_then(|frame| frame.still);
        match (still(ply), still(ply - 2)) {
            (Some(now), Some(then)) => now > then,
            _ => true,
        }
    }

    /// Remembers a quiet move that refuted the move before it.
    pub(super) fn add_killer(&mut self, ply: i32, mv: Move) {
        let killers = &mut self.at(ply).killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Makes a move and the line behind it the best line from a ply.
    pub(super) fn extend_line(&mut self, ply: i32, mv: Move) {
        let (head, tail) = self.frames.split_at_mut(ply as usize + 1);
        let line = &mut head[ply as usize].line;
        line.clear();
        line.push(mv);
        line.extend(tail[0].line.iter().copied().take(MAX_PLY as usize));
    }
}
