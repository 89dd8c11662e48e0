//! The tuner: it plays games against itself and fits the numbers of the evaluation to how they ended.
//!
//! [`play_games`] makes [`Sample`]s, a line of text each; [`Data::read`] reads them, and [`tune`] fits the network
//! to them, which becomes a file of the engine. The network says the odds to win, and its weights are those under
//! which what happened was most likely, as in Texel's method
//! (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>); Adam finds them.
//! What a search thought of a position tells more about it than how the game ended, as long as the
//! search knows more than the network: so the two steps are repeated with the new one until nothing is gained.

mod curve;
mod data;
mod features;
mod fit;
mod fitted;
mod network;
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
