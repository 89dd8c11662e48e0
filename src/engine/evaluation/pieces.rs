use super::camp::Pair;
use super::layout::{COUNTS, HUNTER_COUNTS, PIECES, ROLES, SQUARES};
use super::routes::SIDE_LANES;
use super::{Evaluator, Inputs};
use crate::rules::{Animal, ByAnimal, Ruleset, Side, Square};

/// What is known of each animal.
#[derive(Debug)]
pub(super) struct Contexts(ByAnimal<Context>);

/// Which inputs are an animal's, by the animals that the enemy has.
#[derive(Clone, Copy, Debug)]
struct Context {
    /// The input of the piece.
    pieces: [u16; KINDS],
    /// The input of its first square.
    squares: [u16; KINDS],
    /// For each enemy animal and lane, every bit if this one cannot take it.
    spared: ByAnimal<[u8; SIDE_LANES]>,
}

/// The sets of animals that a side may have.
const KINDS: usize = 1 << Animal::COUNT;

impl Contexts {
    pub(super) fn new(ruleset: &Ruleset) -> Self {
        Self(ByAnimal(Animal::ALL.map(|animal| Context::new(ruleset, animal))))
    }

    /// For each enemy animal and lane, every bit if the animal cannot take it.
    #[inline]
    pub(super) fn spared(&self, animal: Animal) -> &[u8] {
        self.0[animal].spared.0.as_flattened()
    }
}

impl Context {
    fn new(ruleset: &Ruleset, animal: Animal) -> Self {
        let role = ruleset.rank(animal) as usize - 1;
        let kinds = |is_in: &dyn Fn(Animal) -> bool| {
            let some = Animal::ALL.into_iter().filter(|&other| is_in(other));
            some.map(|other| 1 << other as u32).sum::<usize>()
        };
        let hunters = kinds(&|other| takes(ruleset, other, animal));
        let prey = kinds(&|other| takes(ruleset, animal, other));
        let spared = Animal::ALL.map(|other| if takes(ruleset, animal, other) { 0 } else { u8::MAX });
        let mut context = Self {
            pieces: [0; KINDS],
            squares: [0; KINDS],
            spared: ByAnimal(spared.map(|byte| [byte; SIDE_LANES])),
        };
        for kinds in 0..KINDS {
            let count = |some: usize| (kinds & some).count_ones() as usize;
            let (hunters, prey) = (count(hunters), count(prey));
            let place = (role * COUNTS + hunters.min(COUNTS - 1)) * COUNTS + prey.min(COUNTS - 1);
            context.pieces[kinds] = (PIECES.first + place) as u16;
            let place = hunters.min(HUNTER_COUNTS - 1) * ROLES + role;
            context.squares[kinds] = (SQUARES.first + place * Square::COUNT) as u16;
        }
        context
    }
}

/// Whether an animal takes another, traps left aside.
fn takes(ruleset: &Ruleset, hunter: Animal, prey: Animal) -> bool {
    match (hunter, prey) {
        (Animal::Rat, Animal::Elephant) => true,
        (Animal::Elephant, Animal::Rat) => ruleset.elephant_captures_rat,
        _ if ruleset.equal_rank_captures => ruleset.rank(hunter) >= ruleset.rank(prey),
        _ => ruleset.rank(hunter) > ruleset.rank(prey),
    }
}

impl Evaluator {
    /// Adds each of a side's pieces, and where it stands.
    #[inline]
    pub(super) fn add_pieces(&self, pair: Pair, inputs: &mut Inputs) {
        let kinds = usize::from(pair.enemy.kinds);
        for (animal, square) in pair.own.pieces() {
            let context = &self.contexts.0[animal];
            let seen = if pair.side == Side::White { square } else { square.flipped() };
            inputs.push(context.pieces[kinds]);
            inputs.push(context.squares[kinds] + seen as u16);
        }
    }
}
