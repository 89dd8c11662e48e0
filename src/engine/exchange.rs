//! Static exchange evaluation: what a capture gains when both sides go on taking on its square while it pays.

use arrayvec::ArrayVec;

use super::evaluation::Evaluator;
use crate::rules::reach::{CROSSINGS, STEPS};
use crate::rules::terrain::LAND;
use crate::rules::{Animal, Bitboard, Move, Piece, Position, Square};

/// The most pieces that can take turns on a square: a step or a jump from each direction.
const MAX_TAKERS: usize = 4;

/// What a capture is worth to the side on turn, in hundredths of a cat.
pub(super) fn exchange(position: &Position, evaluator: &Evaluator, mv: Move) -> i32 {
    let side = position.turn();
    let mover = position.animal_at(mv.from);
    let first = if position.pieces(!side).contains(mv.to) {
        evaluator.piece_worth(position.animal_at(mv.to))
    } else {
        0
    };
    let mut gains: ArrayVec<i32, { 2 * MAX_TAKERS }> = ArrayVec::new();
    gains.push(first);
    let mut waiting = takers(position, mv.to).without(mv.from.into());
    let mut target = Piece { side, animal: mover };
    while let Some((from, animal)) = least_taker(position, evaluator, waiting, (target, mv.to)) {
        let gain = evaluator.piece_worth(target.animal) - gains[gains.len() - 1];
        if gains.try_push(gain).is_err() {
            break;
        }
        waiting = waiting.without(from.into());
        target = Piece { side: !target.side, animal };
    }
    while gains.len() > 1 {
        let reply = gains.pop().unwrap_or_default();
        let last = gains.len() - 1;
        gains[last] = gains[last].min(-reply);
    }
    gains[0]
}

/// The pieces of both sides that a step or a jump leads to a square.
fn takers(position: &Position, to: Square) -> Bitboard {
    let rats = position.animals(Animal::Rat);
    let mut from = STEPS[to as usize];
    for crossing in CROSSINGS[to as usize].iter().flatten() {
        if !crossing.water.intersects(rats) {
            from |= jumpers(position, crossing.is_horizontal) & crossing.to.into();
        }
    }
    from & position.occupied()
}

fn jumpers(position: &Position, is_horizontal: bool) -> Bitboard {
    let jumps = |animal: &Animal| position.ruleset().jumps(*animal, is_horizontal);
    let of = |animal| position.animals(animal);
    [Animal::Tiger, Animal::Lion].into_iter().filter(jumps).map(of).fold(Bitboard::EMPTY, Bitboard::union)
}

/// The least worthy of the waiting pieces that can take a piece where it stands.
fn least_taker(
    position: &Position,
    evaluator: &Evaluator,
    waiting: Bitboard,
    (target, to): (Piece, Square),
) -> Option<(Square, Animal)> {
    let side = !target.side;
    if !position.ruleset().open_to(side).contains(to) {
        return None;
    }
    (waiting & position.pieces(side))
        .into_iter()
        .map(|from| (from, position.animal_at(from)))
        .filter(|&(from, animal)| is_at_home(animal, to) && position.takes(animal, target, Move { from, to }))
        .min_by_key(|&(_, animal)| evaluator.piece_worth(animal))
}

/// Whether an animal may stand on a square, the river being for the rat.
fn is_at_home(animal: Animal, square: Square) -> bool {
    animal == Animal::Rat || LAND.contains(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Animal::{Cat, Dog, Lion, Wolf};
    use crate::rules::Ruleset;

    #[test]
    fn a_capture_is_worth_what_is_left_of_it() {
        let evaluator = Evaluator::new(&Ruleset::STANDARD);
        let worth = |animal| evaluator.piece_worth(animal);
        let cases = [
            ("nothing takes back", "7/7/7/7/7/7/3d3/3L3/7 w", "d2d3", worth(Dog)),
            ("the taker is lost", "7/7/7/7/7/3e3/3d3/3L3/7 w", "d2d3", worth(Dog) - worth(Lion)),
            ("a rat cannot take back", "7/7/7/7/7/3r3/3d3/3L3/7 w", "d2d3", worth(Dog)),
            ("a jumper takes back", "7/7/7/7/t2d3/3W3/7/7/7 w", "d4d5", worth(Dog) - worth(Wolf)),
            ("a quiet step into a jump", "7/7/7/7/l6/3C3/7/7/7 w", "d4d5", -worth(Cat)),
            ("a rat in the water stops the jump", "7/7/7/7/l1r4/3C3/7/7/7 w", "d4d5", 0),
            ("anything takes in its own trap", "7/2L4/3c3/7/7/7/7/7/7 w", "c8d8", -worth(Lion)),
        ];
        for (name, setup, mv, expected) in cases {
            let position = Position::new(&setup.parse().unwrap(), &Ruleset::STANDARD).unwrap();
            assert_eq!(exchange(&position, &evaluator, mv.parse().unwrap()), expected, "{name}");
        }
    }
}
