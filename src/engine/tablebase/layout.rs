use std::cmp::Ordering;

use arrayvec::ArrayVec;

use super::material::{Material, ground};
use crate::rules::{Bitboard, Piece, Ruleset, Square};

/// The most pieces there are.
pub(super) const MOST: usize = *Material::PIECES.end();

/// The column that the mirror keeps.
const MIDDLE: u8 = Square::COLUMNS / 2;

/// How the positions of one material are numbered: a digit for each piece, the first piece's the most significant.
///
/// The first piece is never on the right half of the board, whose positions are those of the left half in a mirror.
/// On the middle column both images have a number.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// White's pieces before black's.
    pub(super) pieces: Vec<Piece>,
    /// The squares each piece may stand on, in the order of its digits.
    pub(super) squares: Vec<Vec<Square>>,
    /// What a piece on a square adds to the number.
    pub(super) weights: Vec<[usize; Square::COUNT]>,
    /// How many numbers there are.
    pub(super) len: usize,
}

impl Layout {
    /// The numbers of a material's positions under a ruleset.
    pub(super) fn new(material: Material, ruleset: &Ruleset) -> Self {
        let pieces: Vec<Piece> = material.pieces().collect();
        let mut squares: Vec<Vec<Square>> =
            pieces.iter().map(|&piece| ground(ruleset, piece).into_iter().collect()).collect();
        squares[0].retain(|&square| !is_right(square));
        let mut weights = vec![[0; Square::COUNT]; pieces.len()];
        let mut len = 1;
        for (weights, squares) in weights.iter_mut().zip(&squares).rev() {
            for (digit, &square) in squares.iter().enumerate() {
                weights[square as usize] = digit * len;
            }
            len *= squares.len();
        }
        Self { pieces, squares, weights, len }
    }

    /// How many positions follow each other that differ in the last piece's square only.
    pub(super) fn row(&self) -> usize {
        self.squares.last().map_or(1, Vec::len)
    }

    /// Puts all pieces but the last onto the squares of a row, counted from 0.
    pub(super) fn read_row(&self, row: usize, into: &mut [Square; MOST]) {
        let mut rest = row;
        for (digit, squares) in self.squares.iter().enumerate().rev().skip(1) {
            into[digit] = squares[rest % squares.len()];
            rest /= squares.len();
        }
    }

    /// Visits the positions of a row in which no two pieces share a square: the last piece's digit, the squares, and all
    /// of them as a set.
    #[inline]
    pub(super) fn for_each_in_row(&self, row: usize, mut visit: impl FnMut(usize, &mut [Square], Bitboard)) {
        let mut squares = [Square::A1; MOST];
        self.read_row(row, &mut squares);
        let last = self.pieces.len() - 1;
        let others: Bitboard = squares[..last].iter().copied().collect();
        if others.len() < last {
            return;
        }
        for (digit, &square) in self.squares[last].iter().enumerate() {
            if !others.contains(square) {
                squares[last] = square;
                visit(digit, &mut squares[..=last], others.with(square));
            }
        }
    }

    /// The squares of a number, unless two pieces share one.
    pub(super) fn squares_of(&self, index: usize) -> Option<ArrayVec<Square, MOST>> {
        let mut squares = [Square::A1; MOST];
        let last = self.pieces.len() - 1;
        self.read_row(index / self.row(), &mut squares);
        squares[last] = self.squares[last][index % self.row()];
        let squares: ArrayVec<Square, MOST> = squares[..=last].iter().copied().collect();
        let occupied: Bitboard = squares.iter().copied().collect();
        (occupied.len() == squares.len()).then_some(squares)
    }

    /// The number of the mirror image of a position with the first piece on another square, one of the middle column.
    pub(super) fn mirrored_index(&self, squares: &[Square], first: Square) -> usize {
        let others = self.weights.iter().zip(squares).skip(1);
        let others = others.map(|(weights, square)| weights[square.mirrored() as usize]);
        self.weights[0][first as usize] + others.sum::<usize>()
    }

    /// The number of a position whose first piece is not on the right half.
    pub(super) fn index(&self, squares: &[Square]) -> usize {
        self.weights.iter().zip(squares).map(|(weights, &square)| weights[square as usize]).sum()
    }
}

/// Whether a square is on the right half.
pub(super) fn is_right(square: Square) -> bool {
    square.column() > MIDDLE
}

/// Whether a square is on the column that the mirror keeps.
pub(super) fn is_middle(square: Square) -> bool {
    square.column() == MIDDLE
}

/// Whether a position is kept as its mirror image: the first piece off the middle column is on the right half.
pub(super) fn is_mirrored(squares: impl IntoIterator<Item = Square>) -> bool {
    for square in squares {
        match square.column().cmp(&MIDDLE) {
            Ordering::Less => return false,
            Ordering::Equal => {}
            Ordering::Greater => return true,
        }
    }
    false
}
