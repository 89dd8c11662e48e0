use super::features::View;
use super::random::Random;
use crate::engine::{
    INPUT_MOST, INPUT_ONE, INPUTS, OUTPUT_MOST, OUTPUT_ONE, PHASES, SUM_MOST, Score, UNITS, mirrored,
};

/// The network of the evaluation in fractions: what it says are natural logarithms of the odds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Network {
    /// The weights of the own side's inputs for each unit, then those of the enemy's.
    pub(super) inputs: Vec<[f32; UNITS]>,
    /// What the units begin with.
    pub(super) biases: [f32; UNITS],
    /// What the words of the units of the side on turn and of its enemy count, by phase.
    pub(super) outputs: [[[f32; UNITS]; 2]; PHASES],
    /// What is added in the end, by phase.
    pub(super) output_biases: [f32; PHASES],
}

/// The sums of the units, and of their twins, for the side on turn and for its enemy.
type Sums = [[[f32; UNITS]; 2]; 2];

/// The least and the greatest weight of an input, and of an output, that the engine can hold.
const INPUT_BOUND: f32 = INPUT_MOST as f32 / INPUT_ONE as f32;
const OUTPUT_BOUND: f32 = OUTPUT_MOST as f32 / (OUTPUT_ONE as f32 * Score::ODDS_SCALE as f32);
/// The greatest sum that makes a difference.
const SUM_BOUND: f32 = SUM_MOST as f32 / INPUT_ONE as f32;
/// How far the first weights lie apart, so that the units are different ones.
const INPUT_SPREAD: f32 = 0.25;
const OUTPUT_SPREAD: f32 = 0.6;
/// What the units begin with at first: most of them say something.
const FIRST_BIAS: f32 = 0.3;

impl Network {
    /// A network that knows nothing.
    pub(super) fn zero() -> Self {
        Self {
            inputs: vec![[0.0; UNITS]; 2 * INPUTS],
            biases: [0.0; UNITS],
            outputs: [[[0.0; UNITS]; 2]; PHASES],
            output_biases: [0.0; PHASES],
        }
    }

    /// A network to begin with.
    pub(super) fn random(random: &mut Random) -> Self {
        let mut network = Self::zero();
        let mut spread = |width: f32| (random.fraction() as f32 - 0.5) * width;
        network.inputs.as_flattened_mut().iter_mut().for_each(|weight| *weight = spread(INPUT_SPREAD));
        network.biases = [FIRST_BIAS; UNITS];
        for [own, enemy] in &mut network.outputs {
            *own = [0.0; UNITS].map(|_| spread(OUTPUT_SPREAD));
            *enemy = own.map(|weight| -weight);
        }
        network
    }

    /// All its numbers.
    pub(super) fn numbers(&mut self) -> impl Iterator<Item = &mut f32> {
        let units = self.inputs.as_flattened_mut().iter_mut().chain(&mut self.biases);
        units.chain(self.outputs.as_flattened_mut().as_flattened_mut()).chain(&mut self.output_biases)
    }

    /// Brings its weights to where the engine can hold them.
    pub(super) fn clamp(&mut self) {
        for weight in self.inputs.as_flattened_mut().iter_mut().chain(&mut self.biases) {
            *weight = weight.clamp(-INPUT_BOUND, INPUT_BOUND);
        }
        for weight in self.outputs.as_flattened_mut().as_flattened_mut() {
            *weight = weight.clamp(-OUTPUT_BOUND, OUTPUT_BOUND);
        }
    }

    /// The natural logarithm of the odds of the side on turn.
    pub(super) fn odds(&self, view: View) -> f64 {
        self.said(view, &self.sums(view)).into()
    }

    /// Adds the slope of a loss along each weight, given that along the odds as a function of them.
    pub(super) fn add_slopes(&self, view: View, slope: impl FnOnce(f64) -> f64, slopes: &mut Self) {
        let sums = self.sums(view);
        let slope = slope(self.said(view, &sums).into()) as f32;
        let outputs = &self.outputs[view.phase];
        slopes.output_biases[view.phase] += slope;
        let mut inner = Sums::default();
        for side in 0..2 {
            for twin in 0..2 {
                for unit in 0..UNITS {
                    let sum = sums[side][twin][unit];
                    let heard = sum.clamp(0.0, SUM_BOUND);
                    slopes.outputs[view.phase][side][unit] += slope * heard * heard;
                    let is_alive = sum < SUM_BOUND;
                    inner[side][twin][unit] =
                        if is_alive { 2.0 * slope * outputs[side][unit] * heard } else { 0.0 };
                    slopes.biases[unit] += inner[side][twin][unit];
                }
            }
        }
        for (row, side, twin) in rows(view) {
            for (slope, inner) in slopes.inputs[row].iter_mut().zip(&inner[side][twin]) {
                *slope += inner;
            }
        }
    }

    fn sums(&self, view: View) -> Sums {
        let mut sums = [[self.biases; 2]; 2];
        for (row, side, twin) in rows(view) {
            for (sum, weight) in sums[side][twin].iter_mut().zip(&self.inputs[row]) {
                *sum += weight;
            }
        }
        sums
    }

    fn said(&self, view: View, sums: &Sums) -> f32 {
        let mut said = self.output_biases[view.phase];
        for (twins, outputs) in sums.iter().zip(&self.outputs[view.phase]) {
            for (sum, weight) in twins.iter().flat_map(|units| units.iter().zip(outputs)) {
                said += sum.clamp(0.0, SUM_BOUND).powi(2) * weight;
            }
        }
        said
    }
}

/// The rows of weights that count in a position, each with whose units and which twins add it up.
fn rows(view: View<'_>) -> impl Iterator<Item = (usize, usize, usize)> {
    view.inputs.iter().flat_map(|&input| {
        let (owner, input) = (usize::from(input) / INPUTS, usize::from(input) % INPUTS);
        let twin = mirrored(input);
        let row = |side: usize, input: usize| (owner ^ side) * INPUTS + input;
        [(row(0, input), 0, 0), (row(0, twin), 0, 1), (row(1, input), 1, 0), (row(1, twin), 1, 1)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The step that is small.
    const STEP: f32 = 1e-3;
    /// How far slopes may be apart where numbers are short.
    const TOLERANCE: f32 = 1e-3;

    #[test]
    fn slopes_are_those_of_small_steps() {
        let network = Network::random(&mut Random::new(1, 0));
        let view = View { inputs: &[3, 700, INPUTS as u16 + 5, 2 * INPUTS as u16 - 1], phase: 2 };
        let mut slopes = Network::zero();
        network.add_slopes(view, |_| 1.0, &mut slopes);
        let slopes: Vec<f32> = slopes.numbers().map(|slope| *slope).collect();
        assert!(slopes.iter().filter(|slope| **slope != 0.0).count() > 4 * UNITS);
        // Of those that make no difference, some are enough.
        let looked_at = |index: &usize| slopes[*index] != 0.0 || index.is_multiple_of(100);
        for index in (0..slopes.len()).filter(looked_at) {
            let odds = |step: f32| {
                let mut moved = network.clone();
                *moved.numbers().nth(index).unwrap() += step;
                moved.odds(view) as f32
            };
            let slope = (odds(STEP) - odds(-STEP)) / (2.0 * STEP);
            assert!((slope - slopes[index]).abs() < TOLERANCE, "{index}: {slope}, not {}", slopes[index]);
        }
    }

    #[test]
    fn left_and_right_have_the_same_odds() {
        let network = Network::random(&mut Random::new(2, 0));
        let inputs = [10, INPUTS as u16 + 200];
        let seen = |input: u16| {
            let (owner, input) = (usize::from(input) / INPUTS, usize::from(input) % INPUTS);
            (owner * INPUTS + mirrored(input)) as u16
        };
        let there = network.odds(View { inputs: &inputs, phase: 0 });
        let back = network.odds(View { inputs: &inputs.map(seen), phase: 0 });
        assert!((there - back).abs() < f64::from(TOLERANCE));
        assert!(there.abs() > f64::from(TOLERANCE));
    }
}
