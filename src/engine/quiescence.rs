//! The search beyond the horizon: captures only, until nothing is left hanging.

use super::exchange::exchange;
use super::moves::{Found, is_quiet};
use super::picker::{Picker, Ranked};
use super::score::{is_decided, loss_in};
use super::search::Search;
use super::stack::Step;
use super::table::Entry;
use super::tree::{Node, Trial, is_answered, table_key};
use crate::rules::Position;

/// The most plies of captures beyond the depth.
const MAX_CAPTURES: i32 = 8;

impl Search<'_> {
    /// Searches captures, or stands still if that is better.
    pub(super) fn search_captures(&mut self, position: &Position, node: Node) -> i32 {
        if !self.den_threats(position).is_empty() {
            return self.answer_threat(position, node);
        }
        let key = table_key(position);
        let known = self.table.find(key, node.ply);
        if let Some(known) = known
            && is_answered(position, node, &known)
        {
            return known.value;
        }
        let still = known.map_or_else(|| self.evaluate(position), |known| known.still);
        let found = if still >= node.beta || node.depth <= -MAX_CAPTURES {
            Found { value: still, best: None }
        } else {
            self.search_taking(position, node, (still, known))
        };
        let is_news = known.is_none_or(|known| known.depth <= 0);
        if is_news && !self.clock.is_over() {
            let entry = Entry {
                best: found.best,
                value: found.value,
                still,
                depth: 0,
                bound: node.bound(found.value),
            };
            self.table.keep(key, node.ply, entry);
        }
        found.value
    }

    /// Tries the captures that do not lose on their square.
    fn search_taking(
        &mut self,
        position: &Position,
        mut node: Node,
        (still, known): (i32, Option<Entry>),
    ) -> Found {
        let mut found = Found { value: still, best: None };
        node.alpha = node.alpha.max(still);
        let mut moves = position.legal_moves();
        moves.retain(|mv| !is_quiet(position, *mv));
        let mut picker = Picker::new(&moves, known.and_then(|known| known.best));
        let mut is_first = true;
        while let Some(Ranked { mv, .. }) = picker.next(position, &self.evaluator, None) {
            if !is_decided(found.value) && exchange(position, &self.evaluator, mv) < 0 {
                continue;
            }
            let trial = Trial { step: Step::of(position, mv), is_first, depth: node.depth - 1, reduction: 0 };
            let value = self.search_move(position, node, trial);
            if self.clock.is_over() {
                break;
            }
            is_first = false;
            found.value = value.max(found.value);
            if value > node.alpha {
                node.alpha = value;
                found.best = Some(mv);
                self.stack.extend_line(node.ply, mv);
            }
            if value >= node.beta {
                break;
            }
        }
        found
    }

    /// Takes a piece that would enter the den next: nobody can stand still then.
    fn answer_threat(&mut self, position: &Position, mut node: Node) -> i32 {
        if node.depth <= -MAX_CAPTURES {
            return self.evaluate(position);
        }
        let moves = match self.answers(position, node.ply) {
            Ok(moves) => moves,
            Err(loss) => return loss,
        };
        let mut best = loss_in(node.ply);
        for (index, mv) in moves.into_iter().enumerate() {
            let trial = Trial {
                step: Step::of(position, mv),
                is_first: index == 0,
                depth: node.depth - 1,
                reduction: 0,
            };
            let value = self.search_move(position, node, trial);
            if self.clock.is_over() {
                break;
            }
            best = value.max(best);
            if value > node.alpha {
                node.alpha = value;
                self.stack.extend_line(node.ply, mv);
            }
            if value >= node.beta {
                break;
            }
        }
        best
    }
}
