//! What the levels promise: each plays better than the one before, and none overlooks a den.

use jungle::engine::{Level, Limits};
use jungle::rules::terrain::DENS;
use jungle::rules::{Action, Game, Move, Piece, Position, Ruleset};

use super::{Random, every_piece, random_setup, search, start};

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

fn wins_at_once(position: &Position, mv: Move) -> bool {
    position.play_unchecked(mv).decision().is_some_and(|outcome| outcome.winner == Some(position.turn()))
}

/// Whether the other side could enter the den after a move.
fn leaves_den_open(position: &Position, mv: Move) -> bool {
    let next = position.play_unchecked(mv);
    next.legal_moves().iter().any(|answer| answer.to == DENS[position.turn()])
}

#[test]
fn low_levels_play_another_game_with_another_seed() {
    let play = |seed| {
        let mut game = start(&Ruleset::STANDARD);
        for _ in 0..10 {
            game.play(Action::Move(search(&game, level(1).limits(seed)).best())).unwrap();
        }
        game
    };
    let games: Vec<Game> = (0..5).map(play).collect();
    for (index, game) in games.iter().enumerate() {
        assert!(!games[..index].contains(game));
    }
}

#[test]
fn every_level_enters_an_open_den() {
    let mut random = Random(4);
    let pieces = every_piece();
    let mut seen = 0;
    while seen < 30 {
        let Some(game) = random_setup(&Ruleset::STANDARD, &pieces, &mut random) else { continue };
        if !game.legal_moves().into_iter().any(|mv| wins_at_once(game.position(), mv)) {
            continue;
        }
        seen += 1;
        for number in 1..=10 {
            let analysis = search(&game, level(number).limits(seen));
            assert!(wins_at_once(game.position(), analysis.best()), "{}", game.position().setup());
            assert_eq!(analysis.score().decided_in(), Some(1));
        }
    }
}

#[test]
fn from_level_five_on_the_den_is_guarded_whenever_it_can_be() {
    let mut random = Random(5);
    let mut seen = 0;
    while seen < 30 {
        let pieces: Vec<Piece> = every_piece().into_iter().filter(|_| random.below(3) > 0).collect();
        let named = Ruleset::NAMED[random.below(Ruleset::NAMED.len())];
        let Some(game) = random_setup(&named.ruleset, &pieces, &mut random) else { continue };
        let position = game.position();
        let is_safe = |&mv: &Move| wins_at_once(position, mv) || !leaves_den_open(position, mv);
        let moves = game.legal_moves();
        let safe = moves.iter().copied().filter(is_safe).count();
        if safe == 0 || safe == moves.len() {
            continue;
        }
        seen += 1;
        for number in [5, 6] {
            let best = search(&game, level(number).limits(seen)).best();
            assert!(is_safe(&best), "{best} in {}, {}", position.setup(), named.name);
        }
    }
}

#[test]
fn levels_go_from_one_to_ten_and_look_further_each_time() {
    assert_eq!((Level::new(0), Level::new(11)), (None, None));
    assert_eq!(Level::default(), level(5));
    for number in 2..=10 {
        let (lower, higher) = (level(number - 1).limits(0), level(number).limits(0));
        assert!(lower.nodes < higher.nodes && higher.time.is_none());
        let amount = |limits: Limits| limits.blur.map_or(0, |blur| blur.amount);
        assert!(amount(lower) >= amount(higher));
    }
}
