//! The search of one position below the root: alpha-beta, with a null window for all moves but the first.

use super::endings::plies_left;
use super::pruning::{
    PASS_DEPTH, PASS_PIECES, SINGULAR_DEPTH, SINGULAR_MARGIN, UNKNOWN_DEPTH, is_far_above, pass_reduction,
};
use super::score::{DRAW, is_decided, loss_in, plies_to_end, win_in};
use super::search::Search;
use super::stack::Step;
use super::table::{Bound, Entry};
use crate::rules::{Move, Position};

/// The most plies from the root, in depths, that extensions may lead to.
const MAX_EXTENSION: i32 = 2;
/// Positions that are so many plies from a draw by counting are not taken for ones that are further away.
const NEAR_LIMIT: u32 = 48;
/// Makes different keys of different numbers of plies.
const LIMIT_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// What is asked about a position: its value between two bounds, so many plies from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The plies to look ahead.
    pub(super) depth: i32,
    /// The plies from the root.
    pub(super) ply: i32,
    /// The value that is there already; what is not above it does not matter.
    pub(super) alpha: i32,
    /// The value that the other side will not let happen.
    pub(super) beta: i32,
}

/// A move to search.
#[derive(Clone, Copy)]
pub(super) struct Trial {
    /// The move.
    pub(super) step: Step,
    /// Whether it is the first one.
    pub(super) is_first: bool,
    /// The plies to look ahead after it.
    pub(super) depth: i32,
    /// How many plies less to look ahead at first.
    pub(super) reduction: i32,
}

impl Node {
    /// The node after a move, with this upper bound, seen by the other side.
    pub(super) const fn child(self, depth: i32, beta: i32) -> Self {
        Self { depth, ply: self.ply + 1, alpha: -beta, beta: -self.alpha }
    }

    /// Whether the value is wanted, not only on which side of a bound it is.
    pub(super) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// What a value that was found with this window says about the true one.
    pub(super) const fn bound(self, value: i32) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Whether a forced result is at stake: then every move is looked at in full.
    pub(super) const fn is_decisive(self) -> bool {
        is_decided(self.alpha) || is_decided(self.beta)
    }
}

impl Search<'_> {
    /// Plays a move and searches it: the first one for its value, another for whether it is better.
    pub(super) fn search_move(&mut self, position: &Position, node: Node, trial: Trial) -> i32 {
        let next = position.play_unchecked(trial.step.mv);
        self.stack.at(node.ply).step = Some(trial.step);
        self.path.push(next.key());
        let value = self.search_next(&next, node, trial);
        self.path.pop();
        value
    }

    fn search_next(&mut self, next: &Position, node: Node, trial: Trial) -> i32 {
        if trial.is_first {
            return -self.search(next, node.child(trial.depth, node.beta));
        }
        if trial.reduction > 0 {
            let value = -self.search(next, node.child(trial.depth - trial.reduction, node.alpha + 1));
            if value <= node.alpha {
                return value;
            }
        }
        let value = -self.search(next, node.child(trial.depth, node.alpha + 1));
        if value <= node.alpha || value >= node.beta {
            return value;
        }
        -self.search(next, node.child(trial.depth, node.beta))
    }

    /// Searches a position for its value, as far as the bounds of the node ask for it.
    #[expect(clippy::too_many_lines, reason = "a search is read from top to bottom")]
    pub(super) fn search(&mut self, position: &Position, mut node: Node) -> i32 {
        // 1. Count the node.
        self.stack.at(node.ply).line.clear();
        self.clock.visit();
        if self.clock.is_over() {
            return DRAW;
        }

        // 2. See whether the rules or an open den decide.
        if let Some(value) = self.settle(position, node.ply) {
            return value;
        }

        // 3. See whether a table tells the end.
        if let Some(value) = self.look_up(position, node.ply) {
            return value;
        }

        // 4. Leave out what cannot change the result: a nearer end is known.
        node.alpha = node.alpha.max(loss_in(node.ply + 2));
        node.beta = node.beta.min(win_in(node.ply + 1));
        if node.alpha >= node.beta {
            return node.alpha;
        }

        // 5. Look further where the den is threatened.
        let is_threatened = !self.den_threats(position).is_empty();
        if is_threatened && node.depth >= 0 && self.may_extend(node) {
            node.depth += 1;
        }

        // 6. At the horizon, look at captures only.
        if node.depth <= 0 {
            return self.search_captures(position, node);
        }

        // 7. Look up what is known.
        let excluded = self.stack.at(node.ply).excluded;
        let key = table_key(position);
        let known = if excluded.is_none() { self.table.find(key, node.ply) } else { None };
        if let Some(known) = known
            && is_answered(position, node, &known)
        {
            return known.value;
        }

        // 8. See what the position is worth as it stands; a threat leaves no time to stand.
        let still = match known {
            _ if is_threatened => None,
            Some(known) => Some(known.still),
            None => Some(self.evaluate(position)),
        };
        self.stack.at(node.ply).still = still;

        // 9. Leave a position alone that is too good for the other side to let it happen.
        if let Some(still) = still
            && excluded.is_none()
            && let Some(value) = self.stand(position, node, still)
        {
            return value;
        }

        // 10. Look less far where nothing is known.
        if known.is_none_or(|known| known.best.is_none()) && node.depth >= UNKNOWN_DEPTH && !is_threatened {
            node.depth -= 1;
        }

        // 11. Try the moves.
        let found = self.search_moves(position, node, known);

        // 12. Remember what was found.
        if !self.clock.is_over() && excluded.is_none() {
            let bound = node.bound(found.value);
            let (best, value, still) = (found.best, found.value, still.unwrap_or_default());
            self.table.keep(key, node.ply, Entry { best, value, still, depth: node.depth, bound });
        }
        found.value
    }

    /// The value of a position without trying its moves, if it is clearly above the upper bound.
    fn stand(&mut self, position: &Position, node: Node, still: i32) -> Option<i32> {
        if node.is_open() || node.is_decisive() {
            return None;
        }
        if is_far_above(still, node.beta, node.depth, self.stack.is_improving(node.ply)) {
            return Some(still);
        }
        let has_moves_to_spare = position.pieces(position.turn()).len() >= PASS_PIECES;
        let has_passed = node.ply > 0 && self.stack.at(node.ply - 1).step.is_none();
        if node.depth < PASS_DEPTH || still < node.beta || has_passed || !has_moves_to_spare {
            return None;
        }
        let depth = node.depth - pass_reduction(node.depth, still - node.beta);
        let next = position.pass_unchecked();
        self.stack.at(node.ply).step = None;
        self.path.push(next.key());
        let value = -self.search(&next, Node { alpha: node.beta - 1, ..node }.child(depth, node.beta));
        self.path.pop();
        (value >= node.beta).then(|| if is_decided(value) { node.beta } else { value })
    }

    /// How many plies more to look ahead for the table move: where no other move comes near it.
    pub(super) fn extension(
        &mut self,
        position: &Position,
        node: Node,
        (mv, known): (Move, Option<Entry>),
    ) -> i32 {
        let Some(known) = known.filter(|known| known.best == Some(mv)) else { return 0 };
        let is_candidate = node.depth >= SINGULAR_DEPTH
            && known.depth >= node.depth - 3
            && known.bound != Bound::Upper
            && !is_decided(known.value)
            && self.stack.at(node.ply).excluded.is_none()
            && self.may_extend(node);
        if !is_candidate {
            return 0;
        }
        let bound = known.value - SINGULAR_MARGIN * node.depth;
        let still = self.stack.at(node.ply).still;
        self.stack.at(node.ply).excluded = Some(mv);
        let value = self
            .search(position, Node { depth: (node.depth - 1) / 2, alpha: bound - 1, beta: bound, ..node });
        self.stack.at(node.ply).excluded = None;
        self.stack.at(node.ply).still = still;
        self.stack.at(node.ply).line.clear();
        i32::from(value < bound)
    }

    /// Whether an extension stays within what the depth allows, so that every search ends.
    fn may_extend(&self, node: Node) -> bool {
        node.ply < self.root_depth * MAX_EXTENSION
    }
}

/// The key of a position in the table.
pub(super) fn table_key(position: &Position) -> u64 {
    match plies_left(position) {
        left @ ..NEAR_LIMIT => position.key() ^ u64::from(left + 1).wrapping_mul(LIMIT_KEY),
        _ => position.key(),
    }
}

/// Whether what the table knows is all that is asked about a position.
pub(super) fn is_answered(position: &Position, node: Node, known: &Entry) -> bool {
    !node.is_open()
        && known.depth >= node.depth
        && known.settles(node.alpha, node.beta)
        && is_in_time(position, known.value, node.ply)
}

/// Whether a forced result comes before a draw by counting, were nothing captured on the way.
fn is_in_time(position: &Position, value: i32, ply: i32) -> bool {
    plies_to_end(value).is_none_or(|plies| (plies - ply) as u32 <= plies_left(position))
}
