//! The moves of one position, tried from the most to the least promising until one is too good.

use arrayvec::ArrayVec;

use super::exchange::exchange;
use super::history::Steps;
use super::picker::{Memory, Picker, Ranked};
use super::pruning::Prospect;
use super::score::{INFINITY, is_decided};
use super::search::Search;
use super::stack::Step;
use super::table::Entry;
use super::tree::{Node, Trial};
use crate::rules::reach::STEPS;
use crate::rules::terrain::TRAPS;
use crate::rules::{Animal, Move, MoveList, Position};

/// The best of the moves of a position, as far as they were tried.
pub(super) struct Found {
    /// Its value.
    pub(super) value: i32,
    /// The move, if it is above the lower bound.
    pub(super) best: Option<Move>,
}

/// What is the same for all moves of a position.
#[derive(Clone, Copy)]
struct Setting {
    before: Steps,
    killers: [Option<Move>; 2],
    excluded: Option<Move>,
    still: Option<i32>,
    is_improving: bool,
    /// Whether moves may be left out or looked at less deeply.
    may_prune: bool,
}

impl Search<'_> {
    /// Finds the best value of the moves, and the best move if it is above the lower bound.
    #[expect(clippy::too_many_lines, reason = "a search is read from top to bottom")]
    pub(super) fn search_moves(
        &mut self,
        position: &Position,
        mut node: Node,
        known: Option<Entry>,
    ) -> Found {
        let moves = match self.answers(position, node.ply) {
            Ok(moves) => moves,
            Err(value) => return Found { value, best: None },
        };
        let setting = self.setting(position, node);
        let mut picker = Picker::new(&moves, known.and_then(|known| known.best));
        let mut found = Found { value: -INFINITY, best: None };
        let mut blamed: ArrayVec<Step, { Animal::COUNT * 4 }> = ArrayVec::new();
        let mut index = 0;
        while let Some(ranked) = self.next_move(position, setting, &mut picker) {
            // 1. Leave out what is not worth a look, but nothing before a way is found that does not lose.
            let prospect = prospect(position, (node, setting), (index, ranked));
            let may_leave_out = setting.may_prune && index > 0 && !is_decided(found.value);
            if may_leave_out && self.is_left_out(position, setting, &prospect) {
                continue;
            }

            // 2. Look further at a table move without rival, and less far at a late move.
            let is_first = index == 0;
            let extension = if is_first { self.extension(position, node, (ranked.mv, known)) } else { 0 };
            let is_reduced = setting.may_prune && !setting.killers.contains(&Some(ranked.mv));
            let reduction = if is_reduced { prospect.reduction() } else { 0 };

            // 3. Search it.
            let step = Step::of(position, ranked.mv);
            let trial = Trial { step, is_first, depth: node.depth - 1 + extension, reduction };
            let value = self.search_move(position, node, trial);
            if self.clock.is_over() {
                return found;
            }
            index += 1;

            // 4. Compare it with the best so far.
            found.value = value.max(found.value);
            if value > node.alpha {
                found.best = Some(ranked.mv);
                node.alpha = value;
                self.stack.extend_line(node.ply, ranked.mv);
            }
            let is_quiet = is_quiet(position, ranked.mv);
            if value >= node.beta {
                self.learn(node, Some(step).filter(|_| is_quiet), &blamed);
                break;
            }
            if is_quiet {
                blamed.push(step);
            }
        }
        if index == 0 {
            found.value = node.alpha;
        }
        found
    }

    /// The moves that are not lost at once, or the loss.
    pub(super) fn answers(&mut self, position: &Position, ply: i32) -> Result<MoveList, i32> {
        let mut moves = position.legal_moves();
        let threats = self.den_threats(position);
        if !threats.is_empty() {
            let any = moves[0];
            moves.retain(|mv| threats == mv.to.into());
            if moves.is_empty() {
                return Err(self.lose_den(position, ply, any));
            }
        }
        Ok(moves)
    }

    fn setting(&mut self, position: &Position, node: Node) -> Setting {
        let before = self.stack.before(node.ply);
        let is_improving = self.stack.is_improving(node.ply);
        let may_prune = self.den_threats(position).is_empty() && !node.is_decisive();
        let frame = self.stack.at(node.ply);
        let (killers, excluded, still) = (frame.killers, frame.excluded, frame.still);
        Setting { before, killers, excluded, still, is_improving, may_prune }
    }

    fn next_move(&self, position: &Position, setting: Setting, picker: &mut Picker) -> Option<Ranked> {
        let Setting { before, killers, excluded, .. } = setting;
        let memory = Memory { history: &self.history, before, killers };
        loop {
            let ranked = picker.next(position, &self.evaluator, Some(memory))?;
            if excluded != Some(ranked.mv) {
                return Some(ranked);
            }
        }
    }

    fn is_left_out(&self, position: &Position, setting: Setting, prospect: &Prospect) -> bool {
        let is_hopeless = || setting.still.is_some_and(|still| prospect.is_hopeless(still));
        let loses = || {
            prospect.may_lose_exchange()
                && exchange(position, &self.evaluator, prospect.mv) < prospect.least_exchange()
        };
        !is_trap_entry(position, prospect.mv) && (prospect.is_too_late() || is_hopeless() || loses())
    }

    /// Rewards the quiet move that refuted the move before, and blames those that did not.
    fn learn(&mut self, node: Node, best: Option<Step>, blamed: &[Step]) {
        let before = self.stack.before(node.ply);
        if let Some(best) = best {
            self.stack.add_killer(node.ply, best.mv);
            self.history.learn(before, best, (node.depth, true));
        }
        for &step in blamed {
            self.history.learn(before, step, (node.depth, false));
        }
    }
}

fn prospect(
    position: &Position,
    (node, setting): (Node, Setting),
    (index, ranked): (usize, Ranked),
) -> Prospect {
    Prospect {
        mv: ranked.mv,
        depth: node.depth,
        alpha: node.alpha,
        index,
        is_quiet: is_quiet(position, ranked.mv) && !is_approach(position, ranked.mv),
        merit: ranked.merit,
        is_improving: setting.is_improving,
        is_open: node.is_open(),
    }
}

/// Whether a move leads onto or next to a trap of the enemy: quiet as it is, it may be the way into the den.
fn is_approach(position: &Position, mv: Move) -> bool {
    is_trap_entry(position, mv) || STEPS[mv.to as usize].intersects(TRAPS[!position.turn()])
}

/// Whether a move threatens to enter the den next.
fn is_trap_entry(position: &Position, mv: Move) -> bool {
    TRAPS[!position.turn()].contains(mv.to)
}

/// Whether a move takes nothing.
pub(super) fn is_quiet(position: &Position, mv: Move) -> bool {
    !position.pieces(!position.turn()).contains(mv.to)
}
