//! From the results of a match to Elo.
//!
//! The two games of a pair share their opening, so their results hang together; it is the pairs that are
//! independent. Everything here is counted from pairs, as fishtest does it: five numbers, of the pairs that
//! brought 0, 1/2, 1, 3/2 and 2 points. Formulae: Michel Van den Bergh, "Comments on normalized Elo",
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, and `stat_util.py` of
//! <https://github.com/official-stockfish/fishtest>.

/// A measured value with the bounds that it lies between with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The likeliest value.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// Within so many standard deviations of its mean lies 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.959_963_985;
/// What is never seen in `n` trials is with 95 % confidence no likelier than this divided by `n`: the rule of
/// three, Hanley and Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 1983.
const UNSEEN: f64 = 3.0;
/// The Elo that multiplies the odds by ten.
const TENFOLD: f64 = 400.0;

impl Interval {
    /// The score of a match, from 0 to 1, if any pair was played.
    pub fn of_pairs(pairs: &[u64; 5]) -> Option<Self> {
        let Sample { count, mean, variance } = sample(pairs)?;
        if variance > 0.0 {
            let margin = DEVIATIONS * (variance / count).sqrt();
            Some(Self { value: mean, low: (mean - margin).max(0.0), high: (mean + margin).min(1.0) })
        } else {
            // All pairs ended alike: only how rare others are can be told.
            let unseen = (UNSEEN / count).min(1.0);
            Some(Self { value: mean, low: mean * (1.0 - unseen), high: mean + (1.0 - mean) * unseen })
        }
    }

    /// The difference in Elo that a score between 0 and 1 stands for.
    #[must_use]
    pub fn elo(self) -> Self {
        let elo = |score: f64| TENFOLD * (score / (1.0 - score)).log10();
        Self { value: elo(self.value), low: elo(self.low), high: elo(self.high) }
    }

    /// Half the distance between the bounds.
    pub fn margin(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The score that a difference in Elo promises, from 0 to 1.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / TENFOLD))
}

/// The chance that the first player is the stronger one, if any pair was played.
pub fn superiority(pairs: &[u64; 5]) -> Option<f64> {
    let Sample { count, mean, variance } = sample(pairs)?;
    let lead = mean - 0.5;
    if variance > 0.0 {
        Some(normal(lead / (variance / count).sqrt()))
    } else if lead == 0.0 {
        Some(0.5)
    } else {
        // Every pair was won: that the chance to win one is above a half, if before all chances were as likely.
        let doubt = 0.5_f64.powf(count + 1.0);
        Some(if lead > 0.0 { 1.0 - doubt } else { doubt })
    }
}

/// What the score of a pair is on average.
struct Sample {
    count: f64,
    mean: f64,
    variance: f64,
}

fn sample(pairs: &[u64; 5]) -> Option<Sample> {
    let count = pairs.iter().sum::<u64>();
    if count == 0 {
        return None;
    }
    let count = count as f64;
    let average = |value: &dyn Fn(f64) -> f64| {
        let parts = pairs.iter().enumerate().map(|(index, &pairs)| pairs as f64 * value(index as f64 / 4.0));
        parts.sum::<f64>() / count
    };
    let mean = average(&|score| score);
    Some(Sample { count, mean, variance: average(&|score| (score - mean).powi(2)) })
}

/// The share of a normal distribution below a number of standard deviations, to six decimals.
///
/// Abramowitz and Stegun, "Handbook of Mathematical Functions", 7.1.26.
fn normal(deviations: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] =
        [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let x = deviations.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let polynomial = COEFFICIENTS.into_iter().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let tail = polynomial * (-x * x).exp() / 2.0;
    if deviations < 0.0 { tail } else { 1.0 - tail }
}
