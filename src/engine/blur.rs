use crate::rules::{Move, Square, split_mix};

/// Controlled error: a fixed random bonus for each move a search chooses from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blur {
    /// What tells one game's errors from another's.
    pub seed: u64,
    /// The greatest bonus, in hundredths of a cat.
    pub amount: i32,
}

impl Blur {
    /// The bonus of a move in the position with this key, from 0 to the amount.
    pub(super) fn bonus(self, key: u64, mv: Move) -> i32 {
        let index = mv.from as u64 * Square::COUNT as u64 + mv.to as u64;
        let random = split_mix(split_mix(split_mix(self.seed) ^ key) ^ index);
        let choices = self.amount.max(0) as u64 + 1;
        (random % choices) as i32
    }
}
