use super::curve::{logistic, surprise};
use super::data::Data;
use super::features::Weight;
use super::random::Random;
use crate::engine::{GROUPS, Group, PARAMETERS};

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// How often every sample is seen.
    pub epochs: u32,
    /// The first step of a weight, in natural logarithms of the odds; the last one is a hundredth of it.
    pub rate: f64,
    /// How much the result of the game counts; the rest is the chance that the search saw.
    pub result_share: f64,
    /// The pull of every weight towards zero.
    pub decay: f64,
    /// The pull of neighbours towards each other.
    pub tie: f64,
    /// The seed of the order of the samples.
    pub seed: u64,
}

impl Default for Fit {
    fn default() -> Self {
        Self { epochs: 12, rate: 0.02, result_share: 0.2, decay: 1e-6, tie: 3e-6, seed: 1 }
    }
}

/// How far a fit has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The epochs that are over.
    pub epoch: u32,
    /// What is not explained of the targets: the mean divergence of the expected chances from them.
    pub divergence: f64,
    /// The same for the samples that are held out.
    pub held_out_divergence: f64,
    /// The mean surprise at the results of the samples that are held out.
    pub held_out_surprise: f64,
}

/// What the last step is of the first one.
const LAST_RATE: f64 = 0.01;
/// The samples of one step.
const BATCH: usize = 8_192;
/// What Adam keeps of the gradient's mean and of its square (<https://arxiv.org/abs/1412.6980>).
const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
/// Keeps a weight that nothing pulls at where it is.
const LEAST_SLOPE: f64 = 1e-8;

/// Finds the weights under which the samples are most likely, in natural logarithms of the odds.
pub(super) fn fit(parts: &[Data; 2], settings: &Fit, report: &mut dyn FnMut(Progress)) -> Vec<Weight> {
    let [training, held_out] = parts;
    let mut fitting = Fitting::new(training, settings);
    let targets = targets(held_out, settings);
    let mut order: Vec<usize> = (0..training.len()).collect();
    let mut random = Random::new(settings.seed, 0);
    for epoch in 0..settings.epochs {
        for index in (1..order.len()).rev() {
            order.swap(index, random.below(index + 1));
        }
        let rate = settings.rate * LAST_RATE.powf(f64::from(epoch) / f64::from(settings.epochs));
        for batch in order.chunks(BATCH) {
            fitting.step(batch, rate);
        }
        let weights = &fitting.weights;
        report(Progress {
            epoch: epoch + 1,
            divergence: divergence(training, &fitting.targets, weights),
            held_out_divergence: divergence(held_out, &targets, weights),
            held_out_surprise: mean_surprise(held_out, &held_out.points, weights),
        });
    }
    fitting.weights
}

/// What is to be explained: the results and what the searches thought, mixed.
fn targets(data: &Data, settings: &Fit) -> Vec<f64> {
    let share = settings.result_share;
    let target = |(points, score): (&f64, &f64)| share * points + (1.0 - share) * logistic(*score);
    data.points.iter().zip(&data.scores).map(target).collect()
}

/// The mean surprise at targets that are not what was expected, less that of knowing them.
fn divergence(data: &Data, targets: &[f64], weights: &[Weight]) -> f64 {
    let known: f64 = targets.iter().map(|&target| surprise(target, target)).sum();
    mean_surprise(data, targets, weights) - known / data.len() as f64
}

/// The mean surprise at what happened.
fn mean_surprise(data: &Data, happened: &[f64], weights: &[Weight]) -> f64 {
    let surprise = |index| surprise(logistic(data.features.sum(index, weights)), happened[index]);
    (0..data.len()).map(surprise).sum::<f64>() / data.len() as f64
}

/// Weights on their way, with what Adam remembers of each.
struct Fitting<'a> {
    data: &'a Data,
    settings: &'a Fit,
    targets: Vec<f64>,
    ties: Vec<(usize, usize)>,
    /// The parameters that stay 0.
    fixed: Vec<usize>,
    weights: Vec<Weight>,
    means: Vec<Weight>,
    squares: Vec<Weight>,
    steps: i32,
}

impl<'a> Fitting<'a> {
    fn new(data: &'a Data, settings: &'a Fit) -> Self {
        let targets = targets(data, settings);
        let [weights, means, squares] = [0; 3].map(|_| vec![[0.0; 2]; PARAMETERS]);
        Self { data, settings, targets, ties: ties(), fixed: fixed(), weights, means, squares, steps: 0 }
    }

    /// Moves the weights a step towards what these samples ask for.
    fn step(&mut self, batch: &[usize], rate: f64) {
        self.steps += 1;
        let gradient = self.gradient(batch);
        let slopes = gradient.iter().flatten();
        let means = self.means.iter_mut().flatten().zip(self.squares.iter_mut().flatten());
        for ((weight, slope), (mean, square)) in self.weights.iter_mut().flatten().zip(slopes).zip(means) {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let mean = *mean / (1.0 - MEAN_DECAY.powi(self.steps));
            let square = *square / (1.0 - SQUARE_DECAY.powi(self.steps));
            *weight -= rate * mean / (square.sqrt() + LEAST_SLOPE);
        }
        for &parameter in &self.fixed {
            self.weights[parameter] = [0.0; 2];
        }
    }

    /// The slope of the loss along each weight.
    fn gradient(&self, batch: &[usize]) -> Vec<Weight> {
        let mut gradient = self.pulls();
        let share = 1.0 / batch.len() as f64;
        for &index in batch {
            let chance = logistic(self.data.features.sum(index, &self.weights));
            let error = (chance - self.targets[index]) * share;
            let [full, empty] = self.data.features.shares(index);
            for &(parameter, count) in self.data.features.terms(index) {
                let slope = &mut gradient[usize::from(parameter)];
                slope[0] += error * f64::from(count) * full;
                slope[1] += error * f64::from(count) * empty;
            }
        }
        gradient
    }

    /// What pulls at the weights whatever the samples are.
    fn pulls(&self) -> Vec<Weight> {
        let Fit { decay, tie, .. } = *self.settings;
        let pull = |&[full, empty]: &Weight| {
            let halves = tie * (full - empty);
            [decay * full + halves, decay * empty - halves]
        };
        let mut pulls: Vec<Weight> = self.weights.iter().map(pull).collect();
        for &(one, other) in &self.ties {
            let pull = |half: usize| tie * (self.weights[one][half] - self.weights[other][half]);
            let [full, empty] = [pull(0), pull(1)];
            pulls[one] = [pulls[one][0] + full, pulls[one][1] + empty];
            pulls[other] = [pulls[other][0] - full, pulls[other][1] - empty];
        }
        pulls
    }
}

/// The pairs of parameters that are neighbours on an axis of their group.
fn ties() -> Vec<(usize, usize)> {
    let mut ties = Vec::new();
    for group in GROUPS {
        let mut stride = group.len;
        for &length in group.shape {
            stride /= length;
            let has_next = |place: &usize| place / stride % length + 1 < length;
            let tie = |place| (group.first + place, group.first + place + stride);
            ties.extend((0..group.len).filter(has_next).map(tie));
        }
    }
    ties
}

/// The parameters that the others of their group are compared with.
fn fixed() -> Vec<usize> {
    let relative = GROUPS.iter().filter(|group| group.is_relative);
    let last = |group: &Group| {
        let length = group.shape[group.shape.len() - 1];
        (group.first + length - 1..group.first + group.len).step_by(length)
    };
    relative.flat_map(last).collect()
}
