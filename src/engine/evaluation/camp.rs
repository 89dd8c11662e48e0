use super::Evaluator;
use super::routes::Lanes;
use crate::rules::{Animal, Bitboard, ByAnimal, Position, Side, Square};

/// What a side has on the board.
pub(super) struct Camp {
    /// The animals it has, one bit each.
    pub(super) kinds: u8,
    /// Where they stand.
    pub(super) squares: ByAnimal<Square>,
    /// The pieces that can take each enemy animal, traps and banks left aside.
    pub(super) hunters: ByAnimal<Bitboard>,
    /// How near its pieces are to the traps.
    pub(super) nearest: Lanes,
}

/// A side and its enemy.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
    pub(super) position: &'a Position,
    pub(super) side: Side,
    pub(super) own: &'a Camp,
    pub(super) enemy: &'a Camp,
    /// Whether the side is on turn.
    pub(super) is_on_turn: bool,
}

impl Camp {
    /// Looks at a side's pieces.
    #[inline]
    pub(super) fn new(evaluator: &Evaluator, position: &Position, side: Side) -> Self {
        let mut camp = Self {
            kinds: 0,
            squares: ByAnimal([Square::A1; Animal::COUNT]),
            hunters: ByAnimal::default(),
            nearest: Lanes::NOWHERE,
        };
        let pieces = position.pieces(side);
        let mut seen = Bitboard::EMPTY;
        for &animal in evaluator.by_rank.iter().rev() {
            let here = position.animals(animal) & pieces;
            let higher = seen;
            seen |= here;
            camp.hunters[animal] = if evaluator.takes_equal { seen } else { higher };
            if let Some(square) = here.first() {
                camp.kinds |= 1 << animal as u8;
                camp.squares[animal] = square;
                camp.nearest = camp.nearest.nearer(evaluator.routes.lanes(side, animal, square));
            }
        }
        camp.hunters[Animal::Elephant] |= position.animals(Animal::Rat) & pieces;
        if !evaluator.elephant_takes_rat {
            camp.hunters[Animal::Rat] = camp.hunters[Animal::Rat].without(position.animals(Animal::Elephant));
        }
        camp
    }

    /// Whether it has an animal.
    #[inline]
    pub(super) fn has(&self, animal: Animal) -> bool {
        self.kinds & 1 << animal as u8 != 0
    }

    /// The animals it has, with where they stand.
    #[inline]
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Animal, Square)> + '_ {
        let animals = Animal::ALL.into_iter().filter(|&animal| self.has(animal));
        animals.map(|animal| (animal, self.squares[animal]))
    }
}
