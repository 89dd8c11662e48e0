//! Text in and out of squares, moves and setups.
//!
//! A setup is written like a chess FEN: `l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1`, that is the
//! rows from the top, the side on turn, two dashes, the plies since the last capture and the move number.

use std::fmt::{self, Display, Formatter, Write};
use std::str::FromStr;

use thiserror::Error;

use super::{Animal, Move, Piece, Setup, SetupError, Side, Square};

/// The text is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a square from a1 to g9")]
pub struct ParseSquareError;

/// The text is not two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a move such as a3a4")]
pub struct ParseMoveError;

/// The text is not a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseSetupError {
    /// Too few or too many rows.
    #[error("the placement has {0} rows instead of 9")]
    Rows(usize),
    /// A row, counted from 1 at the bottom, that does not fill the board.
    #[error("row {0} of the placement does not have 7 squares")]
    RowLength(u8),
    /// A character that is neither a piece nor a blank.
    #[error("{0:?} in the placement is neither a piece nor a number of blanks")]
    Letter(char),
    /// Pieces that cannot stand together.
    #[error(transparent)]
    Pieces(#[from] SetupError),
    /// No side on turn, or a wrong one.
    #[error("the side on turn, after the placement, must be w or b")]
    Side,
    /// Something between side and counters, or behind them.
    #[error("the side on turn must be followed by `- -` and two counters, or by nothing")]
    Fields,
    /// The plies since the last capture.
    #[error("the number of plies since the last capture is not a whole number from 0")]
    PliesSinceCapture,
    /// The move number.
    #[error("the move number is not a whole number from 1 to {}", Setup::MAX_PLIES / 2 + 1)]
    MoveNumber,
}

impl Display for Square {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [column, row] = self.letters().map(char::from);
        f.write_char(column)?;
        f.write_char(row)
    }
}

impl Square {
    fn letters(self) -> [u8; 2] {
        [b'a' + self.column(), b'1' + self.row()]
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let &[column, row] = text.as_bytes() else { return Err(ParseSquareError) };
        let index = |letter: u8, first: u8| letter.checked_sub(first).map(u32::from);
        let square = index(column, b'a').zip(index(row, b'1'));
        square.and_then(|(column, row)| Self::at(column, row)).ok_or(ParseSquareError)
    }
}

impl Move {
    /// The move as text, two squares: four letters of ASCII.
    pub fn letters(self) -> [u8; 4] {
        let ([a, b], [c, d]) = (self.from.letters(), self.to.letters());
        [a, b, c, d]
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(str::from_utf8(&self.letters()).expect("letters and digits are ASCII"))
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let (from, to) = text.split_at_checked(2).ok_or(ParseMoveError)?;
        let square = |text: &str| text.parse().map_err(|ParseSquareError| ParseMoveError);
        Ok(Self { from: square(from)?, to: square(to)? })
    }
}

impl Piece {
    /// The letter of a setup: upper case for white.
    pub(crate) fn letter(self) -> u8 {
        let letter = match self.animal {
            Animal::Rat => b'r',
            Animal::Cat => b'c',
            Animal::Dog => b'd',
            Animal::Wolf => b'w',
            Animal::Leopard => b'p',
            Animal::Tiger => b't',
            Animal::Lion => b'l',
            Animal::Elephant => b'e',
        };
        match self.side {
            Side::White => letter.to_ascii_uppercase(),
            Side::Black => letter,
        }
    }

    /// Reads a letter; other programs write `m` (mouse) for the rat and `j` (jaguar) for the leopard.
    pub(crate) fn from_letter(letter: char) -> Option<Self> {
        let animal = match letter.to_ascii_lowercase() {
            'r' | 'm' => Animal::Rat,
            'c' => Animal::Cat,
            'd' => Animal::Dog,
            'w' => Animal::Wolf,
            'p' | 'j' => Animal::Leopard,
            't' => Animal::Tiger,
            'l' => Animal::Lion,
            'e' => Animal::Elephant,
            _ => return None,
        };
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        Some(Self { side, animal })
    }
}

impl Display for Setup {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl Setup {
    /// The setup as text: a FEN.
    ///
    /// Put together here, since handing letter by letter to a formatter costs four times as much.
    #[expect(clippy::missing_panics_doc, reason = "it never does")]
    pub fn fen(&self) -> String {
        let mut text = Vec::with_capacity(LONGEST_FEN);
        self.write_placement(&mut text);
        text.extend_from_slice(match self.turn {
            Side::White => b" w - - ",
            Side::Black => b" b - - ",
        });
        let mut digits = itoa::Buffer::new();
        text.extend_from_slice(digits.format(self.plies_since_capture).as_bytes());
        text.push(b' ');
        text.extend_from_slice(digits.format(self.plies / 2 + 1).as_bytes());
        String::from_utf8(text).expect("letters and digits are ASCII")
    }

    /// Writes the rows from the top, with slashes between them.
    fn write_placement(&self, text: &mut Vec<u8>) {
        const BLANK: u8 = 0;
        let mut board = [BLANK; Square::COUNT];
        for (piece, square) in self.pieces() {
            board[square as usize] = piece.letter();
        }
        for row in board.chunks_exact(Square::COLUMNS.into()).rev() {
            if !text.is_empty() {
                text.push(b'/');
            }
            let mut blanks = 0;
            for &letter in row {
                if letter == BLANK {
                    blanks += 1;
                    continue;
                }
                push_blanks(text, blanks);
                text.push(letter);
                blanks = 0;
            }
            push_blanks(text, blanks);
        }
    }
}

/// Room for every square and slash, the side and two counters.
const LONGEST_FEN: usize = 96;

fn push_blanks(text: &mut Vec<u8>, blanks: u8) {
    if blanks > 0 {
        text.push(b'0' + blanks);
    }
}

impl FromStr for Setup {
    type Err = ParseSetupError;

    /// Reads what [`Display`] writes, and the forms of other programs: `r`, `0` or `1` for a side, `_` for a
    /// blank, `m` and `j` for rat and leopard, dashes or counters left out.
    fn from_str(text: &str) -> Result<Self, ParseSetupError> {
        let mut fields = text.split_ascii_whitespace();
        let mut setup = read_placement(fields.next().unwrap_or_default())?;
        setup.turn = match fields.next() {
            Some("w" | "r" | "0") => Side::White,
            Some("b" | "1") => Side::Black,
            _ => return Err(ParseSetupError::Side),
        };
        setup.plies = setup.turn.seat().into();
        let mut next = || fields.next();
        match [next(), next(), next(), next(), next()] {
            [None, ..] | [Some("-"), Some("-"), None, ..] => {}
            [Some("-"), Some("-"), Some(quiet), Some(number), None]
            | [Some(quiet), Some(number), None, ..] => read_counters(&mut setup, quiet, number)?,
            _ => return Err(ParseSetupError::Fields),
        }
        Ok(setup)
    }
}

fn read_placement(text: &str) -> Result<Setup, ParseSetupError> {
    let rows = text.bytes().filter(|&byte| byte == b'/').count() + 1;
    if rows != usize::from(Square::ROWS) {
        return Err(ParseSetupError::Rows(rows));
    }
    let mut setup = Setup::EMPTY;
    let (mut column, mut row) = (0, Square::ROWS - 1);
    for letter in text.chars() {
        match letter {
            '/' => {
                check_length(column, row)?;
                (column, row) = (0, row - 1);
            }
            '_' => column += 1,
            '1'..='7' => column += u32::from(letter) - u32::from('0'),
            _ => {
                let piece = Piece::from_letter(letter).ok_or(ParseSetupError::Letter(letter))?;
                let square = Square::at(column, row.into()).ok_or(ParseSetupError::RowLength(row + 1))?;
                setup.add(piece, square)?;
                column += 1;
            }
        }
    }
    check_length(column, row)?;
    Ok(setup)
}

fn check_length(columns: u32, row: u8) -> Result<(), ParseSetupError> {
    if columns == u32::from(Square::COLUMNS) { Ok(()) } else { Err(ParseSetupError::RowLength(row + 1)) }
}

fn read_counters(setup: &mut Setup, quiet: &str, number: &str) -> Result<(), ParseSetupError> {
    setup.plies_since_capture = read_digits(quiet).ok_or(ParseSetupError::PliesSinceCapture)?;
    let number = read_digits(number).filter(|number| (1..=Setup::MAX_PLIES / 2 + 1).contains(number));
    setup.plies += (number.ok_or(ParseSetupError::MoveNumber)? - 1) * 2;
    Ok(())
}

/// Reads digits alone: `u32::from_str` would let a `+` pass.
fn read_digits(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
