use super::Evaluator;
use super::routes::{Lanes, SIDE_LANES};
use crate::rules::{Animal, ByAnimal, Position, Side, Square};

/// What a side has on the board.
pub(super) struct Camp {
    /// The animals it has, one bit each.
    pub(super) kinds: u8,
    /// Where they stand.
    squares: ByAnimal<Square>,
    /// How near its pieces are to the traps.
    pub(super) nearest: Lanes,
    /// How near each piece is to the enemy's traps.
    pub(super) runners: ByAnimal<[u8; SIDE_LANES]>,
    /// How near those are to the own traps that can take each enemy animal, traps and banks left aside.
    pub(super) hunters: ByAnimal<[u8; SIDE_LANES]>,
}

/// A side and its enemy.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a> {
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
            nearest: Lanes::NOWHERE,
            runners: ByAnimal([Lanes::NOWHERE.abroad(); Animal::COUNT]),
            hunters: ByAnimal([Lanes::NOWHERE.home(); Animal::COUNT]),
        };
        let pieces = position.pieces(side);
        for animal in Animal::ALL {
            let Some(square) = (position.animals(animal) & pieces).first() else { continue };
            let lanes = evaluator.routes.lanes(side, animal, square);
            camp.kinds |= 1 << animal as u8;
            camp.squares[animal] = square;
            camp.nearest = camp.nearest.nearer(lanes);
            camp.runners[animal] = lanes.abroad();
            let home = [lanes.home(); Animal::COUNT];
            let spared = evaluator.contexts.spared(animal);
            // Bytes without branches: many are worked on at once.
            let all = camp.hunters.0.as_flattened_mut().iter_mut();
            for (hunters, (home, spared)) in all.zip(home.as_flattened().iter().zip(spared)) {
                *hunters = (*hunters).min(home | spared);
            }
        }
        camp
    }

    /// The animals it has, with where they stand.
    #[inline]
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Animal, Square)> + '_ {
        let animals = Animal::ALL.into_iter().filter(|&animal| self.kinds & 1 << animal as u8 != 0);
        animals.map(|animal| (animal, self.squares[animal]))
    }
}
