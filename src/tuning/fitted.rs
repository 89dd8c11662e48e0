use std::fmt::{self, Display, Formatter};

use super::curve::logistic;
use super::data::Data;
use super::fit::{Fit, Progress, fit};
use super::network::Network;
use crate::engine::{GROUPS, INPUT_ONE, INPUTS, OUTPUT_ONE, Score};

/// A network that was fitted, and what it says.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    network: Network,
    /// The mean worth of a piece, from rank 1 to rank 8, in hundredths of a cat.
    pub worths: [i16; RANKS],
    /// What the network expected of the samples that were held out.
    pub calibration: Vec<Calibration>,
}

/// Samples about which the network thought alike.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Calibration {
    /// How many there are.
    pub samples: u32,
    /// The mean chance that the network gave.
    pub expected: f64,
    /// The mean of the points.
    pub points: f64,
}

/// The ranks of the animals.
const RANKS: usize = 8;
/// How many intervals of chances a calibration tells apart.
const INTERVALS: usize = 20;

/// Fits the network of the evaluation to samples, and tells the losses after each epoch.
pub fn tune(parts: &[Data; 2], settings: &Fit, report: &mut dyn FnMut(Progress)) -> Fitted {
    let network = fit(parts, settings, report);
    Fitted { worths: worths(&parts[0], &network), calibration: calibrate(&parts[1], &network), network }
}

/// What it costs on average to lose a piece of each rank.
fn worths(data: &Data, network: &Network) -> [i16; RANKS] {
    let mut worths = [(0.0, 0.0); RANKS];
    let removals = &data.removals;
    for (index, (&sample, &(rank, sign))) in removals.samples.iter().zip(&removals.pieces).enumerate() {
        let loss = network.odds(data.features.view(sample)) - network.odds(removals.features.view(index));
        worths[rank].0 += sign * loss;
        worths[rank].1 += 1.0;
    }
    worths.map(|(sum, count)| (sum / count * Score::ODDS_SCALE).round() as i16)
}

fn calibrate(data: &Data, network: &Network) -> Vec<Calibration> {
    let mut intervals = vec![Calibration::default(); INTERVALS];
    for (index, points) in data.points.iter().enumerate() {
        let chance = logistic(network.odds(data.features.view(index)));
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
        writeln!(f, "//! The numbers of the evaluation, written by the tuner.")?;
        writeln!(f, "\nuse super::evaluation::{{PHASES, UNITS}};")?;
        writeln!(f, "\n/// The worth of a piece wherever it stands, by rank, in hundredths of a cat.")?;
        writeln!(f, "pub(super) const WORTHS: [i16; {RANKS}] = {:?};", self.worths)?;
        self.network.write(f)
    }
}

impl Network {
    fn write(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let biases = whole(&self.biases, INPUT_ONE.into());
        writeln!(f, "\n/// What each unit begins with; {INPUT_ONE} stand for 1.")?;
        writeln!(f, "pub(super) const BIASES: [i16; UNITS] = {biases:?};")?;
        let biases = whole(&self.output_biases, Score::ODDS_SCALE);
        writeln!(f, "\n/// What is added in the end, by phase, in hundredths of a cat.")?;
        writeln!(f, "pub(super) const OUTPUT_BIASES: [i16; PHASES] = {biases:?};")?;
        let one = f64::from(OUTPUT_ONE) * Score::ODDS_SCALE;
        let rows = self.outputs.iter().map(|sides| sides.map(|units| whole(&units, one)).concat());
        let about = "What the units of both sides count in hundredths of a cat, by phase";
        write_rows(f, (about, OUTPUT_ONE), "pub(super) static OUTPUTS: [[i16; 2 * UNITS]; PHASES]", rows)?;
        for group in GROUPS {
            let of_owner =
                |owner: usize, input| whole(&self.inputs[owner * INPUTS + input], INPUT_ONE.into());
            let inputs = group.first..group.first + group.len;
            let rows = inputs.map(|input| [of_owner(0, input), of_owner(1, input)].concat());
            let about = format!("{}, for its own side's units and the enemy's", group.about);
            let name = format!("static {}: [[i16; 2 * UNITS]; {}]", group.name, group.len);
            write_rows(f, (&about, INPUT_ONE), &name, rows)?;
        }
        let names: Vec<String> = GROUPS.iter().map(|group| format!("&{}", group.name)).collect();
        writeln!(f, "\n/// The weights of every group.")?;
        writeln!(f, "pub(super) static WEIGHTS: &[&[[i16; 2 * UNITS]]] = &[{}];", names.join(", "))
    }
}

/// Numbers as whole ones of which so many are 1.
fn whole<const N: usize>(numbers: &[f32; N], one: f64) -> [i16; N] {
    numbers.map(|number| (f64::from(number) * one).round() as i16)
}

/// Writes rows of numbers, with what they mean and which number stands for 1.
fn write_rows(
    f: &mut Formatter<'_>,
    (about, one): (&str, i32),
    name: &str,
    rows: impl Iterator<Item = Vec<i16>>,
) -> fmt::Result {
    writeln!(f, "\n/// {about}; {one} stand for 1.\n#[rustfmt::skip]\n{name} = [")?;
    for row in rows {
        writeln!(f, "    {row:?},")?;
    }
    writeln!(f, "];")
}
