//! Counts of move sequences that tell every rule from its misreadings.

use jungle::rules::{
    Animal, DogAndWolf, JumpBlockedBy, Jumps, OwnTraps, Piece, Position, Ruleset, Setup, SetupError, Side,
    Square, TrappedAttack, TrapsWeaken, perft,
};

/// The depth at which the start has two billion sequences.
const DEEP: u32 = 7;

/// A line of `perft.txt`.
struct Row {
    name: String,
    setup: Setup,
    ruleset: Ruleset,
    /// Depths with their counts.
    counts: Vec<(u32, u64)>,
}

fn table() -> Vec<Row> {
    let lines = include_str!("perft.txt").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(read_row).collect()
}

fn read_row(line: &str) -> Row {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let &[name, change, setup, counts] = cells.as_slice() else { panic!("not four cells: {line}") };
    Row {
        name: format!("{name} with {change}"),
        setup: setup.parse().expect("the table holds setups"),
        ruleset: changed(change),
        counts: counts.split(' ').map(read_count).collect(),
    }
}

fn read_count(text: &str) -> (u32, u64) {
    let (depth, count) = text.split_once(':').expect("a count follows its depth");
    (depth.parse().expect("a depth is a number"), count.parse().expect("a count is a number"))
}

/// The standard rules with one field changed.
fn changed(change: &str) -> Ruleset {
    let mut ruleset = Ruleset::STANDARD;
    match change {
        "none" => {}
        "tiger_jumps: vertical only" => ruleset.tiger_jumps = Jumps::VerticalOnly,
        "jump_blocked_by: the enemy's rat" => ruleset.jump_blocked_by = JumpBlockedBy::EnemyRat,
        "own_traps: closed" => ruleset.own_traps = OwnTraps::Closed,
        "traps_weaken: both sides' pieces" => ruleset.traps_weaken = TrapsWeaken::BothSides,
        "trapped_attack: rank zero" => ruleset.trapped_attack = TrappedAttack::RankZero,
        "equal_rank_captures: no" => ruleset.equal_rank_captures = false,
        "elephant_captures_rat: yes" => ruleset.elephant_captures_rat = true,
        "rat_captures_rat_across_bank: yes" => ruleset.rat_captures_rat_across_bank = true,
        "dog_and_wolf: dog above wolf" => ruleset.dog_and_wolf = DogAndWolf::DogAboveWolf,
        _ => panic!("no such change: {change}"),
    }
    ruleset
}

fn assert_counts(is_wanted: impl Fn(u32) -> bool) {
    for row in table() {
        let position = Position::new(&row.setup, &row.ruleset).expect("the table holds legal positions");
        for &(depth, count) in row.counts.iter().filter(|(depth, _)| is_wanted(*depth)) {
            assert_eq!(perft(&position, depth), count, "{} at depth {depth}", row.name);
        }
    }
}

#[test]
fn every_count_of_the_table_is_right() {
    assert_counts(|depth| depth < DEEP);
}

#[test]
fn the_two_billion_sequences_from_the_start_are_counted() {
    assert_counts(|depth| depth == DEEP);
}

#[test]
fn position_a_is_invalid_where_own_traps_are_closed() {
    let table = table();
    let row = table.iter().find(|row| row.name == "A with none").expect("the table has a position A");
    let lion = Piece { side: Side::Black, animal: Animal::Lion };
    let error = SetupError::OnOwnTrap(lion, Square::E9);
    assert_eq!(Position::new(&row.setup, &changed("own_traps: closed")), Err(error));
}

#[test]
fn a_sequence_of_no_moves_is_one() {
    let start = Position::new(&Ruleset::STANDARD.start, &Ruleset::STANDARD).expect("the start is legal");
    assert_eq!(perft(&start, 0), 1);
}

#[test]
fn a_won_position_has_no_sequences() {
    let setup = "3C3/7/7/7/7/7/7/7/r6 b".parse().expect("a setup");
    let won = Position::new(&setup, &Ruleset::STANDARD).expect("a position");
    assert_eq!([1, 2, 3].map(|depth| perft(&won, depth)), [0; 3]);
}
