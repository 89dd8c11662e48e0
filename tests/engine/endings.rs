//! Endings that are won stay won.

use std::time::Duration;

use jungle::engine::Limits;
use jungle::rules::{Animal, Game, Piece, Position, Ruleset, Side};

use super::oracle::Oracle;
use super::{Random, nodes, search};

/// The positions in which the bot lets a won ending slip, of so many random ones of each set.
fn slips(sets: &[[Piece; 3]], count: usize, limits: Limits) -> Vec<String> {
    let mut random = Random(13);
    let mut slips = Vec::new();
    for set in sets {
        let mut oracle = Oracle::new(Ruleset::STANDARD);
        let positions = oracle.positions(set);
        let mut won: Vec<&Position> = positions
            .iter()
            .filter(|position| oracle.value(position).is_some_and(|plies| plies > 0))
            .collect();
        for _ in 0..count.min(won.len()) {
            let position = won.swap_remove(random.below(won.len()));
            let best = search(&Game::new(*position), limits).best();
            let next = position.play_unchecked(best);
            let is_won_now = next.decision().is_some_and(|outcome| outcome.winner == Some(position.turn()));
            if !is_won_now && oracle.value(&next).is_none_or(|plies| plies > 0) {
                slips.push(format!("{} {best}", position.setup()));
            }
        }
    }
    slips
}

fn piece(side: Side, animal: Animal) -> Piece {
    Piece { side, animal }
}

/// One piece against two, up to an exchange of colours.
fn three_piece_sets() -> Vec<[Piece; 3]> {
    let mut sets = Vec::new();
    for one in Animal::ALL {
        for (index, two) in Animal::ALL.into_iter().enumerate() {
            for three in &Animal::ALL[index + 1..] {
                sets.push([piece(Side::White, one), piece(Side::Black, two), piece(Side::Black, *three)]);
            }
        }
    }
    sets
}

#[test]
fn a_won_ending_of_three_pieces_stays_won() {
    let sets = [
        [
            piece(Side::White, Animal::Rat),
            piece(Side::Black, Animal::Cat),
            piece(Side::Black, Animal::Elephant),
        ],
        [
            piece(Side::White, Animal::Lion),
            piece(Side::Black, Animal::Wolf),
            piece(Side::Black, Animal::Leopard),
        ],
    ];
    let slips = slips(&sets, 50, nodes(20_000));
    assert!(slips.is_empty(), "{slips:#?}");
}

#[test]
#[ignore = "searches for 200 ms in thousands of positions"]
fn every_set_of_three_pieces_keeps_its_wins_at_200_milliseconds() {
    let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
    let slips = slips(&three_piece_sets(), 10, limits);
    assert!(slips.is_empty(), "{slips:#?}");
}
