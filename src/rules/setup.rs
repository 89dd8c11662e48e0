use thiserror::Error;

use super::terrain::{DENS, WATER};
use super::{Animal, ByAnimal, BySide, Piece, Ruleset, Side, Square};

/// An arrangement of pieces and counters, legal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    squares: BySide<ByAnimal<Option<Square>>>,
    /// The side on turn.
    pub turn: Side,
    /// The plies played.
    pub plies: u32,
    /// The plies played since the last capture.
    pub plies_since_capture: u32,
}

/// Why a setup is not a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// Two pieces on one square.
    #[error("there are two pieces on {0}")]
    SquareTaken(Square),
    /// A side has an animal twice.
    #[error("a second {0} stands on {1}")]
    PieceTwice(Piece, Square),
    /// A piece in its own den.
    #[error("the {0} on {1} is in its own den")]
    InOwnDen(Piece, Square),
    /// A piece other than a rat in the water.
    #[error("the {0} on {1} is in the water")]
    InWater(Piece, Square),
    /// A piece on its own trap where the ruleset closes those.
    #[error("the {0} on {1} is on its own trap, which this ruleset closes")]
    OnOwnTrap(Piece, Square),
    /// Pieces in both dens.
    #[error("there are pieces in both dens, d1 and d9")]
    BothDens,
    /// An empty board.
    #[error("there is no piece on the board")]
    NoPieces,
    /// More plies than any game has.
    #[error("plies is greater than {}", Setup::MAX_PLIES)]
    TooManyPlies,
    /// The side on turn does not go with the plies played.
    #[error("plies and turn disagree: seat 0 moves at even plies, seat 1 at odd ones")]
    TurnAndPlies,
    /// More plies since the last capture than plies.
    #[error("plies_since_capture is greater than plies")]
    PliesSinceCapture,
}

impl SetupError {
    /// Why a piece may not stand on a square, known that it may not.
    fn wrong_square(piece: Piece, square: Square) -> Self {
        if square == DENS[piece.side] {
            Self::InOwnDen(piece, square)
        } else if WATER.contains(square) {
            Self::InWater(piece, square)
        } else {
            Self::OnOwnTrap(piece, square)
        }
    }
}

impl Setup {
    /// The most plies a setup may claim to be old.
    pub const MAX_PLIES: u32 = 1_000_000;

    /// An empty board at the start of a game.
    pub const EMPTY: Self = Self {
        squares: BySide([ByAnimal([None; Animal::COUNT]); Side::COUNT]),
        turn: Side::White,
        plies: 0,
        plies_since_capture: 0,
    };

    /// The start of a game, squares from the rat's to the elephant's.
    pub(super) const fn start(white: [Square; Animal::COUNT], black: [Square; Animal::COUNT]) -> Self {
        let mut setup = Self::EMPTY;
        let mut i = 0;
        while i < Animal::COUNT {
            setup.squares.0[0].0[i] = Some(white[i]);
            setup.squares.0[1].0[i] = Some(black[i]);
            i += 1;
        }
        setup
    }

    /// Where a piece stands.
    pub fn square(&self, piece: Piece) -> Option<Square> {
        self.squares[piece.side][piece.animal]
    }

    /// Every piece with its square: white before black, from the rat to the elephant.
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> + '_ {
        Piece::ALL.into_iter().filter_map(|piece| self.square(piece).map(|square| (piece, square)))
    }

    /// The setup seen in a mirror that swaps left and right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirrored = *self;
        for (piece, square) in self.pieces() {
            mirrored.put(piece, Some(square.mirrored()));
        }
        mirrored
    }

    /// Puts a piece onto a square.
    ///
    /// # Errors
    ///
    /// The square is taken, or the side has that animal already.
    pub fn place(&mut self, piece: Piece, square: Square) -> Result<(), SetupError> {
        if self.pieces().any(|(_, taken)| taken == square) {
            return Err(SetupError::SquareTaken(square));
        }
        self.add(piece, square)
    }

    /// Puts a piece onto a square that is known to be empty.
    pub(super) fn add(&mut self, piece: Piece, square: Square) -> Result<(), SetupError> {
        match &mut self.squares[piece.side][piece.animal] {
            Some(_) => Err(SetupError::PieceTwice(piece, square)),
            empty => {
                *empty = Some(square);
                Ok(())
            }
        }
    }

    /// Sets where a piece stands, if anywhere, whatever else stands there.
    pub(super) fn put(&mut self, piece: Piece, square: Option<Square>) {
        self.squares[piece.side][piece.animal] = square;
    }

    /// Finds the first reason why this is not a legal position.
    ///
    /// # Errors
    ///
    /// Names the square or the counter that is wrong.
    pub fn check(&self, ruleset: &Ruleset) -> Result<(), SetupError> {
        self.check_ground(ruleset)?;
        let in_enemy_den = |side: Side| self.squares[side].0.contains(&Some(DENS[!side]));
        if Side::ALL.into_iter().all(in_enemy_den) {
            return Err(SetupError::BothDens);
        }
        if self.pieces().next().is_none() {
            return Err(SetupError::NoPieces);
        }
        self.check_counters()
    }

    /// Of several pieces on wrong squares it names the one that a reader of the text meets first.
    fn check_ground(&self, ruleset: &Ruleset) -> Result<(), SetupError> {
        let is_wrong =
            |&(piece, square): &(Piece, Square)| !ruleset.ground(piece.side, piece.animal).contains(square);
        let first = self.pieces().filter(is_wrong).min_by_key(|(_, square)| square.flipped());
        first.map_or(Ok(()), |(piece, square)| Err(SetupError::wrong_square(piece, square)))
    }

    fn check_counters(&self) -> Result<(), SetupError> {
        if self.plies > Self::MAX_PLIES {
            return Err(SetupError::TooManyPlies);
        }
        if Side::at_ply(self.plies) != self.turn {
            return Err(SetupError::TurnAndPlies);
        }
        if self.plies_since_capture > self.plies {
            return Err(SetupError::PliesSinceCapture);
        }
        Ok(())
    }
}
