/// What a position is worth to the side on turn, in hundredths of a cat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Level, or a draw.
    pub const DRAW: Self = Self(0);

    /// A win on the spot; a win in so many plies is that much less.
    const WIN: i32 = 30_000;
    /// The least value that stands for a forced win: no search looks so many plies ahead.
    const LEAST_WIN: i32 = Self::WIN - 1_000;
    /// The lead that multiplies the odds of winning by Euler's number, in hundredths of a cat: the tuner fits the
    /// evaluation so that the chances come true with it, and a cat is worth about 100.
    pub(crate) const ODDS_SCALE: f64 = 500.0;
    /// Chances are rounded to a whole number of these, so that every machine gives the same.
    const CHANCE_STEPS: f64 = 10_000.0;

    /// A score from a number of hundredths, or from what [`win_in`] and [`loss_in`] gave.
    pub(super) const fn new(value: i32) -> Self {
        Self(value)
    }

    /// The score of so many hundredths of a cat, if there is one.
    pub const fn from_centi(value: i32) -> Option<Self> {
        if -Self::WIN <= value && value <= Self::WIN { Some(Self(value)) } else { None }
    }

    /// Hundredths of a cat; near plus or minus 30 000 where the result is forced.
    pub const fn centi(self) -> i32 {
        self.0
    }

    /// The chance to win, a draw counted half: 0 to 1, and 1 or 0 exactly where the result is forced.
    ///
    /// It is `1 / (1 + exp(-centi / 500))`, rounded to four decimals.
    pub fn win_chance(self) -> f64 {
        match self.decided_in() {
            Some(plies) if plies > 0 => 1.0,
            Some(_) => 0.0,
            None => {
                let chance = 1.0 / (1.0 + (-f64::from(self.0) / Self::ODDS_SCALE).exp());
                (chance * Self::CHANCE_STEPS).round() / Self::CHANCE_STEPS
            }
        }
    }

    /// The plies to a forced result: positive for a win, negative for a loss, nothing while it is open.
    pub const fn decided_in(self) -> Option<i32> {
        if !is_decided(self.0) {
            None
        } else if self.0 > 0 {
            Some(Self::WIN - self.0)
        } else {
            Some(-Self::WIN - self.0)
        }
    }
}

/// The value of a draw.
pub(super) const DRAW: i32 = Score::DRAW.centi();

/// A bound above every score.
pub(super) const INFINITY: i32 = Score::WIN + 1;

/// The value of winning in so many plies.
pub(super) const fn win_in(plies: i32) -> i32 {
    Score::WIN - plies
}

/// The value of losing in so many plies.
pub(super) const fn loss_in(plies: i32) -> i32 {
    -win_in(plies)
}

/// Whether a value stands for a forced win or loss.
pub(super) const fn is_decided(value: i32) -> bool {
    value.abs() >= Score::LEAST_WIN
}

/// The plies from the root to a forced result, if the value stands for one.
pub(super) const fn plies_to_end(value: i32) -> Option<i32> {
    if is_decided(value) { Some(Score::WIN - value.abs()) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greater_score_is_no_smaller_chance() {
        let chances: Vec<f64> = (loss_in(1)..=win_in(1)).map(|value| Score(value).win_chance()).collect();
        assert!(chances.is_sorted());
        assert!(
            chances.iter().zip(chances.iter().rev()).all(|(one, other)| (one + other - 1.0).abs() < 1e-9)
        );
    }
}
