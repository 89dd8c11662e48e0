//! The tuner: it plays games against itself and fits the numbers of the evaluation to how they ended.
//!
//! The method is Texel's: the evaluation is a sum of weights, the chance to win is its logistic function, and
//! the weights are those under which what happened was most likely
//! (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>). [`play_games`] makes [`Sample`]s, a line of
//! text each; [`Data::read`] reads them, and [`tune`] fits the weights, which become a file of the engine.
//! What a search thought of a position tells more about it than how the game ended, as long as the
//! search knows more than the weights: so the two steps are repeated with the new weights until nothing is gained.

mod curve;
mod data;
mod features;
mod fit;
mod fitted;
mod random;
mod sample;
mod self_play;
mod start;
mod variant;

pub use data::{Data, ReadError};
pub use fit::{Fit, Progress};
pub use fitted::{Calibration, Fitted, tune};
pub use sample::{ParseSampleError, Sample};
pub use self_play::{SelfPlay, play_games};
