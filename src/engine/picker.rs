use arrayvec::ArrayVec;

use super::evaluation::Evaluator;
use super::history::History;
use crate::rules::terrain::{DENS, TRAPS};
use crate::rules::{Animal, Move, MoveList, Position};

/// Moves, handed out from the most to the least promising.
#[derive(Debug)]
pub(super) struct Picker {
    moves: ArrayVec<(i32, Move), { Animal::COUNT * 4 }>,
}

/// What makes a move promising, each reason above all that merit in the [`History`] can give.
const TABLE_MOVE: i32 = 1 << 30;
const DEN_ENTRY: i32 = 1 << 29;
const CAPTURE: i32 = 1 << 24;
const TRAP_ENTRY: i32 = 1 << 20;
const KILLERS: [i32; 2] = [1 << 19, 1 << 18];
/// How much more the captured piece counts than the one that takes it.
const CAPTURED_WEIGHT: i32 = 16;

impl Picker {
    /// The moves of a position, the move from the table and the quiet moves that were good elsewhere first.
    pub(super) fn new(
        evaluator: &Evaluator,
        position: &Position,
        moves: &MoveList,
        known: Option<Move>,
    ) -> Self {
        let order = |mv| if Some(mv) == known { TABLE_MOVE } else { promise(evaluator, position, mv) };
        Self { moves: moves.iter().map(|&mv| (order(mv), mv)).collect() }
    }

    /// Ranks the quiet moves by what is remembered of them at this ply.
    pub(super) fn with_history(mut self, position: &Position, history: &History, ply: i32) -> Self {
        let killers = history.killers(ply);
        for (order, mv) in &mut self.moves {
            *order += history.merit(position.turn(), *mv);
            if let Some(index) = killers.iter().position(|killer| *killer == Some(*mv)) {
                *order += KILLERS[index];
            }
        }
        self
    }
}

impl Iterator for Picker {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let best = (0..self.moves.len()).max_by_key(|&index| self.moves[index])?;
        Some(self.moves.swap_remove(best).1)
    }
}

/// How promising a move looks by itself.
fn promise(evaluator: &Evaluator, position: &Position, mv: Move) -> i32 {
    let enemy = !position.turn();
    if mv.to == DENS[enemy] {
        return DEN_ENTRY;
    }
    let taken = position.piece_at(mv.to).map_or(0, |taken| {
        let mover = position.piece_at(mv.from).map_or(0, |mover| evaluator.piece_worth(mover.animal));
        CAPTURE + CAPTURED_WEIGHT * evaluator.piece_worth(taken.animal) - mover
    });
    taken + if TRAPS[enemy].contains(mv.to) { TRAP_ENTRY } else { 0 }
}
