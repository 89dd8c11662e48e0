//! The bot: a search that is a function of the game and its limits, without globals or state of its own.
//!
//! [`analyse`] finds the best move and what it is worth, [`choose`] turns that into an action, and a [`Level`]
//! gives the [`Limits`] of a playing strength. Where few pieces are left, [`tablebase`] knows how the game ends. The same input gives the same answer on every machine, unless a
//! time limit or the [`Stop`] flag cuts the search short.

mod analysis;
mod blur;
mod choice;
mod clock;
mod endings;
mod evaluation;
mod exchange;
mod history;
mod known;
mod level;
mod limits;
mod means;
mod moves;
mod parameters;
mod picker;
mod pruning;
mod quiescence;
mod score;
mod search;
mod settle;
mod stack;
mod table;
pub mod tablebase;
mod tree;

pub use analysis::{Analysis, Line, Source, analyse, analyse_with};
pub use blur::Blur;
pub use choice::{Choice, Manners, choose};
pub(crate) use evaluation::{
    Evaluator, GROUPS, INPUT_MOST, INPUT_ONE, INPUTS, OUTPUT_MOST, OUTPUT_ONE, PHASES, SUM_MOST, UNITS,
    mirrored, phase,
};
pub use level::Level;
pub use limits::{Limits, Stop};
pub use means::Means;
pub use score::Score;

/// The nodes of the fixed positions at 12 plies (`jungle bench 12`): another number for another search or evaluation,
/// whose answers may be others too.
pub const REVISION: u64 = 363_960;
