use super::stack::Step;
use crate::rules::{Animal, Move, Piece, Side, Square};

/// What quiet moves have been worth elsewhere in the search: by where they lead, and by what came before them.
#[derive(Debug)]
pub(super) struct History {
    /// By side, from and to.
    moves: Vec<i16>,
    /// By the enemy's step before and the step itself.
    replies: Vec<i16>,
    /// By the own step before that and the step itself.
    plans: Vec<i16>,
}

/// The steps before a move: the enemy's, and the own one before that.
pub(super) type Steps = [Option<Step>; 2];

/// The greatest merit that one table gives a move, either way.
const MOST_MERIT: i32 = 1 << 14;
/// What a cutoff at one more ply of depth adds, and the most that one cutoff adds.
const REWARD: i32 = 160;
const MOST_REWARD: i32 = 1_600;

impl History {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        let steps = Piece::ALL.len() * Square::COUNT;
        Self {
            moves: vec![0; Side::COUNT * Square::COUNT * Square::COUNT],
            replies: vec![0; steps * Animal::COUNT * Square::COUNT],
            plans: vec![0; steps * Animal::COUNT * Square::COUNT],
        }
    }

    /// How good a quiet move has been, from minus to plus 49 152.
    pub(super) fn merit(&self, before: Steps, step: Step) -> i32 {
        let mut merit = i32::from(self.moves[by_move(step)]);
        if let Some(before) = before[0] {
            merit += i32::from(self.replies[by_steps(before, step)]);
        }
        if let Some(before) = before[1] {
            merit += i32::from(self.plans[by_steps(before, step)]);
        }
        merit
    }

    /// Rewards a quiet move that refuted the move before it, or blames one that did not; a deep search counts more.
    pub(super) fn learn(&mut self, before: Steps, step: Step, (depth, is_good): (i32, bool)) {
        let amount = (REWARD * depth).min(MOST_REWARD);
        let reward = if is_good { amount } else { -amount };
        grow(&mut self.moves[by_move(step)], reward);
        if let Some(before) = before[0] {
            grow(&mut self.replies[by_steps(before, step)], reward);
        }
        if let Some(before) = before[1] {
            grow(&mut self.plans[by_steps(before, step)], reward);
        }
    }
}

/// Moves a merit by a reward, the less the nearer it is to the most.
fn grow(merit: &mut i16, reward: i32) {
    let old = i32::from(*merit);
    *merit = (old + reward - old * reward.abs() / MOST_MERIT) as i16;
}

fn by_move(Step { piece, mv: Move { from, to } }: Step) -> usize {
    (piece.side as usize * Square::COUNT + from as usize) * Square::COUNT + to as usize
}

fn by_steps(before: Step, step: Step) -> usize {
    let before = (before.piece.side as usize * Animal::COUNT + before.piece.animal as usize) * Square::COUNT
        + before.mv.to as usize;
    let now = step.piece.animal as usize * Square::COUNT + step.mv.to as usize;
    before * Animal::COUNT * Square::COUNT + now
}
