use super::curve::{logistic, surprise};
use super::data::Data;
use super::random::Random;
use crate::engine::{GROUPS, PARAMETERS};

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
        Self { epochs: 20, rate: 0.02, result_share: 0.2, decay: 1e-6, tie: 1e-4, seed: 1 }
    }
}

/// How far a fit has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The epochs that are over.
    pub epoch: u32,
    /// The mean surprise at the results of the samples that are fitted to.
    pub loss: f64,
    /// The mean surprise at those of the samples that are held out.
    pub held_out_loss: f64,
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
pub(super) fn fit(parts: &[Data; 2], settings: &Fit, report: &mut dyn FnMut(Progress)) -> Vec<f64> {
    let [training, held_out] = parts;
    let mut fitting = Fitting::new(training, settings);
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
        let (loss, held_out_loss) = (loss(training, &fitting.weights), loss(held_out, &fitting.weights));
        report(Progress { epoch: epoch + 1, loss, held_out_loss });
    }
    fitting.weights
}

/// The mean surprise at the results.
fn loss(data: &Data, weights: &[f64]) -> f64 {
    let surprise = |index| surprise(logistic(data.features.sum(index, weights)), data.points[index]);
    (0..data.len()).map(surprise).sum::<f64>() / data.len() as f64
}

/// Weights on their way, with what Adam remembers of each.
struct Fitting<'a> {
    data: &'a Data,
    settings: &'a Fit,
    targets: Vec<f64>,
    ties: Vec<(usize, usize)>,
    weights: Vec<f64>,
    means: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
}

impl<'a> Fitting<'a> {
    fn new(data: &'a Data, settings: &'a Fit) -> Self {
        let share = settings.result_share;
        let target = |(points, score): (&f64, &f64)| share * points + (1.0 - share) * logistic(*score);
        let targets = data.points.iter().zip(&data.scores).map(target).collect();
        let [weights, means, squares] = [0; 3].map(|_| vec![0.0; PARAMETERS]);
        Self { data, settings, targets, ties: ties(), weights, means, squares, steps: 0 }
    }

    /// Moves the weights a step towards what these samples ask for.
    fn step(&mut self, batch: &[usize], rate: f64) {
        self.steps += 1;
        let gradient = self.gradient(batch);
        for (parameter, slope) in gradient.into_iter().enumerate() {
            let (mean, square) = (&mut self.means[parameter], &mut self.squares[parameter]);
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let mean = *mean / (1.0 - MEAN_DECAY.powi(self.steps));
            let square = *square / (1.0 - SQUARE_DECAY.powi(self.steps));
            self.weights[parameter] -= rate * mean / (square.sqrt() + LEAST_SLOPE);
        }
    }

    /// The slope of the loss along each weight.
    fn gradient(&self, batch: &[usize]) -> Vec<f64> {
        let mut gradient = vec![0.0; PARAMETERS];
        let share = 1.0 / batch.len() as f64;
        for &index in batch {
            let chance = logistic(self.data.features.sum(index, &self.weights));
            let error = (chance - self.targets[index]) * share;
            for &(parameter, count) in self.data.features.terms(index) {
                gradient[usize::from(parameter)] += error * f64::from(count);
            }
        }
        for (slope, weight) in gradient.iter_mut().zip(&self.weights) {
            *slope += self.settings.decay * weight;
        }
        for &(one, other) in &self.ties {
            let pull = self.settings.tie * (self.weights[one] - self.weights[other]);
            gradient[one] += pull;
            gradient[other] -= pull;
        }
        gradient
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
