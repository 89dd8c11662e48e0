use std::io::BufRead;

use super::curve::fit_scale;
use super::features::Features;
use super::sample::{ParseSampleError, Sample};
use super::variant::Variant;
use crate::engine::Evaluator;
use crate::rules::{Piece, Position, Setup};

/// Samples to fit to.
#[derive(Clone, Debug, Default)]
pub struct Data {
    pub(super) features: Features,
    /// What the searches thought of the positions, in natural logarithms of the odds.
    pub(super) scores: Vec<f64>,
    /// What the sides on turn got.
    pub(super) points: Vec<f64>,
    /// Some of the positions without one of their pieces.
    pub(super) removals: Removals,
}

/// Positions without one of their pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Removals {
    pub(super) features: Features,
    /// The sample that each comes from.
    pub(super) samples: Vec<usize>,
    /// The rank of the piece, counted from 0, and its worth's sign to the side on turn.
    pub(super) pieces: Vec<(usize, f64)>,
}

/// Samples could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file could not be read.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// A line, counted from 1, is not a sample.
    #[error("line {0} is {1}")]
    Line(usize, ParseSampleError),
}

/// Of so many blocks of samples one is held out.
const HELD_OUT: usize = 10;
/// Of so many samples one is looked at without each of its pieces.
const REMOVAL: usize = 32;
/// The samples of a block: so many that hardly a game is on both sides.
const BLOCK: usize = 1_000;

impl Data {
    /// Reads the samples of a run of self-play: those to fit to, and those that are held out.
    ///
    /// # Errors
    ///
    /// The file could not be read, or a line is not a sample.
    pub fn read(file: impl BufRead) -> Result<[Self; 2], ReadError> {
        let mut parts = [Self::default(), Self::default()];
        let mut evaluator: Option<(Variant, Evaluator)> = None;
        for (index, line) in file.lines().enumerate() {
            let sample: Sample = line?.parse().map_err(|error| ReadError::Line(index + 1, error))?;
            // Neighbours come from the same game most often.
            let known = evaluator.take().filter(|(variant, _)| *variant == sample.variant);
            let (_, evaluator) = evaluator
                .insert(known.unwrap_or_else(|| (sample.variant, Evaluator::new(sample.position.ruleset()))));
            let is_held_out = index / BLOCK % HELD_OUT == HELD_OUT - 1;
            parts[usize::from(is_held_out)].push(evaluator, &sample);
        }
        let scale = fit_scale(&parts[0].scores, &parts[0].points);
        for score in parts.iter_mut().flat_map(|part| &mut part.scores) {
            *score /= scale;
        }
        Ok(parts)
    }

    fn push(&mut self, evaluator: &Evaluator, sample: &Sample) {
        self.features.push(evaluator, &sample.position);
        self.scores.push(sample.score.into());
        self.points.push(sample.points);
        if self.len().is_multiple_of(REMOVAL) {
            self.removals.push(evaluator, &sample.position, self.points.len() - 1);
        }
    }

    /// Adds the samples of another run.
    pub fn append(&mut self, other: Self) {
        self.removals.append(other.removals, self.len());
        self.features.append(other.features);
        self.scores.extend(other.scores);
        self.points.extend(other.points);
    }

    /// How many samples there are.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }
}

impl Removals {
    /// Takes each piece off a position.
    fn push(&mut self, evaluator: &Evaluator, position: &Position, sample: usize) {
        for piece in Piece::ALL {
            let Some(left) = without(position, piece) else { continue };
            self.features.push(evaluator, &left);
            self.samples.push(sample);
            let sign = if piece.side == position.turn() { 1.0 } else { -1.0 };
            self.pieces.push((position.ruleset().rank(piece.animal) as usize - 1, sign));
        }
    }

    /// Adds those of other samples, which come after so many.
    fn append(&mut self, other: Self, first: usize) {
        self.features.append(other.features);
        self.samples.extend(other.samples.iter().map(|sample| first + sample));
        self.pieces.extend(other.pieces);
    }
}

/// A position without a piece, if it has it and is a position without it.
fn without(position: &Position, gone: Piece) -> Option<Position> {
    position.square(gone)?;
    let setup = position.setup();
    let mut left = Setup::EMPTY;
    left.turn = setup.turn;
    left.plies = setup.plies;
    for (piece, square) in setup.pieces().filter(|(piece, _)| *piece != gone) {
        left.place(piece, square).ok()?;
    }
    Position::new(&left, position.ruleset()).ok()
}
