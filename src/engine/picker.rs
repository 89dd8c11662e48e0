use arrayvec::ArrayVec;

use super::evaluation::Evaluator;
use super::exchange::exchange;
use super::history::{History, Steps};
use super::stack::Step;
use crate::rules::terrain::{DENS, TRAPS};
use crate::rules::{Animal, Move, MoveList, Piece, Position};

/// Moves, handed out from the most to the least promising.
///
/// The table move comes first, before anything else is ordered: often no other move is needed.
#[derive(Debug)]
pub(super) struct Picker {
    moves: ArrayVec<Ranked, { Animal::COUNT * 4 }>,
    known: Option<Move>,
    is_ordered: bool,
}

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    /// The move.
    pub(super) mv: Move,
    /// What it was worth elsewhere, if it is quiet and was asked for.
    pub(super) merit: i32,
    order: i32,
}

/// What is remembered of the quiet moves of a position.
#[derive(Clone, Copy)]
pub(super) struct Memory<'a> {
    /// The merits of moves.
    pub(super) history: &'a History,
    /// The steps before.
    pub(super) before: Steps,
    /// The moves that were best at this ply before.
    pub(super) killers: [Option<Move>; 2],
}

/// What makes a move promising, each reason above all that merit in the [`History`] can give.
const DEN_ENTRY: i32 = 1 << 29;
const CAPTURE: i32 = 1 << 24;
const TRAP_ENTRY: i32 = 1 << 20;
const KILLERS: [i32; 2] = [1 << 19, 1 << 18];
const LOSING_CAPTURE: i32 = -(1 << 20);
/// How much more the captured piece counts than the one that takes it.
const CAPTURED_WEIGHT: i32 = 16;

impl Picker {
    /// The moves of a position, the one from the table first if it is among them.
    pub(super) fn new(moves: &MoveList, known: Option<Move>) -> Self {
        Self {
            moves: moves.iter().filter(|mv| known != Some(**mv)).map(|&mv| Ranked::new(mv)).collect(),
            known: known.filter(|known| moves.contains(known)),
            is_ordered: false,
        }
    }

    /// The next move to try.
    pub(super) fn next(
        &mut self,
        position: &Position,
        evaluator: &Evaluator,
        memory: Option<Memory<'_>>,
    ) -> Option<Ranked> {
        if let Some(known) = self.known.take() {
            return Some(Ranked::new(known));
        }
        if !self.is_ordered {
            self.is_ordered = true;
            for moves in self.moves.chunk_by_mut(|one, other| one.mv.from == other.mv.from) {
                rank(position, evaluator, (memory, moves));
            }
        }
        let (mut best, mut order) = (0, i32::MIN);
        for (index, ranked) in self.moves.iter().enumerate() {
            if ranked.order > order {
                (best, order) = (index, ranked.order);
            }
        }
        self.moves.swap_pop(best)
    }
}

impl Ranked {
    const fn new(mv: Move) -> Self {
        Self { mv, merit: 0, order: 0 }
    }
}

/// Ranks the moves of one piece.
fn rank(position: &Position, evaluator: &Evaluator, (memory, moves): (Option<Memory<'_>>, &mut [Ranked])) {
    let Some(first) = moves.first() else { return };
    let piece = Piece { side: position.turn(), animal: position.animal_at(first.mv.from) };
    let enemies = position.pieces(!position.turn());
    for ranked in moves {
        let step = Step { piece, mv: ranked.mv };
        if enemies.contains(ranked.mv.to) {
            ranked.order = capture_promise(position, evaluator, step);
        } else {
            ranked.order = quiet_promise(step);
            if let Some(memory) = memory {
                let killer = memory.killers.iter().position(|killer| *killer == Some(ranked.mv));
                ranked.merit = memory.history.merit(memory.before, step);
                ranked.order += ranked.merit + killer.map_or(0, |index| KILLERS[index]);
            }
        }
    }
}

fn quiet_promise(Step { piece, mv }: Step) -> i32 {
    if mv.to == DENS[!piece.side] {
        DEN_ENTRY
    } else if TRAPS[!piece.side].contains(mv.to) {
        TRAP_ENTRY
    } else {
        0
    }
}

fn capture_promise(position: &Position, evaluator: &Evaluator, Step { piece, mv }: Step) -> i32 {
    let taken = evaluator.piece_worth(position.animal_at(mv.to));
    let mover = evaluator.piece_worth(piece.animal);
    let order = CAPTURED_WEIGHT * taken - mover;
    if TRAPS[!piece.side].contains(mv.to) {
        CAPTURE + TRAP_ENTRY + order
    } else if taken < mover && exchange(position, evaluator, mv) < 0 {
        LOSING_CAPTURE + order
    } else {
        CAPTURE + order
    }
}
