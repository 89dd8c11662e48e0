//! Forced results, draws and won games.

use jungle::engine::Score;
use jungle::rules::{Action, Position, Ruleset, Side};

use super::{Random, depth, every_piece, game, nodes, random_setup, search};

#[test]
fn known_results_are_found_with_their_distance() {
    let cases = [
        ("den entry at once", "7/3R3/7/7/7/7/r6/7/7 w", 1),
        ("an unguarded den two steps away", "7/7/3L3/7/7/7/r6/7/7 w", 3),
        ("a race won by a step", "7/7/7/3W3/7/7/c6/7/7 w", 5),
        ("a race won from afar", "7/7/7/W6/7/6c/7/7/7 w", 11),
        ("an enemy at the open den", "7/7/7/7/7/7/7/L2c3/7 b", 1),
        ("an enemy that cannot be driven off", "7/7/7/7/7/7/L6/3c3/7 w", -2),
        ("a last piece in reach", "7/7/7/7/7/7/L6/c6/7 w", 1),
        ("a race lost by a step", "7/7/7/3W3/7/7/c6/7/7 b", -6),
    ];
    for (name, setup, plies) in cases {
        let analysis = search(&game(setup), depth(12));
        assert_eq!(analysis.score().decided_in(), Some(plies), "{name}: {analysis:?}");
    }
}

#[test]
fn forced_results_are_those_of_a_plain_search() {
    const DEPTH: u8 = 5;
    let mut random = Random(6);
    let mut decided = 0;
    while decided < 60 {
        let pieces = every_piece();
        let some = [pieces[random.below(8)], pieces[8 + random.below(8)], pieces[random.below(16)]];
        let Some(game) = random_setup(&Ruleset::CLASSIC, &some, &mut random) else { continue };
        let found = search(&game, depth(DEPTH)).score().decided_in();
        let expected = solve(game.position(), DEPTH);
        decided += u32::from(expected.is_some());
        let found = found.filter(|plies| plies.abs() <= DEPTH.into());
        assert_eq!(found, expected, "{}", game.position().setup());
    }
}

#[test]
fn a_win_on_the_ply_that_reaches_a_limit_is_a_win() {
    let won = game("7/3R3/7/7/7/7/r6/7/7 w - - 99 100");
    assert_eq!(search(&won, depth(4)).score().decided_in(), Some(1));
    let too_late = game("7/7/3L3/7/7/7/r6/7/7 w - - 98 100");
    assert_eq!(search(&too_late, depth(6)).score(), Score::DRAW);
    let in_time = game("7/7/3L3/7/7/7/r6/7/7 w - - 97 100");
    assert_eq!(search(&in_time, depth(6)).score().decided_in(), Some(3));
    let in_game = game("7/7/3L3/7/7/7/r6/7/7 w - - 0 200");
    assert_eq!(search(&in_game, depth(6)).score(), Score::DRAW);
}

#[test]
fn a_position_that_was_there_before_is_a_draw_to_the_search() {
    let mut game = game("2c4/7/7/7/7/7/7/4E2/7 w");
    for mv in ["e2f2", "c9b9", "f2e2", "b9c9", "e2f2"] {
        game.play(Action::Move(mv.parse().unwrap())).unwrap();
    }
    let weaker = search(&game, depth(1));
    assert_eq!((weaker.best(), weaker.score()), ("c9b9".parse().unwrap(), Score::DRAW));
    game.play(Action::Move(weaker.best())).unwrap();
    let stronger = search(&game, depth(1));
    assert_ne!(stronger.best(), "f2e2".parse().unwrap());
    assert!(stronger.score() > Score::DRAW);
}

#[test]
fn a_won_game_is_won() {
    for setup in ["2c4/7/7/7/7/7/7/7/L5E w", "1c3d1/7/7/7/7/7/7/7/L1T3E w", "2w4/7/7/7/7/7/7/7/L5T w"] {
        let mut game = game(setup);
        while game.outcome().is_none() {
            let best = search(&game, nodes(4_000)).best();
            game.play(Action::Move(best)).unwrap();
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner);
        assert_eq!(winner, Some(Side::White), "{setup}");
    }
}

/// The plies to a forced result, as `Score::decided_in` counts them, found by looking at everything.
fn solve(position: &Position, depth: u8) -> Option<i32> {
    match worth(position, depth) {
        0 => None,
        worth if worth > 0 => Some(FAR - worth),
        worth => Some(-FAR - worth),
    }
}

/// More plies than are looked ahead; a forced result is worth that much less its plies.
const FAR: i32 = 100;

fn worth(position: &Position, depth: u8) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0, |winner| if winner == position.turn() { FAR } else { -FAR });
    }
    if depth == 0 {
        return 0;
    }
    let moves = position.legal_moves().into_iter();
    let best = moves.map(|mv| -worth(&position.play_unchecked(mv), depth - 1)).max().unwrap();
    best - best.signum()
}
