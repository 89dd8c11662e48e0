use super::super::Score;
use super::network::{INPUT_MOST, INPUT_ONE, OUTPUT_MOST, OUTPUT_ONE, SUM_MOST, UNITS, phase};
use super::routes::{Lanes, Routes, SIDE_LANES, UNREACHABLE};
use super::{Evaluator, GROUPS, INPUTS, mirrored, parameters};
use crate::rules::reach::STEPS;
use crate::rules::terrain::{DENS, TRAPS};
use crate::rules::{
    Animal, Bitboard, DogAndWolf, Jumps, OwnTraps, Piece, Position, Ruleset, Setup, Side, Square, split_mix,
};

/// Positions that are legal under a ruleset, with few and with many pieces.
fn positions(ruleset: &Ruleset, count: usize) -> Vec<Position> {
    let mut state = 1;
    let mut below = |bound: usize| {
        state = split_mix(state);
        (state % bound as u64) as usize
    };
    let mut found = Vec::new();
    while found.len() < count {
        let mut setup = Setup::EMPTY;
        setup.turn = Side::ALL[below(2)];
        setup.plies = setup.turn.seat().into();
        let percent = 20 + below(80);
        for piece in Piece::ALL {
            let square = Square::ALL[below(Square::COUNT)];
            if below(100) < percent && ruleset.ground(piece.side, piece.animal).contains(square) {
                // A square that is taken leaves the piece out.
                let _ = setup.place(piece, square);
            }
        }
        found.extend(Position::new(&setup, ruleset).ok().filter(|position| position.outcome().is_none()));
    }
    found
}

/// A position in which every square is another one.
fn moved(position: &Position, turn: Side, map: impl Fn(Piece, Square) -> (Piece, Square)) -> Position {
    let mut setup = Setup::EMPTY;
    setup.turn = turn;
    setup.plies = turn.seat().into();
    for (piece, square) in position.setup().pieces() {
        let (piece, square) = map(piece, square);
        setup.place(piece, square).unwrap();
    }
    Position::new(&setup, position.ruleset()).unwrap()
}

/// Rulesets that differ in all that an evaluation looks at.
fn rulesets() -> Vec<Ruleset> {
    let named = Ruleset::NAMED.iter().map(|named| named.ruleset);
    let strange = Ruleset {
        tiger_jumps: Jumps::VerticalOnly,
        lion_jumps: Jumps::VerticalOnly,
        own_traps: OwnTraps::Closed,
        equal_rank_captures: false,
        elephant_captures_rat: true,
        dog_and_wolf: DogAndWolf::DogAboveWolf,
        ..Ruleset::STANDARD
    };
    named.chain([strange]).collect()
}

#[test]
fn left_and_right_are_worth_the_same() {
    for ruleset in rulesets() {
        let evaluator = Evaluator::new(&ruleset);
        for position in positions(&ruleset, 300) {
            let mirrored = moved(&position, position.turn(), |piece, square| (piece, square.mirrored()));
            assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&mirrored), "{}", position.setup());
        }
    }
}

#[test]
fn both_sides_are_worth_the_same() {
    for ruleset in rulesets() {
        let evaluator = Evaluator::new(&ruleset);
        for position in positions(&ruleset, 300) {
            let swap =
                |Piece { side, animal }, square: Square| (Piece { side: !side, animal }, square.flipped());
            let swapped = moved(&position, !position.turn(), swap);
            assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&swapped), "{}", position.setup());
        }
    }
}

/// What the units of a side say, from the inputs of that side and of its enemy, one unit after the other.
fn words(inputs: [&[u16]; 2]) -> Vec<i64> {
    let weights = parameters::WEIGHTS.concat();
    let word = |unit: usize, seen: fn(usize) -> usize| {
        let weight = |owner: usize, input: u16| i64::from(weights[seen(input.into())][owner * UNITS + unit]);
        let of_owner = |owner: usize| inputs[owner].iter().map(|input| weight(owner, *input)).sum::<i64>();
        let sum = i64::from(parameters::BIASES[unit]) + of_owner(0) + of_owner(1);
        sum.clamp(0, SUM_MOST.into()).pow(2) / i64::from(INPUT_ONE)
    };
    (0..UNITS).map(|unit| word(unit, |input| input) + word(unit, mirrored)).collect()
}

#[test]
fn the_value_is_what_the_units_of_both_sides_say() {
    for ruleset in rulesets() {
        let evaluator = Evaluator::new(&ruleset);
        for position in positions(&ruleset, 100) {
            let [own, enemy] = evaluator.describe(&position);
            let phase = phase(position.occupied().len());
            let words = [words([&own, &enemy]), words([&enemy, &own])].concat();
            let said: i64 = words
                .iter()
                .zip(parameters::OUTPUTS[phase])
                .map(|(word, weight)| word * i64::from(weight))
                .sum();
            let value =
                said / i64::from(INPUT_ONE * OUTPUT_ONE) + i64::from(parameters::OUTPUT_BIASES[phase]);
            assert_eq!(i64::from(evaluator.evaluate(&position)), value, "{}", position.setup());
        }
    }
}

#[test]
fn no_weight_is_so_great_that_a_sum_overflows() {
    let inputs = parameters::WEIGHTS.concat().concat().into_iter().chain(parameters::BIASES);
    assert!(inputs.map(i32::from).all(|weight| weight.abs() <= INPUT_MOST));
    let outputs = parameters::OUTPUTS.concat();
    assert!(outputs.into_iter().map(i32::from).all(|weight| weight.abs() <= OUTPUT_MOST));
}

#[test]
fn no_value_is_taken_for_a_forced_result() {
    for ruleset in rulesets() {
        let evaluator = Evaluator::new(&ruleset);
        for position in positions(&ruleset, 300) {
            assert_eq!(Score::new(evaluator.evaluate(&position)).decided_in(), None);
        }
    }
}

#[test]
fn every_input_has_its_place() {
    let lengths: Vec<usize> = parameters::WEIGHTS.iter().map(|group| group.len()).collect();
    let expected: Vec<usize> = GROUPS.iter().map(|group| group.len).collect();
    assert_eq!(lengths, expected);
    assert!((0..INPUTS).all(|input| mirrored(mirrored(input)) == input));
}

#[test]
fn distances_are_those_of_single_moves() {
    for ruleset in rulesets() {
        let routes = Routes::new(&ruleset);
        for piece in Piece::ALL {
            for (owner, lanes) in
                [(!piece.side, Lanes::abroad as fn(Lanes) -> [u8; SIDE_LANES]), (piece.side, Lanes::home)]
            {
                for (lane, trap) in TRAPS[owner].into_iter().enumerate() {
                    let expected = walk(&ruleset, piece, trap);
                    for square in ruleset.ground(piece.side, piece.animal).without(DENS[!piece.side].into()) {
                        let found = lanes(routes.lanes(piece.side, piece.animal, square))[lane];
                        assert_eq!(found, expected[square as usize], "{piece} from {square} to {trap}");
                    }
                }
            }
        }
    }
}

/// The distances to a square as moves of the rules find them: from each square, what is a move nearer than it?
fn walk(ruleset: &Ruleset, piece: Piece, to: Square) -> [u8; Square::COUNT] {
    let mut distances = [UNREACHABLE; Square::COUNT];
    if ruleset.ground(piece.side, piece.animal).contains(to) {
        distances[to as usize] = 0;
    }
    for _ in 0..Square::COUNT {
        for from in ruleset.ground(piece.side, piece.animal).without(DENS[!piece.side].into()) {
            let nearest =
                targets(ruleset, piece, from).into_iter().map(|next| distances[next as usize]).min();
            let way = nearest.unwrap_or(UNREACHABLE).saturating_add(1);
            distances[from as usize] = distances[from as usize].min(way);
        }
    }
    distances
}

/// Where a piece goes that has the board to itself, but for an enemy that is out of its way.
fn targets(ruleset: &Ruleset, piece: Piece, from: Square) -> Bitboard {
    let other = Piece { side: !piece.side, animal: Animal::Cat };
    let corners = [Square::A1, Square::G1, Square::A9, Square::G9];
    let is_apart = |corner: &Square| *corner != from && !STEPS[from as usize].contains(*corner);
    let mut setup = Setup::EMPTY;
    setup.turn = piece.side;
    setup.plies = piece.side.seat().into();
    setup.place(piece, from).unwrap();
    setup.place(other, corners.into_iter().rfind(is_apart).unwrap()).unwrap();
    Position::new(&setup, ruleset).unwrap().targets(from).without(DENS[!piece.side].into())
}

#[test]
fn lanes_are_compared_one_by_one() {
    let lanes = |distances: [u8; 8]| {
        (0..).zip(distances).fold(Lanes::NOWHERE, |lanes, (lane, distance)| lanes.with(lane, distance))
    };
    let nearer = lanes([0, 40, 3, 7, 5, 127, 1, 0]).nearer(lanes([1, 39, 3, 8, 4, 0, 127, 0]));
    assert_eq!(nearer, lanes([0, 39, 3, 7, 4, 0, 1, 0]));
}
