use std::sync::Arc;

use super::value::Value;
use crate::engine::tablebase::layout::{Layout, is_mirrored};
use crate::engine::tablebase::material::Material;
use crate::rules::{BySide, Piece, Ruleset, Side, Square};

/// The values of one material as its file has them, ready to be looked up.
#[derive(Debug)]
pub(super) struct Values(pub(super) Vec<u8>);

/// The table that a capture leads to, as seen from the positions before it.
pub(super) struct Smaller {
    values: Arc<Values>,
    /// How to number a position with each side on turn.
    views: BySide<View>,
}

/// What each piece of the larger material adds to the number of a position of the smaller.
struct View {
    plain: Vec<[usize; Square::COUNT]>,
    mirrored: Vec<[usize; Square::COUNT]>,
    /// The pieces in the order of the smaller layout.
    order: Vec<usize>,
    start: usize,
}

impl Smaller {
    /// What is left of a larger material when one of its pieces is taken; nothing if the game is over then.
    pub(super) fn new(
        larger: Material,
        taken: Piece,
        ruleset: &Ruleset,
        table: impl FnOnce(Material) -> Arc<Values>,
    ) -> Option<Self> {
        let (material, is_exchanged) = larger.after_loss(taken)?;
        let layout = Layout::new(material, ruleset);
        let view = |turn: Side| {
            let is_exchanged = is_exchanged || material.is_even() && turn == Side::Black;
            View::new(&layout, &larger.pieces().collect::<Vec<_>>(), taken, (is_exchanged, turn))
        };
        Some(Self { values: table(material), views: BySide(Side::ALL.map(view)) })
    }

    /// The value of a position to the side on turn; the piece that was taken still has a square.
    #[inline]
    pub(super) fn value(&self, squares: &[Square], turn: Side) -> Value {
        let view = &self.views[turn];
        Value::from_code(self.values.0[view.index(squares)])
    }
}

impl View {
    fn new(layout: &Layout, larger: &[Piece], taken: Piece, (is_exchanged, turn): (bool, Side)) -> Self {
        let exchanged =
            |piece: Piece| if is_exchanged { Piece { side: !piece.side, ..piece } } else { piece };
        let digit = |piece: Piece| layout.pieces.iter().position(|&other| other == exchanged(piece));
        let weights = |look: fn(Square) -> Square| {
            let weight = |&piece: &Piece| match digit(piece).filter(|_| piece != taken) {
                None => [0; Square::COUNT],
                Some(digit) => Square::ALL.map(|square| {
                    let square = if is_exchanged { square.flipped() } else { square };
                    layout.weights[digit][look(square) as usize]
                }),
            };
            larger.iter().map(weight).collect()
        };
        let order = layout.pieces.iter().map(|&piece| {
            larger
                .iter()
                .position(|&other| other == exchanged(piece))
                .expect("the larger material has it too")
        });
        let turn = if is_exchanged { !turn } else { turn };
        Self {
            plain: weights(|square| square),
            mirrored: weights(Square::mirrored),
            order: order.collect(),
            start: if turn == Side::White { 0 } else { layout.len },
        }
    }

    #[inline]
    fn index(&self, squares: &[Square]) -> usize {
        let is_mirrored = is_mirrored(self.order.iter().map(|&digit| squares[digit]));
        let weights = if is_mirrored { &self.mirrored } else { &self.plain };
        let weight = |(weights, &square): (&[usize; Square::COUNT], &Square)| weights[square as usize];
        self.start + weights.iter().zip(squares).map(weight).sum::<usize>()
    }
}
