use std::fmt::{self, Display, Formatter};

use super::curve::logistic;
use super::data::Data;
use super::features::Weight;
use super::fit::{Fit, Progress, fit};
use crate::engine::GROUPS;

/// Weights that were fitted, and what they say.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The weights, in hundredths of a cat.
    weights: Vec<[i16; 2]>,
    /// The mean worth of a piece, from rank 1 to rank 8, in hundredths of a cat.
    pub worths: [i16; RANKS],
    /// The lead that multiplies the odds by Euler's number, in hundredths of a cat.
    pub odds_scale: f64,
    /// What the weights expected of the samples that were held out.
    pub calibration: Vec<Calibration>,
}

/// Samples about which the weights thought alike.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Calibration {
    /// How many there are.
    pub samples: u32,
    /// The mean chance that the weights gave.
    pub expected: f64,
    /// The mean of the points.
    pub points: f64,
}

/// The ranks of the animals.
const RANKS: usize = 8;
/// What a piece is worth on average, in hundredths of a cat; a cat comes near 100 with it.
const MEAN_WORTH: f64 = 300.0;
/// How many intervals of chances a calibration tells apart.
const INTERVALS: usize = 20;
/// The weights in a line of the file of parameters.
const LINE: usize = 8;

/// Fits the weights of the evaluation to samples, and tells the losses after each epoch.
pub fn tune(parts: &[Data; 2], settings: &Fit, report: &mut dyn FnMut(Progress)) -> Fitted {
    let weights = fit(parts, settings, report);
    let worths = worths(&parts[0], &weights);
    let odds_scale = MEAN_WORTH * RANKS as f64 / worths.iter().sum::<f64>();
    let hundredths = |weight: f64| (weight * odds_scale).round() as i16;
    Fitted {
        worths: worths.map(hundredths),
        odds_scale,
        calibration: calibrate(&parts[1], &weights),
        weights: weights.iter().map(|weight| weight.map(hundredths)).collect(),
    }
}

/// What it costs on average to lose a piece of each rank.
fn worths(data: &Data, weights: &[Weight]) -> [f64; RANKS] {
    let mut worths = [(0.0, 0.0); RANKS];
    let removals = &data.removals;
    for (index, (&sample, &(rank, sign))) in removals.samples.iter().zip(&removals.pieces).enumerate() {
        let loss = data.features.sum(sample, weights) - removals.features.sum(index, weights);
        worths[rank].0 += sign * loss;
        worths[rank].1 += 1.0;
    }
    worths.map(|(sum, count)| sum / count)
}

fn calibrate(data: &Data, weights: &[Weight]) -> Vec<Calibration> {
    let mut intervals = vec![Calibration::default(); INTERVALS];
    for (index, points) in data.points.iter().enumerate() {
        let chance = logistic(data.features.sum(index, weights));
        let interval = &mut intervals[((chance * INTERVALS as f64) as usize).min(INTERVALS - 1)];
        interval.samples += 1;
        interval.expected += chance;
        interval.points += points;
    }
    for interval in &mut intervals {
        let samples = f64::from(interval.samples.max(1));
        interval.expected /= samples;
        interval.points /= samples;
    }
    intervals
}

impl Display for Fitted {
    /// Writes the file of parameters.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "//! The weights of the evaluation, in hundredths of a cat, written by the tuner.")?;
        writeln!(f, "\n/// The worth of a piece wherever it stands, from rank 1 to rank 8.")?;
        writeln!(f, "pub(super) const WORTHS: [i16; {RANKS}] = {:?};", self.worths)?;
        for group in GROUPS {
            writeln!(f, "\n/// {}.", group.about)?;
            writeln!(f, "#[rustfmt::skip]\nconst {}: [(i16, i16); {}] = [", group.name, group.len)?;
            for line in self.weights[group.first..][..group.len].chunks(LINE) {
                let numbers: Vec<String> =
                    line.iter().map(|[full, empty]| format!("({full}, {empty})")).collect();
                writeln!(f, "    {},", numbers.join(", "))?;
            }
            writeln!(f, "];")?;
        }
        let names: Vec<String> = GROUPS.iter().map(|group| format!("&{}", group.name)).collect();
        writeln!(f, "\n/// The weights of every group.")?;
        writeln!(f, "pub(super) const WEIGHTS: &[&[(i16, i16)]] = &[{}];", names.join(", "))
    }
}
