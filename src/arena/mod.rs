//! Matches of the engine, against itself or against other programs, and what they tell about playing strength.
//!
//! A [`Match`] plays pairs of games between two [`Player`]s: both games of a pair start from one random opening,
//! with the colours swapped. Its [`Tally`] gives the score and the [`Interval`] of Elo, and an [`Sprt`] can end
//! it early. A [`Ladder`] measures the levels, and [`bench()`] the speed of the search. Players without a limit of time play the same games every time, on any number of threads.

mod bench;
mod bot;
mod chart;
mod contest;
mod conversation;
mod duel;
mod elo;
mod forfeit;
mod ladder;
mod opening;
mod player;
mod program;
mod report;
mod sprt;
mod tally;

pub use bench::{BENCH, BenchPosition, BenchTotal, bench};
pub use chart::Chart;
pub use contest::{Match, MatchError, Pair};
pub use conversation::StartError;
pub use duel::{Finish, Played};
pub use elo::{Interval, expected_score, superiority};
pub use forfeit::Forfeit;
pub use ladder::{Ladder, Step};
pub use opening::{NoOpeningError, openings};
pub use player::{ParsePlayerError, Player};
pub use report::Report;
pub use sprt::{ParseSprtError, Sprt, Verdict};
pub use tally::{Forfeits, Tally};
