use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Seat 0: moves first, from the bottom of the board; upper-case letters.
    White,
    /// Seat 1: from the top of the board; lower-case letters.
    Black,
}

impl Side {
    /// How many sides there are.
    pub const COUNT: usize = 2;
    /// Both sides, in the order of their seats.
    pub const ALL: [Self; Self::COUNT] = [Self::White, Self::Black];

    /// The seat, 0 or 1.
    pub const fn seat(self) -> u8 {
        self as u8
    }

    /// The side on turn after so many plies.
    pub const fn at_ply(plies: u32) -> Self {
        Self::ALL[(plies % 2) as usize]
    }
}

impl Not for Side {
    type Output = Self;

    /// The other side.
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

/// One `T` for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T>(pub [T; Side::COUNT]);

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}
