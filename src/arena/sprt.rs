use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use thiserror::Error;

use super::elo::expected_score;

/// A test of whether the first player is stronger by the lesser or by the greater of two numbers of Elo.
///
/// A generalised sequential probability ratio test over pairs of games, that errs one time in twenty either
/// way. See Michel Van den Bergh, "A practical introduction to the GSPRT",
/// <https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo: [f64; 2],
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is the lesser one.
    Lesser,
    /// The difference is the greater one.
    Greater,
}

/// The text is not two numbers of Elo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not two numbers of Elo, the lesser first, such as 0,5")]
pub struct ParseSprtError;

/// What a result that has not been seen counts, so that none is taken to be impossible; fishtest's number.
const UNSEEN: f64 = 1e-3;
/// The halvings after which an interval is as small as a number can tell.
const HALVINGS: usize = 100;

impl Sprt {
    /// The log-likelihood ratio at which the test is decided: ln((1 - beta) / alpha), both being 0.05.
    pub const BOUND: f64 = 2.944_438_979;

    /// How much likelier the greater difference is than the lesser one, as a logarithm.
    pub fn ratio(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let [lesser, greater] = self.elo.map(|elo| Fit::new(&counts, expected_score(elo)));
        let parts = counts.iter().enumerate();
        parts.map(|(index, count)| count * (lesser.weight(index) / greater.weight(index)).ln()).sum()
    }

    /// What has been found, once it has.
    pub fn verdict(&self, pairs: &[u64; 5]) -> Option<Verdict> {
        let ratio = self.ratio(pairs);
        if ratio >= Self::BOUND {
            Some(Verdict::Greater)
        } else if ratio <= -Self::BOUND {
            Some(Verdict::Lesser)
        } else {
            None
        }
    }
}

/// The distribution of pairs that has a given score and makes the results likeliest.
///
/// Each share of the results is divided by `1 + multiplier * (score of the pair - score)`: Proposition 1.1 of
/// <https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf>.
struct Fit {
    score: f64,
    multiplier: f64,
}

impl Fit {
    fn new(counts: &[f64; 5], score: f64) -> Self {
        // Between these bounds every weight is positive, and the excess falls from infinite to minus infinite.
        let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
        for _ in 0..HALVINGS {
            let multiplier = f64::midpoint(low, high);
            let fit = Self { score, multiplier };
            let excess = |(index, count): (usize, &f64)| count * fit.lead(index) / fit.weight(index);
            if counts.iter().enumerate().map(excess).sum::<f64>() > 0.0 {
                low = multiplier;
            } else {
                high = multiplier;
            }
        }
        Self { score, multiplier: f64::midpoint(low, high) }
    }

    /// What pairs of an index score above the expected.
    fn lead(&self, index: usize) -> f64 {
        index as f64 / 4.0 - self.score
    }

    fn weight(&self, index: usize) -> f64 {
        1.0 + self.multiplier * self.lead(index)
    }
}

impl Display for Sprt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [lesser, greater] = self.elo;
        write!(f, "{lesser},{greater}")
    }
}

impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Self, ParseSprtError> {
        let (lesser, greater) = text.split_once(',').ok_or(ParseSprtError)?;
        let read = |text: &str| text.parse().ok().filter(|elo: &f64| elo.abs() <= MOST_ELO);
        let elo = [read(lesser), read(greater)].map(|elo| elo.ok_or(ParseSprtError));
        let elo = [elo[0]?, elo[1]?];
        if elo[0] < elo[1] { Ok(Self { elo }) } else { Err(ParseSprtError) }
    }
}

/// Beyond it, scores are too near to 0 or 1 to be told from them.
const MOST_ELO: f64 = 2_000.0;
