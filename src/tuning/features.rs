use crate::engine::{Evaluator, INPUTS, phase};
use crate::rules::Position;

/// Positions as the inputs that count in them, packed.
#[derive(Clone, Debug, Default)]
pub(super) struct Features {
    /// Where the inputs of each position end.
    ends: Vec<usize>,
    /// The inputs of the side on turn, and after all of those that there are, the enemy's.
    inputs: Vec<u16>,
    phases: Vec<u8>,
}

/// A position as the network sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    /// The inputs of the side on turn, and after all of those that there are, the enemy's.
    pub(super) inputs: &'a [u16],
    /// Which outputs count.
    pub(super) phase: usize,
}

impl Features {
    /// Adds a position.
    pub(super) fn push(&mut self, evaluator: &Evaluator, position: &Position) {
        let [own, enemy] = evaluator.describe(position);
        self.inputs.extend(own);
        self.inputs.extend(enemy.iter().map(|input| INPUTS as u16 + input));
        self.ends.push(self.inputs.len());
        self.phases.push(phase(position.occupied().len()) as u8);
    }

    /// Adds other positions.
    pub(super) fn append(&mut self, other: Self) {
        let first = self.inputs.len();
        self.ends.extend(other.ends.iter().map(|end| first + end));
        self.inputs.extend(other.inputs);
        self.phases.extend(other.phases);
    }

    /// A position.
    pub(super) fn view(&self, index: usize) -> View<'_> {
        let first = if index == 0 { 0 } else { self.ends[index - 1] };
        View { inputs: &self.inputs[first..self.ends[index]], phase: self.phases[index].into() }
    }
}
