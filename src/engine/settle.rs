//! What decides a position that a search has reached before any move is tried.

use super::endings::{den_entry, ended, hurried, plies_left, safe_trap_entry};
use super::score::{DRAW, loss_in, win_in};
use super::search::Search;
use super::stack::MAX_PLY;
use super::tablebase::Verdict;
use crate::rules::terrain::{DENS, TRAPS};
use crate::rules::{Bitboard, Move, Position};

impl Search<'_> {
    /// The value of a position that the rules decide, or in which the den stands open, or that was there before.
    pub(super) fn settle(&mut self, position: &Position, ply: i32) -> Option<i32> {
        if !position.has_legal_moves() {
            return Some(ended(position, ply));
        }
        let left = plies_left(position);
        if left == 0 || self.may_repeat_threat && self.is_drawn_by_repetition(position) {
            return Some(self.draw(ply));
        }
        if let Some(entry) = den_entry(position) {
            self.stack.at(ply).line.push(entry);
            return Some(win_in(ply + 1));
        }
        if self.earlier_visits(position).next().is_some() {
            return Some(self.draw(ply));
        }
        if left >= 3
            && !self.may_repeat_threat
            && let Some(value) = self.settle_trap(position, ply)
        {
            return Some(value);
        }
        (ply >= MAX_PLY).then(|| self.evaluate(position))
    }

    /// The value of a position that a table knows, if no draw by counting or repetition comes before the end.
    pub(super) fn look_up(&self, position: &Position, ply: i32) -> Option<i32> {
        let verdict = self.tables.as_ref()?.verdict(position)?;
        let Some(plies) = verdict.plies() else { return Some(self.draw(ply)) };
        // What was there before the root may come again, unless something was taken since.
        let may_repeat = position.ruleset().repetition_limit.is_some()
            && position.plies_since_capture() >= ply as u32
            && self.path.len() as i32 > ply + 1;
        if may_repeat || u32::from(plies) > plies_left(position) {
            return None;
        }
        let plies = ply + i32::from(plies);
        Some(if let Verdict::Win(_) = verdict { win_in(plies) } else { loss_in(plies) })
    }

    /// The value of a position in which a trap next to the enemy den can be entered safely.
    fn settle_trap(&mut self, position: &Position, ply: i32) -> Option<i32> {
        if !self.den_threats(position).is_empty() {
            return None;
        }
        let entry = safe_trap_entry(position)?;
        if let Some(&mv) = position.legal_moves().iter().find(|mv| position.is_winning(**mv)) {
            self.stack.at(ply).line.push(mv);
            return Some(win_in(ply + 1));
        }
        let next = position.play_unchecked(entry);
        let answer = *next.legal_moves().first()?;
        let den = Move { from: entry.to, to: DENS[!position.turn()] };
        self.stack.at(ply).line.extend([entry, answer, den]);
        Some(win_in(ply + 3))
    }

    /// What a position is worth as it stands.
    pub(super) fn evaluate(&self, position: &Position) -> i32 {
        hurried(position, self.evaluator.evaluate(position))
    }

    /// The value of a draw so many plies from the root, where it is the root's side that may disdain it.
    fn draw(&self, ply: i32) -> i32 {
        if ply % 2 == 0 { DRAW - self.contempt } else { DRAW + self.contempt }
    }

    fn is_drawn_by_repetition(&self, position: &Position) -> bool {
        let limit = position.ruleset().repetition_limit;
        limit.is_some_and(|limit| self.earlier_visits(position).count() as u32 + 1 >= limit)
    }

    /// The times that a position was there since the last capture, before the present time.
    fn earlier_visits<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = &'a u64> {
        let earlier = self.path.iter().rev().take(position.plies_since_capture() as usize + 1);
        // The present position comes first, and none comes back in less than four plies.
        earlier.skip(4).step_by(2).filter(|&&key| key == position.key())
    }

    /// The enemy pieces that are sure to enter the den if they are not taken: no draw comes before.
    pub(super) fn den_threats(&self, position: &Position) -> Bitboard {
        if plies_left(position) == 1 || self.may_repeat_threat {
            return Bitboard::EMPTY;
        }
        position.pieces(!position.turn()) & TRAPS[position.turn()]
    }

    /// Loses to a piece that enters the den, whatever is played.
    pub(super) fn lose_den(&mut self, position: &Position, ply: i32, any: Move) -> i32 {
        let left = self.den_threats(position).without(any.to.into());
        let entry = left.first().map(|from| Move { from, to: DENS[position.turn()] });
        self.stack.at(ply).line.extend([any].into_iter().chain(entry));
        loss_in(ply + 2)
    }
}
