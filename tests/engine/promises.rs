//! A legal move, in time, from anywhere.

use std::time::{Duration, Instant};

use jungle::engine::{Analysis, Limits};
use jungle::rules::{
    Action, Animal, DogAndWolf, Game, JumpBlockedBy, Jumps, NoLegalMoves, OwnTraps, Piece, Ruleset, Setup,
    Side, TrappedAttack, TrapsWeaken,
};

use super::{Random, assert_line_is_legal, every_piece, game, nodes, random_setup, search};

fn pick<T: Copy, const N: usize>(random: &mut Random, choices: [T; N]) -> T {
    choices[random.below(N)]
}

fn random_ruleset(random: &mut Random) -> Ruleset {
    let limit = |random: &mut Random, most| (random.below(2) == 0).then(|| 2 + random.below(most) as u32);
    Ruleset {
        tiger_jumps: pick(random, [Jumps::BothWays, Jumps::VerticalOnly]),
        lion_jumps: pick(random, [Jumps::BothWays, Jumps::VerticalOnly]),
        jump_blocked_by: pick(random, [JumpBlockedBy::AnyRat, JumpBlockedBy::EnemyRat]),
        own_traps: pick(random, [OwnTraps::Open, OwnTraps::Closed]),
        traps_weaken: pick(random, [TrapsWeaken::Opponent, TrapsWeaken::BothSides]),
        trapped_attack: pick(random, [TrappedAttack::FullRank, TrappedAttack::RankZero]),
        equal_rank_captures: pick(random, [true, false]),
        elephant_captures_rat: pick(random, [true, false]),
        rat_captures_rat_across_bank: pick(random, [true, false]),
        river_rat_captures_elephant: pick(random, [true, false]),
        dog_and_wolf: pick(random, [DogAndWolf::WolfAboveDog, DogAndWolf::DogAboveWolf]),
        no_legal_moves: pick(random, [NoLegalMoves::Loses, NoLegalMoves::Draws]),
        no_capture_limit: limit(random, 100),
        ply_limit: limit(random, 400),
        repetition_limit: limit(random, 3),
        start: Setup::EMPTY,
    }
}

/// A game of some of the pieces anywhere, a few moves old, that goes on.
fn random_game(random: &mut Random) -> Game {
    loop {
        let ruleset = random_ruleset(random);
        let mut pieces = every_piece();
        for _ in 0..random.below(15) {
            pieces.swap_remove(random.below(pieces.len()));
        }
        let Some(mut game) = random_setup(&ruleset, &pieces, random) else { continue };
        for _ in 0..random.below(12) {
            let legal = game.legal_moves();
            let mut next = game.clone();
            next.play(Action::Move(legal[random.below(legal.len())])).unwrap();
            if next.outcome().is_none() {
                game = next;
            }
        }
        return game;
    }
}

fn assert_answer(game: &Game, analysis: &Analysis) {
    assert!(game.legal_moves().contains(&analysis.best()), "{}", game.position().setup());
    assert_line_is_legal(game, analysis);
}

#[test]
fn every_position_of_every_ruleset_gets_the_same_legal_answer_twice() {
    let mut random = Random(21);
    for _ in 0..400 {
        let game = random_game(&mut random);
        let analysis = search(&game, nodes(500));
        assert_answer(&game, &analysis);
        assert_eq!(search(&game, nodes(500)), analysis, "{}", game.position().setup());
    }
}

/// Reported of other engines: an extension that never ends, near the den.
#[test]
fn positions_near_the_den_get_a_move() {
    for setup in ["7/2dc3/2ptw2/3LR2/2r4/3l3/T1CP3/3D1E1/6e w", "5Lt/2dw3/2p4/7/6R/3e3/2EWP2/2C2D1/1l5 b"] {
        let game = game(setup);
        let analysis = search(&game, nodes(100_000));
        assert_answer(&game, &analysis);
        assert!(analysis.depth > 4, "{setup}: depth {}", analysis.depth);
    }
}

/// Reported of other engines: the third occurrence of a position is overlooked.
#[test]
fn a_won_game_is_not_repeated_away() {
    const WON: &str = "7/3p3/1Tcedl1/3w3/1R1L3/4r2/4WE1/1t2C2/2D4 b - - 11 45";
    let ruleset = Ruleset { repetition_limit: Some(3), ..Ruleset::STANDARD };
    let mut game = game_of("7/3p3/1Tcedl1/3w3/1R1L3/4r2/4WE1/2t1C2/2D4 w - - 4 42", &ruleset);
    for mv in ["b7b8", "c2b2", "b8b7", "b2c2", "b7b8", "c2b2", "b8b7"] {
        game.play(Action::Move(mv.parse().unwrap())).unwrap();
    }
    assert_eq!(game.position().setup().to_string(), WON);
    for count in [1_000, 20_000, 200_000] {
        assert_ne!(search(&game, nodes(count)).best(), "b2c2".parse().unwrap());
    }
}

fn game_of(setup: &str, ruleset: &Ruleset) -> Game {
    let setup: Setup = setup.parse().unwrap();
    Game::new(jungle::rules::Position::new(&setup, ruleset).unwrap())
}

/// How many of the random won games end otherwise than won before the limit on moves without a capture.
fn unfinished_wins(games: usize, limits: Limits) -> Vec<String> {
    let mut random = Random(34);
    let mut failed = Vec::new();
    for _ in 0..games {
        let start = won_position(&mut random);
        let mut game = start.clone();
        while game.outcome().is_none() {
            game.play(Action::Move(search(&game, limits).best())).unwrap();
        }
        if game.outcome().and_then(|outcome| outcome.winner) != Some(start.position().turn()) {
            failed.push(start.position().setup().to_string());
        }
    }
    failed
}

/// A side with three strong pieces, far from the enemy den, against two weaker ones.
fn won_position(random: &mut Random) -> Game {
    const STRONG: [Animal; 4] = [Animal::Leopard, Animal::Tiger, Animal::Lion, Animal::Elephant];
    const WEAK: [Animal; 3] = [Animal::Cat, Animal::Dog, Animal::Wolf];
    loop {
        let left_out = random.below(STRONG.len());
        let strong = STRONG.into_iter().enumerate().filter(|(index, _)| *index != left_out);
        let strong = strong.map(|(_, animal)| Piece { side: Side::White, animal });
        let weak_out = random.below(WEAK.len());
        let weak = WEAK.into_iter().enumerate().filter(|(index, _)| *index != weak_out);
        let weak = weak.map(|(_, animal)| Piece { side: Side::Black, animal });
        let pieces: Vec<Piece> = strong.chain(weak).collect();
        let Some(game) = random_setup(&Ruleset::STANDARD, &pieces, random) else { continue };
        // A random arrangement may let the weak side into the den at once.
        let score = search(&game, nodes(10_000)).score();
        if game.position().turn() == Side::White && score.decided_in().is_none() && score.centi() > 600 {
            return game;
        }
    }
}

#[test]
fn a_won_position_is_won_before_the_limit() {
    let failed = unfinished_wins(10, nodes(10_000));
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
#[ignore = "plays a hundred games at 200 ms a move"]
fn a_hundred_won_positions_are_won_before_the_limit_at_200_milliseconds() {
    let failed = unfinished_wins(100, Limits { time: Some(Duration::from_millis(200)), ..Limits::default() });
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
#[ignore = "searches 10 000 positions for 56 ms each, and needs an idle core to be in time"]
fn ten_thousand_positions_get_a_legal_move_in_time() {
    const LATE: Duration = Duration::from_millis(50);
    let mut random = Random(55);
    let mut latest = Duration::ZERO;
    for _ in 0..10_000 {
        let game = random_game(&mut random);
        for milliseconds in [1, 5, 50] {
            let time = Duration::from_millis(milliseconds);
            let start = Instant::now();
            let analysis = search(&game, Limits { time: Some(time), ..Limits::default() });
            let late = start.elapsed().saturating_sub(time);
            assert!(late <= LATE, "{late:?} late: {}", game.position().setup());
            latest = latest.max(late);
            assert_answer(&game, &analysis);
        }
    }
    println!("{latest:?} late at most");
}

/// Answers are kept under the essence of a game, so it must be all that they depend on.
#[test]
fn a_search_sees_no_more_of_a_game_than_its_essence() {
    let mut random = Random(11);
    let rulesets = Ruleset::NAMED.map(|named| named.ruleset);
    let mut shorter = 0;
    for number in 0..60 {
        let game = crate::random_game(&rulesets[number % rulesets.len()], 60 + 2 * number, &mut random);
        let essence = game.essence();
        shorter += u32::from(essence.actions().len() < game.actions().len());
        assert_eq!(search(&game, nodes(1_000)), search(&essence, nodes(1_000)), "{:?}", game.actions());
    }
    assert!(shorter > 20, "{shorter} have captures");
}
