//! The engine as a program that others talk to: the Universal Chess Interface, with the board of Jungle.
//!
//! The protocol is that of <https://backscattering.de/chess/uci/>. What is particular here:
//!
//! - A FEN is one of Jungle, and a move is two squares: `position fen l5t/... w - - 0 1 moves a3a4`.
//! - `score mate N` counts full moves, as is the custom: the side on turn wins within N of its own moves, or loses
//!   within N if it is negative. A game that is lost already is `mate 0`, and its best move `(none)`.
//! - What cannot be understood or done is answered by `info string error ...` and changes nothing; while a search
//!   runs, that is everything but `stop`, `isready`, `uci` and `quit`.
//! - `ponderhit`, `debug` and `register` have no effect.

mod answer;
mod command;
mod go;
mod options;
mod session;
mod thinking;

pub use session::converse;
