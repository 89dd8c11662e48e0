//! What the rules decide in a position that a search has reached.

use super::score::{DRAW, loss_in, win_in};
use crate::rules::reach::STEPS;
use crate::rules::terrain::{DENS, TRAPS};
use crate::rules::{Bitboard, Move, OwnTraps, Position};

/// The value of a position in which the side on turn has no move.
pub(super) fn ended(position: &Position, ply: i32) -> i32 {
    match position.decision().and_then(|outcome| outcome.winner) {
        None => DRAW,
        Some(winner) if winner == position.turn() => win_in(ply),
        Some(_) => loss_in(ply),
    }
}

/// A move into the enemy den: it is open to every piece on a square next to it, and those are the traps.
pub(super) fn den_entry(position: &Position) -> Option<Move> {
    let enemy = !position.turn();
    let from = (position.pieces(position.turn()) & TRAPS[enemy]).first()?;
    Some(Move { from, to: DENS[enemy] })
}

/// A step onto an empty enemy trap where no enemy piece can take it: the den is next.
pub(super) fn safe_trap_entry(position: &Position) -> Option<Move> {
    let enemy = !position.turn();
    let mine = position.pieces(position.turn());
    let guards = match position.ruleset().own_traps {
        OwnTraps::Open => position.pieces(enemy),
        OwnTraps::Closed => Bitboard::EMPTY,
    };
    (TRAPS[enemy] & !position.occupied()).into_iter().find_map(|to| {
        let next = STEPS[to as usize];
        let from = (mine & next).first().filter(|_| !next.intersects(guards))?;
        Some(Move { from, to })
    })
}

/// The plies until a count of plies makes a draw.
pub(super) fn plies_left(position: &Position) -> u32 {
    let left = |limit: Option<u32>, count| limit.map_or(u32::MAX, |limit| limit.saturating_sub(count));
    let ruleset = position.ruleset();
    left(ruleset.no_capture_limit, position.plies_since_capture())
        .min(left(ruleset.ply_limit, position.plies()))
}

/// The plies before a draw by counting from which on a lead loses worth.
const HURRY: u32 = 100;
/// The plies without any hurry that make the loss a gentle one: at the draw itself a third of the lead is left.
const PATIENCE: i32 = 50;

/// What a lead is worth where a draw by counting comes nearer: so that it is turned into something in time.
pub(super) fn hurried(position: &Position, value: i32) -> i32 {
    let left = plies_left(position).min(HURRY) as i32;
    value * (left + PATIENCE) / (HURRY as i32 + PATIENCE)
}
