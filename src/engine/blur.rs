use crate::rules::{Move, Square};

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
        let random = mix(mix(mix(self.seed) ^ key) ^ index);
        let choices = self.amount.max(0) as u64 + 1;
        (random % choices) as i32
    }
}

/// The step of `SplitMix64`: <https://prng.di.unimi.it/splitmix64.c>.
const fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
