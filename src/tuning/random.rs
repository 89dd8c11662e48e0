use crate::rules::split_mix;

/// Random numbers that are the same in every run.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// The numbers that belong to one of the things that share a seed.
    pub(super) fn new(seed: u64, index: u64) -> Self {
        Self(split_mix(split_mix(seed) ^ index))
    }

    /// The next number.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = split_mix(self.0);
        self.0
    }

    /// A number from 0 that is less than the bound.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        // The bounds are so small that the remainder favours no number by much.
        (self.next() % bound as u64) as usize
    }

    /// A number from 0 that is less than 1.
    pub(super) fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Whether something happens that happens so many times in a hundred.
    pub(super) fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several things.
    pub(super) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}
