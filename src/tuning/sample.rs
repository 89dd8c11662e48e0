use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use super::variant::Variant;
use crate::rules::{Position, Setup};

/// A position from a game, with what a search thought of it and how the game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The position.
    pub position: Position,
    pub(super) variant: Variant,
    /// What a search found it worth to the side on turn, in hundredths of a cat.
    pub score: i32,
    /// What the side on turn got: a win 1, a draw a half.
    pub points: f64,
}

/// The text is not a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a position, a ruleset, a score and points, with semicolons between them")]
pub struct ParseSampleError;

impl Display for Sample {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { position, variant, score, points } = self;
        write!(f, "{};{variant};{score};{points:.3}", position.setup())
    }
}

impl FromStr for Sample {
    type Err = ParseSampleError;

    fn from_str(text: &str) -> Result<Self, ParseSampleError> {
        let fields: Vec<&str> = text.split(';').collect();
        let &[setup, variant, score, points] = fields.as_slice() else { return Err(ParseSampleError) };
        let setup: Setup = setup.parse().map_err(|_| ParseSampleError)?;
        let variant: Variant = variant.parse().map_err(|_| ParseSampleError)?;
        Ok(Self {
            position: Position::new(&setup, &variant.ruleset()).map_err(|_| ParseSampleError)?,
            variant,
            score: score.parse().map_err(|_| ParseSampleError)?,
            points: points.parse().map_err(|_| ParseSampleError)?,
        })
    }
}
