use arrayvec::ArrayVec;

use super::terrain::DENS;
use super::{
    Animal, Bitboard, ByAnimal, BySide, EndReason, NoLegalMoves, Outcome, Piece, Ruleset, Setup, SetupError,
    Side, Square, zobrist,
};

/// A move of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl Move {
    /// The move seen in a mirror that swaps left and right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { from: self.from.mirrored(), to: self.to.mirrored() }
    }
}

/// The legal moves of a position: eight pieces with at most four each.
pub type MoveList = ArrayVec<Move, { Animal::COUNT * 4 }>;

/// A legal arrangement of pieces under a ruleset, with the side on turn and the counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) animals: ByAnimal<Bitboard>,
    pub(super) sides: BySide<Bitboard>,
    turn: Side,
    key: u64,
    plies: u32,
    plies_since_capture: u32,
    ruleset: Ruleset,
}

impl Position {
    /// A legal setup under a ruleset.
    ///
    /// # Errors
    ///
    /// The setup is not legal: see [`Setup::check`].
    pub fn new(setup: &Setup, ruleset: &Ruleset) -> Result<Self, SetupError> {
        setup.check(ruleset)?;
        Ok(Self::of_legal(setup, ruleset))
    }

    /// A setup that is known to be legal.
    fn of_legal(setup: &Setup, ruleset: &Ruleset) -> Self {
        let mut position = Self {
            animals: ByAnimal::default(),
            sides: BySide::default(),
            turn: setup.turn,
            key: if setup.turn == Side::Black { zobrist::BLACK_ON_TURN } else { 0 },
            plies: setup.plies,
            plies_since_capture: setup.plies_since_capture,
            ruleset: *ruleset,
        };
        for (piece, square) in setup.pieces() {
            position.toggle(piece, square);
        }
        position
    }

    /// The arrangement alone.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::EMPTY;
        setup.turn = self.turn;
        setup.plies = self.plies;
        setup.plies_since_capture = self.plies_since_capture;
        for piece in Piece::ALL {
            setup.put(piece, self.square(piece));
        }
        setup
    }

    /// The position seen in a mirror that swaps left and right, which is as legal and worth as much.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let setup = self.setup().mirrored();
        // The board is symmetric, and so are the rules.
        Self::of_legal(&setup, &self.ruleset)
    }

    /// The same under rules that differ only in where a game starts.
    pub(super) fn with_start(&self, start: Setup) -> Self {
        Self { ruleset: Ruleset { start, ..self.ruleset }, ..*self }
    }

    /// The rules it is played under.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The side on turn.
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The plies played.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The plies played since the last capture.
    pub fn plies_since_capture(&self) -> u32 {
        self.plies_since_capture
    }

    /// The Zobrist key of placement and side on turn; other positions may share it.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// A side's pieces.
    pub fn pieces(&self, side: Side) -> Bitboard {
        self.sides[side]
    }

    /// An animal of both sides.
    pub fn animals(&self, animal: Animal) -> Bitboard {
        self.animals[animal]
    }

    /// Every piece.
    pub fn occupied(&self) -> Bitboard {
        self.sides[Side::White] | self.sides[Side::Black]
    }

    /// Where a piece stands.
    pub fn square(&self, piece: Piece) -> Option<Square> {
        (self.animals[piece.animal] & self.sides[piece.side]).first()
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let side = Side::ALL.into_iter().find(|&side| self.sides[side].contains(square))?;
        Some(Piece { side, animal: self.animal_at(square) })
    }

    /// Whether placement and side on turn are the same.
    pub fn is_repetition_of(&self, other: &Self) -> bool {
        self.key == other.key
            && self.turn == other.turn
            && self.sides == other.sides
            && self.animals == other.animals
    }

    /// How the game ended here, as far as one position tells.
    pub fn outcome(&self) -> Option<Outcome> {
        self.decision().or_else(|| self.counted_draw())
    }

    /// The end by what stands on the board, draws by counting left aside.
    pub fn decision(&self) -> Option<Outcome> {
        for side in Side::ALL {
            if self.sides[side].contains(DENS[!side]) {
                return Some(Outcome::won(side, EndReason::DenEntered));
            }
        }
        for side in Side::ALL {
            if self.sides[!side].is_empty() {
                return Some(Outcome::won(side, EndReason::AllCaptured));
            }
        }
        if self.has_legal_moves() {
            return None;
        }
        Some(match self.ruleset.no_legal_moves {
            NoLegalMoves::Loses => Outcome::won(!self.turn, EndReason::NoLegalMoves),
            NoLegalMoves::Draws => Outcome::drawn(EndReason::NoLegalMoves),
        })
    }

    /// The draw that a count of plies makes.
    pub(super) fn counted_draw(&self) -> Option<Outcome> {
        let is_reached = |count: u32, limit: Option<u32>| limit.is_some_and(|limit| count >= limit);
        if is_reached(self.plies_since_capture, self.ruleset.no_capture_limit) {
            Some(Outcome::drawn(EndReason::NoCaptureLimit))
        } else if is_reached(self.plies, self.ruleset.ply_limit) {
            Some(Outcome::drawn(EndReason::PlyLimit))
        } else {
            None
        }
    }

    /// Plays a move the caller knows to be legal; a wrong one gives a wrong position, never undefined behaviour.
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Self {
        let mut next = *self;
        let mover = Piece { side: self.turn, animal: self.animal_at(mv.from) };
        next.plies += 1;
        next.plies_since_capture += 1;
        if self.sides[!self.turn].contains(mv.to) {
            let captured = Piece { side: !self.turn, animal: self.animal_at(mv.to) };
            next.toggle(captured, mv.to);
            next.plies_since_capture = 0;
        }
        next.toggle(mover, mv.from);
        next.toggle(mover, mv.to);
        next.turn = !self.turn;
        next.key ^= zobrist::BLACK_ON_TURN;
        next
    }

    /// The position as it would be if the side on turn did nothing, which the rules do not allow.
    #[must_use]
    pub fn pass_unchecked(&self) -> Self {
        Self {
            turn: !self.turn,
            key: self.key ^ zobrist::BLACK_ON_TURN,
            plies: self.plies + 1,
            plies_since_capture: self.plies_since_capture + 1,
            ..*self
        }
    }

    /// The animal on a square that is known to be occupied.
    pub fn animal_at(&self, square: Square) -> Animal {
        let is_there = |&animal: &Animal| self.animals[animal].contains(square);
        Animal::ALL.into_iter().find(is_there).unwrap_or(Animal::Elephant)
    }

    fn toggle(&mut self, piece: Piece, square: Square) {
        self.animals[piece.animal] ^= square.into();
        self.sides[piece.side] ^= square.into();
        self.key ^= zobrist::piece_on(piece, square);
    }
}
