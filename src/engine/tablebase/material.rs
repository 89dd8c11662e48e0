use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use thiserror::Error;

use crate::rules::{Animal, Bitboard, Piece, Position, Ruleset, Side};

/// The animals one side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Animals(u8);

impl Animals {
    /// No animal.
    pub const NONE: Self = Self(0);

    /// Those whose bits are set, the rat's being the lowest.
    pub(super) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// One bit for each, the rat's being the lowest.
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether an animal is among them.
    pub const fn contains(self, animal: Animal) -> bool {
        self.0 & 1 << animal as u8 != 0
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, animal: Animal) -> Self {
        Self(self.0 | 1 << animal as u8)
    }

    /// These without one.
    #[must_use]
    pub const fn without(self, animal: Animal) -> Self {
        Self(self.0 & !(1 << animal as u8))
    }

    /// Each of them, the strongest first.
    pub fn iter(self) -> impl Iterator<Item = Animal> {
        Animal::ALL.into_iter().rev().filter(move |&animal| self.contains(animal))
    }
}

/// The animals of both sides, whichever side has which: a side with more of them comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    first: Animals,
    second: Animals,
}

/// The text does not name the animals of two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseMaterialError {
    /// Neither an animal nor the dash between the sides.
    #[error("{0:?} is neither a letter of rcdwptle, in upper case for one side, nor a dash")]
    Letter(char),
    /// An animal that a side has already.
    #[error("{0:?} is there twice")]
    Twice(char),
    /// A side without animals.
    #[error("each side needs a piece, such as in TLe-r: upper case for one side, lower case for the other")]
    NoPiece,
}

impl Material {
    /// The fewest and the most pieces there can be.
    pub const PIECES: std::ops::RangeInclusive<usize> = 2..=Side::COUNT * Animal::COUNT;

    /// The animals of two sides, in any order, if both have some.
    pub fn new(one: Animals, other: Animals) -> Option<Self> {
        let key = |animals: Animals| (animals.len(), animals);
        let (first, second) = if key(one) >= key(other) { (one, other) } else { (other, one) };
        (!second.is_empty()).then_some(Self { first, second })
    }

    /// What is on the board of a position, and whether black has the animals that come first.
    pub(super) fn of(position: &Position) -> Option<(Self, bool)> {
        let of_side = |side: Side| {
            let has = |&animal: &Animal| position.animals(animal).intersects(position.pieces(side));
            Animal::ALL.into_iter().filter(has).fold(Animals::NONE, Animals::with)
        };
        let white = of_side(Side::White);
        let material = Self::new(white, of_side(Side::Black))?;
        Some((material, material.first != white))
    }

    /// Every one with so many pieces, always in the same order.
    pub fn all(pieces: usize) -> Vec<Self> {
        let sets = || (1..=u8::MAX).rev().map(Animals);
        let pairs = sets().flat_map(|one| sets().map(move |other| (one, other)));
        let fitting = pairs.filter(|(one, other)| one.len() + other.len() == pieces);
        let mut all: Vec<Self> = fitting.filter_map(|(one, other)| Self::new(one, other)).collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.dedup();
        all
    }

    /// The animals that come first: those of seat 0 in a table.
    pub const fn first(self) -> Animals {
        self.first
    }

    /// The other side's animals.
    pub const fn second(self) -> Animals {
        self.second
    }

    /// How many pieces there are.
    pub const fn count(self) -> usize {
        self.first.len() + self.second.len()
    }

    /// Whether both sides have the same.
    pub fn is_even(self) -> bool {
        self.first == self.second
    }

    /// The pieces, white having those that come first.
    pub(super) fn pieces(self) -> impl Iterator<Item = Piece> {
        let of = |side, animals: Animals| animals.iter().map(move |animal| Piece { side, animal });
        of(Side::White, self.first).chain(of(Side::Black, self.second))
    }

    /// What is left when one of those pieces is taken, and whether the sides then change places; nothing if it was
    /// its side's last.
    pub(super) fn after_loss(self, piece: Piece) -> Option<(Self, bool)> {
        let (mut white, mut black) = (self.first, self.second);
        match piece.side {
            Side::White => white = white.without(piece.animal),
            Side::Black => black = black.without(piece.animal),
        }
        let left = Self::new(white, black)?;
        Some((left, left.first != white))
    }

    /// Every other one that a capture may lead to, each once.
    pub fn smaller(self) -> Vec<Self> {
        let mut smaller: Vec<Self> =
            self.pieces().filter_map(|piece| self.after_loss(piece)).map(|(left, _)| left).collect();
        smaller.sort_unstable();
        smaller.dedup();
        smaller
    }
}

/// The squares on which a piece may stand while the game goes on.
pub(super) fn ground(ruleset: &Ruleset, piece: Piece) -> Bitboard {
    ruleset.ground(piece.side, piece.animal) & !Bitboard::from(crate::rules::terrain::DENS[!piece.side])
}

impl Display for Material {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for piece in self.pieces() {
            if piece.side == Side::Black && self.second.iter().next() == Some(piece.animal) {
                f.write_str("-")?;
            }
            write!(f, "{}", piece.letter() as char)?;
        }
        Ok(())
    }
}

impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Self, ParseMaterialError> {
        let mut sides = [Animals::NONE; Side::COUNT];
        for letter in text.chars().filter(|&letter| letter != '-') {
            let piece = Piece::from_letter(letter).ok_or(ParseMaterialError::Letter(letter))?;
            let animals = &mut sides[piece.side as usize];
            if animals.contains(piece.animal) {
                return Err(ParseMaterialError::Twice(letter));
            }
            *animals = animals.with(piece.animal);
        }
        Self::new(sides[0], sides[1]).ok_or(ParseMaterialError::NoPiece)
    }
}
