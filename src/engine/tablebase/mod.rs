//! Endgame tables: how every position with few pieces ends if both sides play their best, and in how many plies.
//!
//! They are made by retrograde analysis (K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 1986):
//! from the ends of the game back, ply by ply. Captures lead to tables with a piece less, which are made before. Each
//! set of animals has a table ([`Material`]). The sides may be exchanged and the board mirrored, so a table is kept
//! for one of two sides and with its first piece on the left half. [`Builder`] makes them, `file.rs` says how they are
//! kept, and [`Tables`] finds a position in them. J. N. van Rijn and J. K. Vis have published the counts of such
//! tables ("Endgame Analysis of Dou Shou Qi", ICGA Journal 2014), which ours are compared with.
//!
//! Draws by counting and by repetition are not in a table, since they depend on what was played before:
//! [`Category`] tells what they leave of it.

mod builder;
mod cache;
mod category;
mod census;
mod edition;
mod file;
mod layout;
mod material;
mod probe;
mod tables;
mod verdict;
mod verify;

pub use builder::{BuildError, Builder, Made};
pub use category::{Category, RankedMove};
pub use census::Census;
pub use edition::folder_name;
pub use file::TableError;
pub use material::{Animals, Material, ParseMaterialError};
pub use probe::Probe;
pub use tables::{EXTENSION, Holdings, Refused, Tables};
pub use verdict::Verdict;
pub use verify::{Mismatch, verify};
