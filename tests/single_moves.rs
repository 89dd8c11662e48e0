//! Single moves, each of which shows one rule.

use jungle::rules::{
    Animal, Illegality, Move, Piece, Position, Ruleset, SetupError, Side, Square, TrappedAttack,
};

/// The one setup of the table that no game reaches: the cat, meant for b7, is in the water.
const CAT_IN_THE_WATER: &str = "7/7/7/1c5/7/1R5/1L5/7/7 w";

fn position(setup: &str, ruleset: &Ruleset) -> Result<Position, SetupError> {
    let setup = format!("{setup} - - 0 1").parse().expect("the text is a setup");
    Position::new(&setup, ruleset)
}

fn mv(text: &str) -> Move {
    text.parse().expect("the text is a move")
}

#[test]
fn every_move_of_the_table_is_legal_or_not_as_it_says() {
    let lines = include_str!("single_moves.tsv").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let &[setup, text, legal, _shows] = cells.as_slice() else { panic!("not four cells: {line}") };
        if setup == CAT_IN_THE_WATER {
            continue;
        }
        let position = position(setup, &Ruleset::STANDARD).unwrap();
        let legal = match legal {
            "yes" => true,
            "no" => false,
            _ => panic!("neither yes nor no: {line}"),
        };
        assert_eq!(position.legal_moves().contains(&mv(text)), legal, "{line}");
        assert_eq!(position.check_move(mv(text)).is_ok(), legal, "{line}");
    }
}

#[test]
fn a_cat_in_the_water_is_refused_before_any_move() {
    let cat = Piece { side: Side::Black, animal: Animal::Cat };
    assert_eq!(position(CAT_IN_THE_WATER, &Ruleset::STANDARD), Err(SetupError::InWater(cat, Square::B6)));
}

#[test]
fn an_own_rat_in_the_water_blocks_a_jump() {
    let position = position("7/7/1c5/7/7/1R5/1L5/7/7 w", &Ruleset::STANDARD).unwrap();
    assert!(!position.legal_moves().contains(&mv("b3b7")));
    assert_eq!(position.check_move(mv("b3b7")), Err(Illegality::JumpBlocked(Square::B4)));
}

#[test]
fn a_rat_of_rank_zero_takes_the_elephant_but_not_its_own() {
    let ruleset = Ruleset { trapped_attack: TrappedAttack::RankZero, ..Ruleset::STANDARD };
    let beside_its_own = position("1ER4/7/7/7/7/7/7/7/r6 w", &ruleset).unwrap();
    assert!(!beside_its_own.legal_moves().contains(&mv("c9b9")));
    let beside_an_enemy = position("1eR4/7/7/7/7/7/7/7/r6 w", &ruleset).unwrap();
    assert!(beside_an_enemy.legal_moves().contains(&mv("c9b9")));
}
