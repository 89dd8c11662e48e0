//! What draws by counting and by repetition leave of a verdict.

use jungle::engine::tablebase::{Category, RankedMove, Tables, Verdict};
use jungle::rules::{Action, Game, Ruleset};

use crate::game;

fn rank(game: &Game) -> Vec<RankedMove> {
    Tables::shipped().rank(game).unwrap()
}

/// A win of the lion against the rat in so many plies, which only a last capture or the den ends.
const WON: &str = "7/7/3r3/7/7/3L3/7/7/7 w - - ";

fn won(since_capture: u32, ruleset: &Ruleset) -> Game {
    game(&format!("{WON}{since_capture} 60"), ruleset)
}

fn plies(game: &Game) -> u16 {
    let Verdict::Win(plies) = Tables::shipped().probe(game.position()).unwrap() else { panic!("it is won") };
    plies
}

#[test]
fn a_win_that_the_count_leaves_room_for_is_one_and_another_is_cursed() {
    let ruleset = Ruleset { no_capture_limit: Some(100), ply_limit: None, ..Ruleset::STANDARD };
    let needed = u32::from(plies(&won(0, &ruleset)));
    let categories = |since| rank(&won(since, &ruleset))[0].category;
    assert_eq!(categories(100 - needed), Category::Win);
    assert_eq!(categories(100 - needed + 1), Category::CursedWin);
    assert_eq!(categories(99), Category::CursedWin);
}

#[test]
fn a_win_beyond_the_last_ply_is_cursed() {
    let needed = u32::from(plies(&won(0, &Ruleset::STANDARD)));
    let with = |limit| Ruleset { ply_limit: Some(limit), no_capture_limit: None, ..Ruleset::STANDARD };
    let played = won(0, &with(1_000)).position().plies();
    assert_eq!(rank(&won(0, &with(played + needed)))[0].category, Category::Win);
    assert_eq!(rank(&won(0, &with(played + needed - 1)))[0].category, Category::CursedWin);
}

#[test]
fn a_win_that_a_capture_may_save_is_a_maybe() {
    let ruleset = Ruleset { no_capture_limit: Some(100), ply_limit: None, ..Ruleset::STANDARD };
    let fen = |since| format!("7/2c4/3r3/7/7/3L3/7/7/7 w - - {since} 60");
    let position = |since| game(&fen(since), &ruleset);
    let verdict = Tables::shipped().probe(position(0).position()).unwrap();
    assert!(matches!(verdict, Verdict::Win(10..)), "{verdict:?}");
    assert_eq!(rank(&position(0))[0].category, Category::Win);
    assert_eq!(rank(&position(98))[0].category, Category::MaybeWin);
}

#[test]
fn what_is_a_win_to_one_side_is_a_loss_to_the_other() {
    use Category::*;
    let all = [Loss, MaybeLoss, BlessedLoss, Draw, CursedWin, MaybeWin, Win];
    assert!(all.is_sorted());
    let turned = all.map(Category::for_other_side);
    assert!(turned.iter().rev().eq(all.iter()));
}

#[test]
fn a_position_that_would_come_a_third_time_is_told_of() {
    let ruleset = Ruleset { repetition_limit: Some(3), ..Ruleset::STANDARD };
    let standard = rank(&won(0, &ruleset));
    let mut game = won(0, &ruleset);
    // To and fro twice: once more, and it is drawn.
    for mv in ["d4d3", "d7d8", "d3d4", "d8d7", "d4d3", "d7d8", "d3d4"] {
        game.play(Action::Move(mv.parse().unwrap())).unwrap();
    }
    assert!(game.outcome().is_none());
    let after = rank(&game);
    let back = after.iter().find(|ranked| ranked.mv.to_string() == "d8d7").unwrap();
    assert_eq!(back.category, Category::BlessedLoss, "the move that repeats for the third time draws");
    assert_eq!(standard[0].category, Category::Win);
}

#[test]
fn the_moves_come_best_first() {
    let ranked = rank(&won(0, &Ruleset::STANDARD));
    assert!(ranked.is_sorted_by(|a, b| (a.category, a.verdict) >= (b.category, b.verdict)));
    assert_eq!(ranked.len(), won(0, &Ruleset::STANDARD).legal_moves().len());
    assert_eq!(ranked[0].verdict, Verdict::Win(plies(&won(0, &Ruleset::STANDARD))));
}

#[test]
fn a_game_that_is_over_or_has_too_many_pieces_is_not_told_of() {
    let tables = Tables::shipped();
    let mut resigned = won(0, &Ruleset::STANDARD);
    resigned.play(Action::Resign(jungle::rules::Side::Black)).unwrap();
    assert_eq!(tables.rank(&resigned), None);
    for fen in ["7/7/3r3/7/7/3L3/7/3E3/1c5 w", "3L3/7/3r3/7/7/7/7/7/7 b", "7/7/3r3/7/7/7/7/7/7 b"] {
        assert_eq!(tables.probe(game(fen, &Ruleset::STANDARD).position()), None, "{fen}");
    }
    assert_eq!(tables.probe(won(0, &Ruleset::LEIDEN).position()), None);
    assert_eq!(Tables::none().probe(won(0, &Ruleset::STANDARD).position()), None);
}
