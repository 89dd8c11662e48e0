/// A square, from `a1` (bottom left) to `g9` (top right).
#[rustfmt::skip]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "a square's name says what it is")]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1,
    A2, B2, C2, D2, E2, F2, G2,
    A3, B3, C3, D3, E3, F3, G3,
    A4, B4, C4, D4, E4, F4, G4,
    A5, B5, C5, D5, E5, F5, G5,
    A6, B6, C6, D6, E6, F6, G6,
    A7, B7, C7, D7, E7, F7, G7,
    A8, B8, C8, D8, E8, F8, G8,
    A9, B9, C9, D9, E9, F9, G9,
}

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 63;
    /// How many columns there are.
    pub const COLUMNS: u8 = 7;
    /// How many rows there are.
    pub const ROWS: u8 = 9;

    /// Every square, row by row from `a1`.
    #[rustfmt::skip]
    pub const ALL: [Self; Self::COUNT] = {
        use Square::*;
        [
            A1, B1, C1, D1, E1, F1, G1,
            A2, B2, C2, D2, E2, F2, G2,
            A3, B3, C3, D3, E3, F3, G3,
            A4, B4, C4, D4, E4, F4, G4,
            A5, B5, C5, D5, E5, F5, G5,
            A6, B6, C6, D6, E6, F6, G6,
            A7, B7, C7, D7, E7, F7, G7,
            A8, B8, C8, D8, E8, F8, G8,
            A9, B9, C9, D9, E9, F9, G9,
        ]
    };

    /// The square in a column and a row, both counted from 0, if it is on the board.
    pub const fn at(column: u32, row: u32) -> Option<Self> {
        if column < Self::COLUMNS as u32 && row < Self::ROWS as u32 {
            Some(Self::ALL[(row * Self::COLUMNS as u32 + column) as usize])
        } else {
            None
        }
    }

    /// The column, 0 to 6 from left to right.
    pub const fn column(self) -> u8 {
        self as u8 % Self::COLUMNS
    }

    /// The row, 0 to 8 from bottom to top.
    pub const fn row(self) -> u8 {
        self as u8 / Self::COLUMNS
    }

    /// The square so many columns to the right and rows up, if it is on the board.
    pub const fn offset(self, columns: i8, rows: i8) -> Option<Self> {
        let column = self.column() as i8 + columns;
        let row = self.row() as i8 + rows;
        if column < 0 || row < 0 {
            return None;
        }
        Self::at(column as u32, row as u32)
    }

    /// The square seen in a mirror that swaps left and right.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::ALL[(self.row() * Self::COLUMNS + Self::COLUMNS - 1 - self.column()) as usize]
    }

    /// The square seen from the other end of the board, columns kept.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self::ALL[((Self::ROWS - 1 - self.row()) * Self::COLUMNS + self.column()) as usize]
    }
}
