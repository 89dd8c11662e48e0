//! What the bot promises, through its public functions.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod endings;
mod levels;
mod oracle;
mod promises;
mod results;

use std::time::Duration;

use jungle::engine::{Analysis, Blur, Level, Limits, Manners, Score, Source, Stop, analyse, choose};
use jungle::rules::{Action, Animal, Game, Piece, Position, Ruleset, Setup, Side, Square};

/// Random numbers that are the same in every run: Knuth's linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn game(setup: &str) -> Game {
    let setup: Setup = setup.parse().unwrap();
    Game::new(Position::new(&setup, &Ruleset::STANDARD).unwrap())
}

fn start(ruleset: &Ruleset) -> Game {
    Game::new(Position::new(&ruleset.start, ruleset).unwrap())
}

/// A game after so many random moves, or one of less where those ended it.
fn random_game(ruleset: &Ruleset, moves: usize, random: &mut Random) -> Game {
    let mut game = start(ruleset);
    for _ in 0..moves {
        let legal = game.legal_moves();
        let mut next = game.clone();
        next.play(Action::Move(legal[random.below(legal.len())])).unwrap();
        if next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}

/// A game that starts with pieces of these kinds anywhere, if it is not over at once.
fn random_setup(ruleset: &Ruleset, pieces: &[Piece], random: &mut Random) -> Option<Game> {
    let mut setup = Setup::EMPTY;
    setup.turn = Side::ALL[random.below(2)];
    setup.plies = setup.turn.seat().into();
    for &piece in pieces {
        setup.place(piece, Square::ALL[random.below(Square::COUNT)]).ok()?;
    }
    let game = Game::new(Position::new(&setup, ruleset).ok()?);
    game.outcome().is_none().then_some(game)
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn depth(depth: u8) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn search(game: &Game, limits: Limits) -> Analysis {
    analyse(game, limits, &Stop::new())
}

fn assert_line_is_legal(game: &Game, analysis: &Analysis) {
    assert_eq!(analysis.lines[0].moves.first(), Some(&analysis.best()));
    let mut game = game.clone();
    for &mv in &analysis.lines[0].moves {
        game.play_past_draws(Action::Move(mv))
            .unwrap_or_else(|error| panic!("{mv} in {analysis:?}: {error}"));
    }
}

#[test]
fn every_limit_gives_a_legal_line_under_every_ruleset() {
    let mut random = Random(1);
    let stopped = Stop::new();
    stopped.set();
    let time = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
    for named in Ruleset::NAMED {
        for plies in 0..40 {
            let game = random_game(&named.ruleset, plies * 3, &mut random);
            for limits in [nodes(0), nodes(1), nodes(10), nodes(1_000), depth(0), depth(1), time] {
                assert_line_is_legal(&game, &search(&game, limits));
            }
            assert_line_is_legal(&game, &analyse(&game, Limits::default(), &stopped));
        }
    }
}

#[test]
fn a_custom_ruleset_is_searched_as_well() {
    let ruleset = Ruleset {
        no_capture_limit: Some(7),
        ply_limit: Some(30),
        repetition_limit: Some(2),
        equal_rank_captures: false,
        ..Ruleset::TRADITIONAL
    };
    let mut random = Random(2);
    for plies in 0..30 {
        let game = random_game(&ruleset, plies, &mut random);
        assert_line_is_legal(&game, &search(&game, nodes(1_000)));
    }
}

#[test]
fn a_node_limit_is_never_passed() {
    let game = start(&Ruleset::STANDARD);
    for limit in [0, 1, 10, 999, 5_000] {
        assert_eq!(search(&game, nodes(limit)).nodes, limit);
    }
}

#[test]
fn a_depth_limit_is_reached_and_not_passed() {
    let game = start(&Ruleset::STANDARD);
    for limit in 0..4 {
        assert_eq!(search(&game, depth(limit)).depth, limit);
    }
}

#[test]
fn a_search_that_was_stopped_before_visits_nothing() {
    let stop = Stop::new();
    stop.clone().set();
    assert!(stop.is_set());
    let analysis = analyse(&start(&Ruleset::STANDARD), Limits::default(), &stop);
    assert_eq!((analysis.nodes, analysis.depth), (0, 0));
}

#[test]
fn a_search_without_limits_ends_when_it_is_stopped() {
    let stop = Stop::new();
    let game = start(&Ruleset::STANDARD);
    std::thread::scope(|scope| {
        let search = scope.spawn(|| analyse(&game, Limits::default(), &stop));
        stop.set();
        assert_line_is_legal(&game, &search.join().unwrap());
    });
}

#[test]
fn no_limit_is_too_great_or_too_small() {
    let game = start(&Ruleset::STANDARD);
    for table_bytes in [Some(0), Some(1), Some(100_000), None] {
        for time in [Duration::from_mins(1), Duration::MAX] {
            let limits = Limits { time: Some(time), table_bytes, nodes: Some(u64::MAX), ..depth(3) };
            assert_line_is_legal(&game, &search(&game, limits));
        }
    }
}

#[test]
fn a_search_without_time_ends_at_once() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(search(&start(&Ruleset::STANDARD), limits).nodes, 0);
}

#[test]
fn the_same_input_gives_the_same_answer() {
    let mut random = Random(3);
    for number in [1, 3, 5] {
        let game = random_game(&Ruleset::MISTBOARD, 20, &mut random);
        let limits = Level::new(number).unwrap().limits(7);
        assert_eq!(search(&game, limits), search(&game, limits));
    }
}

#[test]
fn blur_changes_the_choice_and_not_the_score() {
    let game = start(&Ruleset::STANDARD);
    let blurred = Limits { blur: Some(Blur { seed: 1, amount: 5_000 }), ..depth(1) };
    let analysis = search(&game, blurred);
    assert_ne!(analysis.best(), search(&game, depth(1)).best());
    assert!(analysis.score().centi().abs() < 200);
}

#[test]
fn an_only_move_needs_no_long_search() {
    let game = game("7/7/7/7/7/7/7/c6/R6 w");
    let analysis = search(&game, Limits::default());
    assert_eq!(game.legal_moves().len(), 1);
    assert_eq!(analysis.source, Source::OnlyMove);
    assert!(analysis.nodes > 0 && analysis.nodes <= 2_000);
    assert_eq!(search(&game, nodes(5)).nodes, 5);
}

#[test]
#[should_panic(expected = "a game that is over")]
fn a_game_that_is_over_is_not_searched() {
    search(&game("3R3/7/7/7/7/7/r6/7/7 b"), depth(1));
}

#[test]
fn a_draw_is_accepted_unless_the_bot_is_better() {
    let answer = |setup: &str| {
        let mut game = game(setup);
        game.play(Action::OfferDraw(Side::Black)).unwrap();
        choose(&game, depth(3), Manners::default(), &Stop::new()).action
    };
    assert_eq!(answer("2l3e/7/7/7/7/7/7/7/R5C w"), Action::AcceptDraw(Side::White));
    assert!(matches!(answer("2c3r/7/7/7/7/7/7/7/L5E w"), Action::Move(_)));
}

#[test]
fn a_bot_resigns_a_lost_game_only_if_it_may() {
    let lost = game("7/7/7/7/7/7/L6/3c3/7 w");
    let action = |may_resign| choose(&lost, depth(3), Manners { may_resign }, &Stop::new()).action;
    assert_eq!(action(true), Action::Resign(Side::White));
    assert!(matches!(action(false), Action::Move(_)));
    let level = start(&Ruleset::STANDARD);
    let choice = choose(&level, depth(3), Manners { may_resign: true }, &Stop::new());
    assert_eq!(choice.action, Action::Move(choice.analysis.best()));
}

#[test]
fn a_chance_to_win_goes_with_the_score() {
    let chance = |setup| search(&game(setup), depth(3)).score().win_chance();
    let exact = |chance: f64, expected: f64| (chance - expected).abs() < f64::EPSILON;
    assert!(exact(Score::DRAW.win_chance(), 0.5));
    assert!(exact(chance("7/3R3/7/7/7/7/r6/7/7 w"), 1.0));
    assert!(exact(chance("7/7/7/7/7/7/L6/3c3/7 w"), 0.0));
    let ahead = search(&game("2c3r/7/7/7/7/7/7/7/L5E w"), depth(3)).score();
    assert!(ahead.decided_in().is_none() && ahead.win_chance() > 0.7 && ahead.win_chance() <= 1.0);
}

fn every_piece() -> Vec<Piece> {
    let pieces = |side| Animal::ALL.into_iter().map(move |animal| Piece { side, animal });
    Side::ALL.into_iter().flat_map(pieces).collect()
}

#[test]
fn lines_come_best_first_and_no_move_twice_wherever_a_search_ends() {
    let mut random = Random(5);
    for count in (1..3_000).step_by(37) {
        let game = random_game(&Ruleset::STANDARD, 20, &mut random);
        let analysis = search(&game, Limits { lines: 4, ..nodes(count) });
        let mut firsts: Vec<_> = analysis.lines.iter().map(|line| line.moves[0]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), analysis.lines.len(), "{count} nodes, {}", game.position().setup());
        assert!(analysis.lines.is_sorted_by(|one, other| one.score >= other.score), "{count} nodes");
    }
}
