use crate::engine::{Evaluator, MOST_PIECES, PARAMETERS, Terms};
use crate::rules::Position;

/// Positions as the terms of their evaluations, packed.
#[derive(Clone, Debug, Default)]
pub(super) struct Features {
    /// Where the terms of each position end.
    ends: Vec<usize>,
    terms: Vec<(u16, i8)>,
    /// How full the board is of each position, from 0 to 1.
    fullness: Vec<f64>,
}

/// A weight on a full board and on an empty one, in natural logarithms of the odds.
pub(super) type Weight = [f64; 2];

/// A sink that counts each parameter.
struct Counter {
    counts: Vec<i8>,
    seen: Vec<u16>,
}

impl Terms for Counter {
    fn add(&mut self, parameter: usize) {
        self.counts[parameter] += 1;
        self.seen.push(parameter as u16);
    }

    fn turn_round(&mut self) {
        self.counts.iter_mut().for_each(|count| *count = -*count);
    }
}

impl Features {
    /// Adds a position.
    pub(super) fn push(&mut self, evaluator: &Evaluator, position: &Position) {
        let mut counter = Counter { counts: vec![0; PARAMETERS], seen: Vec::new() };
        evaluator.describe(position, &mut counter);
        counter.seen.sort_unstable();
        counter.seen.dedup();
        let terms = counter.seen.iter().map(|&parameter| (parameter, counter.counts[parameter as usize]));
        self.terms.extend(terms.filter(|(_, count)| *count != 0));
        self.ends.push(self.terms.len());
        self.fullness.push(position.occupied().len() as f64 / f64::from(MOST_PIECES));
    }

    /// Adds other positions.
    pub(super) fn append(&mut self, other: Self) {
        let first = self.terms.len();
        self.ends.extend(other.ends.iter().map(|end| first + end));
        self.terms.extend(other.terms);
        self.fullness.extend(other.fullness);
    }

    /// The parameters of a position, with how often each counts.
    pub(super) fn terms(&self, index: usize) -> &[(u16, i8)] {
        let first = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.terms[first..self.ends[index]]
    }

    /// How much the two halves of each weight count in a position.
    pub(super) fn shares(&self, index: usize) -> Weight {
        [self.fullness[index], 1.0 - self.fullness[index]]
    }

    /// The sum of a position's weights.
    pub(super) fn sum(&self, index: usize, weights: &[Weight]) -> f64 {
        let [full, empty] = self.shares(index);
        let worth = |&(parameter, count): &(u16, i8)| {
            let weight = weights[usize::from(parameter)];
            (weight[0] * full + weight[1] * empty) * f64::from(count)
        };
        self.terms(index).iter().map(worth).sum()
    }
}
