use super::camp::Pair;
use super::layout::{COUNTS, FOLDED, HUNT_STEPS, HUNTED, PIECES, ROLES, SQUARE_COUNTS, SQUARES};
use super::routes::Lanes;
use super::{Evaluator, Terms};
use crate::rules::reach::STEPS;
use crate::rules::terrain::{LAND, WATER};
use crate::rules::{Animal, Bitboard, ByAnimal, BySide, Ruleset, Side, Square};

/// The squares of a half board, for each square and side.
static FOLD: BySide<[u8; Square::COUNT]> = {
    let mut fold = BySide([[0; Square::COUNT]; Side::COUNT]);
    let mut index = 0;
    while index < Side::COUNT * Square::COUNT {
        let (side, square) = (index / Square::COUNT, Square::ALL[index % Square::COUNT]);
        let seen = if side == Side::White as usize { square } else { square.flipped() };
        let last = Square::COLUMNS - 1;
        let column = if seen.column() > last / 2 { last - seen.column() } else { seen.column() };
        fold.0[side][square as usize] = seen.row() * (last / 2 + 1) + column;
        index += 1;
    }
    fold
};

/// The rings around a square: what is reached in exactly 1, 2 or 3 steps, on the same ground.
type Rings = [Bitboard; HUNT_STEPS - 1];

static RINGS: [Rings; Square::COUNT] = {
    let mut rings = [[Bitboard::EMPTY; HUNT_STEPS - 1]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        rings[square] = rings_around(Square::ALL[square]);
        square += 1;
    }
    rings
};

const fn rings_around(from: Square) -> Rings {
    let foreign = if WATER.contains(from) { LAND } else { WATER };
    let mut rings = [Bitboard::EMPTY; HUNT_STEPS - 1];
    let mut seen = Bitboard::EMPTY.with(from);
    let mut ring = 0;
    while ring < rings.len() {
        let mut grown = seen;
        let mut next = 0;
        while next < Square::COUNT {
            if seen.contains(Square::ALL[next]) {
                grown = grown.union(STEPS[next]);
            }
            next += 1;
        }
        grown = grown.without(foreign);
        rings[ring] = grown.without(seen);
        seen = grown;
        ring += 1;
    }
    rings
}

/// What each animal's terms depend on.
#[derive(Debug)]
pub(super) struct Contexts(pub(super) ByAnimal<Context>);

/// Where the weights of an animal begin, by the animals that the enemy has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// The index of the weight of the piece.
    pieces: [u16; KINDS],
    /// The index of its first square.
    squares: [u16; KINDS],
    /// Whether nobody can take it on its way.
    is_free: [bool; KINDS],
    /// Its rank, counted from 0.
    role: usize,
}

/// The sets of animals that a side may have.
const KINDS: usize = 1 << Animal::COUNT;

impl Contexts {
    pub(super) fn new(ruleset: &Ruleset) -> Self {
        Self(ByAnimal(Animal::ALL.map(|animal| Context::new(ruleset, animal))))
    }
}

impl Context {
    fn new(ruleset: &Ruleset, animal: Animal) -> Self {
        let role = ruleset.rank(animal) as usize - 1;
        let kinds = |is_in: &dyn Fn(Animal) -> bool| {
            Animal::ALL
                .into_iter()
                .filter(|&other| is_in(other))
                .map(|other| 1 << other as u32)
                .sum::<usize>()
        };
        let hunters = kinds(&|other| takes(ruleset, other, animal));
        let prey = kinds(&|other| takes(ruleset, animal, other));
        let mut context = Self { pieces: [0; KINDS], squares: [0; KINDS], is_free: [false; KINDS], role };
        for kinds in 0..KINDS {
            let count = |some: usize| (kinds & some).count_ones() as usize;
            let (hunters, prey) = (count(hunters), count(prey));
            let place = (role * COUNTS + hunters.min(COUNTS - 1)) * COUNTS + prey.min(COUNTS - 1);
            context.pieces[kinds] = (PIECES.first + place) as u16;
            let place = hunters.min(SQUARE_COUNTS - 1) * ROLES + role;
            context.squares[kinds] = (SQUARES.first + place * FOLDED) as u16;
            context.is_free[kinds] = hunters == 0;
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
    /// Adds what each piece is worth where it stands, and what threatens it.
    ///
    /// Gives how near the pieces are to the traps that nobody can take on their way.
    #[inline]
    pub(super) fn add_pieces(&self, pair: Pair, terms: &mut impl Terms) -> Lanes {
        let kinds = pair.enemy.kinds as usize;
        let fold = &FOLD[pair.side];
        let hunted = HUNTED.first + usize::from(pair.is_on_turn) * ROLES * HUNT_STEPS;
        let mut free = Lanes::NOWHERE;
        for (animal, square) in pair.own.pieces() {
            let context = &self.contexts.0[animal];
            terms.add(context.pieces[kinds] as usize);
            terms.add(context.squares[kinds] as usize + fold[square as usize] as usize);
            let near = steps_to(square, pair.enemy.hunters[animal]);
            terms.add(hunted + context.role * HUNT_STEPS + near);
            if context.is_free[kinds] {
                free = free.nearer(self.routes.lanes(pair.side, animal, square));
            }
        }
        free
    }
}

/// The steps to the nearest of some pieces, less one; the last number stands for all that are further away.
#[inline]
fn steps_to(square: Square, pieces: Bitboard) -> usize {
    // Without branches: nothing predicts them.
    let rings = &RINGS[square as usize];
    let mut is_far = true;
    let mut steps = 0;
    for ring in rings {
        is_far &= !ring.intersects(pieces);
        steps += usize::from(is_far);
    }
    steps
}
