//! The rules of Jungle, every edition of them, without input, output or state of their own.
//!
//! A [`Setup`] is any arrangement of pieces. [`Position::new`] admits it if it is legal under a [`Ruleset`];
//! from there [`Position::legal_moves`] and [`Position::play_unchecked`] are what a search needs. A [`Game`]
//! adds what one position does not know: repetition, resignation and draw offers.

mod animal;
mod bitboard;
mod game;
mod legality;
mod movegen;
mod notation;
mod outcome;
mod perft;
mod position;
pub mod reach;
mod ruleset;
mod setup;
mod side;
mod square;
pub mod terrain;
mod zobrist;

pub use animal::{Animal, ByAnimal, Piece};
pub use bitboard::{Bitboard, Squares};
pub use game::{Action, Game, PlayError};
pub use legality::Illegality;
pub use notation::{ParseMoveError, ParseSetupError, ParseSquareError};
pub use outcome::{EndReason, Outcome};
pub use perft::perft;
pub use position::{Move, MoveList, Position};
pub use ruleset::{
    DogAndWolf, JumpBlockedBy, Jumps, NamedRuleset, NoLegalMoves, OwnTraps, Ruleset, TrappedAttack,
    TrapsWeaken,
};
pub use setup::{Setup, SetupError};
pub use side::{BySide, Side};
pub use square::Square;
pub(crate) use zobrist::split_mix;
