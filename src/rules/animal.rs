use std::fmt;
use std::ops::{Index, IndexMut};

use super::Side;

/// A kind of piece, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Animal {
    /// Swims, and takes the elephant.
    Rat,
    /// Rank 2.
    Cat,
    /// Rank 3.
    Dog,
    /// Rank 4.
    Wolf,
    /// Rank 5, the panther.
    Leopard,
    /// Jumps rivers.
    Tiger,
    /// Jumps rivers.
    Lion,
    /// Rank 8.
    Elephant,
}

impl Animal {
    /// How many kinds there are.
    pub const COUNT: usize = 8;
    /// Every kind, from the rat to the elephant.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Rat, Self::Cat, Self::Dog, Self::Wolf, Self::Leopard, Self::Tiger, Self::Lion, Self::Elephant];

    /// The English name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rat => "rat",
            Self::Cat => "cat",
            Self::Dog => "dog",
            Self::Wolf => "wolf",
            Self::Leopard => "leopard",
            Self::Tiger => "tiger",
            Self::Lion => "lion",
            Self::Elephant => "elephant",
        }
    }

    /// Whether a river crossing is a move of this kind at all.
    pub const fn is_jumper(self) -> bool {
        matches!(self, Self::Tiger | Self::Lion)
    }
}

impl fmt::Display for Animal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One animal of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub animal: Animal,
}

impl Piece {
    /// Every piece: white before black, from the rat to the elephant.
    pub const ALL: [Self; Side::COUNT * Animal::COUNT] = {
        let mut pieces = [Self { side: Side::White, animal: Animal::Rat }; Side::COUNT * Animal::COUNT];
        let mut i = 0;
        while i < pieces.len() {
            pieces[i] = Self { side: Side::ALL[i / Animal::COUNT], animal: Animal::ALL[i % Animal::COUNT] };
            i += 1;
        }
        pieces
    };
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.animal)
    }
}

/// One `T` for each kind of piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByAnimal<T>(pub [T; Animal::COUNT]);

impl<T> Index<Animal> for ByAnimal<T> {
    type Output = T;

    fn index(&self, animal: Animal) -> &T {
        &self.0[animal as usize]
    }
}

impl<T> IndexMut<Animal> for ByAnimal<T> {
    fn index_mut(&mut self, animal: Animal) -> &mut T {
        &mut self.0[animal as usize]
    }
}
