use crate::rules::{Move, Side, Square};

/// Which quiet moves have refuted a move elsewhere in the search.
#[derive(Debug)]
pub(super) struct History {
    killers: Vec<[Option<Move>; 2]>,
    merits: Vec<i32>,
}

impl History {
    /// The greatest merit of a move.
    pub(super) const MOST_MERIT: i32 = 1 << 14;
    /// What a refutation at depth 1 adds to it.
    const REWARD: i32 = 8;
    /// The greatest part of it that one refutation gives.
    const MOST_REWARD: i32 = 1 << 10;

    /// Nothing yet, for a search of so many plies.
    pub(super) fn new(plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies], merits: vec![0; Side::COUNT * Square::COUNT * Square::COUNT] }
    }

    /// The quiet moves that were best at this ply before.
    pub(super) fn killers(&self, ply: i32) -> [Option<Move>; 2] {
        self.killers[ply as usize]
    }

    /// How often a move was best, weighed by depth: 0 to [`Self::MOST_MERIT`].
    pub(super) fn merit(&self, side: Side, mv: Move) -> i32 {
        self.merits[index(side, mv)]
    }

    /// Remembers a quiet move that refuted the move before it at this ply.
    pub(super) fn add_killer(&mut self, ply: i32, mv: Move) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// Rewards a quiet move that refuted the move before it; a deep search counts more.
    pub(super) fn reward(&mut self, side: Side, mv: Move, depth: i32) {
        let merit = &mut self.merits[index(side, mv)];
        let reward = (depth * depth * Self::REWARD).min(Self::MOST_REWARD);
        *merit += reward - *merit * reward / Self::MOST_MERIT;
    }
}

const fn index(side: Side, mv: Move) -> usize {
    (side as usize * Square::COUNT + mv.from as usize) * Square::COUNT + mv.to as usize
}
