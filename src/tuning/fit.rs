use super::curve::{logistic, surprise};
use super::data::Data;
use super::network::Network;
use super::random::Random;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// How often every sample is seen.
    pub epochs: u32,
    /// The first step of a weight, in natural logarithms of the odds; the last one is a hundredth of it.
    pub rate: f64,
    /// How much the result of the game counts; the rest is the chance that the search saw.
    pub result_share: f64,
    /// What a weight loses in a step of 1.
    pub decay: f64,
    /// The seed of the first weights and of the order of the samples.
    pub seed: u64,
}

impl Default for Fit {
    fn default() -> Self {
        Self { epochs: 12, rate: 0.01, result_share: 0.2, decay: 0.3, seed: 1 }
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
const BATCH: usize = 4_096;
/// What Adam keeps of the gradient's mean and of its square (<https://arxiv.org/abs/1412.6980>).
const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
/// Keeps a weight that nothing pulls at where it is.
const LEAST_SLOPE: f32 = 1e-8;

/// Finds the network under which the samples are most likely.
pub(super) fn fit(parts: &[Data; 2], settings: &Fit, report: &mut dyn FnMut(Progress)) -> Network {
    let [training, held_out] = parts;
    let mut random = Random::new(settings.seed, 0);
    let mut fitting = Fitting::new(training, settings, &mut random);
    let targets = targets(held_out, settings);
    let mut order: Vec<usize> = (0..training.len()).collect();
    for epoch in 0..settings.epochs {
        for index in (1..order.len()).rev() {
            order.swap(index, random.below(index + 1));
        }
        let rate = settings.rate * LAST_RATE.powf(f64::from(epoch) / f64::from(settings.epochs));
        for batch in order.chunks(BATCH) {
            fitting.step(batch, rate as f32);
        }
        let network = &fitting.network;
        report(Progress {
            epoch: epoch + 1,
            divergence: divergence(training, &fitting.targets, network),
            held_out_divergence: divergence(held_out, &targets, network),
            held_out_surprise: mean_surprise(held_out, &held_out.points, network),
        });
    }
    fitting.network
}

/// What is to be explained: the results and what the searches thought, mixed.
fn targets(data: &Data, settings: &Fit) -> Vec<f64> {
    let share = settings.result_share;
    let target = |(points, score): (&f64, &f64)| share * points + (1.0 - share) * logistic(*score);
    data.points.iter().zip(&data.scores).map(target).collect()
}

/// The mean surprise at targets that are not what was expected, less that of knowing them.
fn divergence(data: &Data, targets: &[f64], network: &Network) -> f64 {
    let known: f64 = targets.iter().map(|&target| surprise(target, target)).sum();
    mean_surprise(data, targets, network) - known / data.len() as f64
}

/// The mean surprise at what happened.
fn mean_surprise(data: &Data, happened: &[f64], network: &Network) -> f64 {
    let surprise = |index| surprise(logistic(network.odds(data.features.view(index))), happened[index]);
    (0..data.len()).map(surprise).sum::<f64>() / data.len() as f64
}

/// A network on its way, with what Adam remembers of each of its numbers.
struct Fitting<'a> {
    data: &'a Data,
    decay: f32,
    targets: Vec<f64>,
    network: Network,
    means: Network,
    squares: Network,
    steps: i32,
}

impl<'a> Fitting<'a> {
    fn new(data: &'a Data, settings: &Fit, random: &mut Random) -> Self {
        Self {
            data,
            decay: settings.decay as f32,
            targets: targets(data, settings),
            network: Network::random(random),
            means: Network::zero(),
            squares: Network::zero(),
            steps: 0,
        }
    }

    /// Moves the network a step towards what these samples ask for.
    fn step(&mut self, batch: &[usize], rate: f32) {
        self.steps += 1;
        let mut slopes = self.slopes(batch);
        let memory = self.means.numbers().zip(self.squares.numbers());
        for ((number, slope), (mean, square)) in self.network.numbers().zip(slopes.numbers()).zip(memory) {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * *slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * *slope * *slope;
            let mean = *mean / (1.0 - MEAN_DECAY.powi(self.steps));
            let square = *square / (1.0 - SQUARE_DECAY.powi(self.steps));
            *number -= rate * (mean / (square.sqrt() + LEAST_SLOPE) + self.decay * *number);
        }
        self.network.clamp();
    }

    /// The slope of the mean surprise along each number of the network.
    fn slopes(&self, batch: &[usize]) -> Network {
        let mut slopes = Network::zero();
        let share = 1.0 / batch.len() as f64;
        for &index in batch {
            let slope = |odds| (logistic(odds) - self.targets[index]) * share;
            self.network.add_slopes(self.data.features.view(index), slope, &mut slopes);
        }
        slopes
    }
}
