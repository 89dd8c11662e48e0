//! Games from their start to their end: repetition, limits, resignation and draw offers.

use jungle::rules::{
    Action, EndReason, Game, Illegality, NoLegalMoves, Outcome, PlayError, Position, Ruleset, Side,
};

const UNLIMITED: Ruleset = Ruleset { no_capture_limit: None, ply_limit: None, ..Ruleset::STANDARD };
/// Two cats that never meet, far from either den.
const TWO_CATS: &str = "c6/7/7/7/7/7/7/7/6C w";

fn game(setup: &str, ruleset: &Ruleset) -> Game {
    let setup = setup.parse().expect("the text is a setup");
    Game::new(Position::new(&setup, ruleset).expect("the setup is legal"))
}

fn mv(text: &str) -> Action {
    Action::Move(text.parse().expect("the text is a move"))
}

/// Plays moves, all of which must be legal.
fn play(game: &mut Game, moves: &str) {
    for text in moves.split(' ') {
        game.play(mv(text)).expect("the moves are legal");
    }
}

const fn won(winner: Side, reason: EndReason) -> Outcome {
    Outcome { winner: Some(winner), reason }
}

const fn drawn(reason: EndReason) -> Outcome {
    Outcome { winner: None, reason }
}

#[test]
fn entering_the_den_wins() {
    let mut game = game("7/3C3/7/7/7/7/7/7/r6 w", &UNLIMITED);
    assert_eq!(game.outcome(), None);
    play(&mut game, "d8d9");
    assert_eq!(game.outcome(), Some(won(Side::White, EndReason::DenEntered)));
}

#[test]
fn taking_the_last_piece_wins() {
    let mut game = game("7/7/7/7/7/7/Wd5/7/7 w", &UNLIMITED);
    play(&mut game, "a3b3");
    assert_eq!(game.outcome(), Some(won(Side::White, EndReason::AllCaptured)));
}

#[test]
fn leaving_no_legal_move_wins_or_draws_as_the_ruleset_says() {
    let shut_in = "7/7/7/7/7/7/7/E6/c1L4 w";
    let mut losing = game(shut_in, &UNLIMITED);
    play(&mut losing, "c1b1");
    assert_eq!(losing.outcome(), Some(won(Side::White, EndReason::NoLegalMoves)));
    let mut drawing = game(shut_in, &Ruleset { no_legal_moves: NoLegalMoves::Draws, ..UNLIMITED });
    play(&mut drawing, "c1b1");
    assert_eq!(drawing.outcome(), Some(drawn(EndReason::NoLegalMoves)));
}

#[test]
fn a_given_position_may_be_the_end() {
    let outcome = |setup: &str, ruleset: &Ruleset| game(setup, ruleset).outcome();
    let standard = &Ruleset::STANDARD;
    assert_eq!(outcome("3C3/7/7/7/7/7/7/7/r6 b", standard), Some(won(Side::White, EndReason::DenEntered)));
    assert_eq!(outcome("3C3/7/7/7/7/7/7/7/r6 w", standard), Some(won(Side::White, EndReason::DenEntered)));
    assert_eq!(outcome("7/7/7/7/7/7/7/7/r6 w", standard), Some(won(Side::Black, EndReason::AllCaptured)));
    assert_eq!(outcome("3C3/7/7/7/7/7/7/7/7 b", standard), Some(won(Side::White, EndReason::DenEntered)));
    assert_eq!(outcome("7/7/7/7/7/7/7/E6/cL5 b", standard), Some(won(Side::White, EndReason::NoLegalMoves)));
    assert_eq!(outcome("c6/7/7/7/7/7/7/7/6C w - - 100 51", standard), Some(drawn(EndReason::NoCaptureLimit)));
    assert_eq!(outcome("c6/7/7/7/7/7/7/7/6C w - - 99 201", standard), Some(drawn(EndReason::PlyLimit)));
    assert_eq!(outcome("c6/7/7/7/7/7/7/7/6C w - - 99 200", standard), None);
}

#[test]
fn the_limit_without_captures_counts_from_the_last_capture() {
    let mut game = game("c6/7/7/7/7/7/7/d6/C5W w", &Ruleset { no_capture_limit: Some(2), ..UNLIMITED });
    play(&mut game, "g1g2");
    assert_eq!(game.outcome(), None);
    play(&mut game, "a2a1");
    assert_eq!((game.outcome(), game.position().plies_since_capture()), (None, 0));
    play(&mut game, "g2g1");
    assert_eq!(game.outcome(), None);
    play(&mut game, "a9b9");
    assert_eq!(game.outcome(), Some(drawn(EndReason::NoCaptureLimit)));
}

#[test]
fn the_limit_of_plies_draws() {
    let mut game = game(TWO_CATS, &Ruleset { ply_limit: Some(2), ..UNLIMITED });
    play(&mut game, "g1g2");
    assert_eq!(game.outcome(), None);
    play(&mut game, "a9a8");
    assert_eq!(game.outcome(), Some(drawn(EndReason::PlyLimit)));
}

#[test]
fn a_win_on_the_ply_of_a_limit_is_a_win() {
    let limits = Ruleset { no_capture_limit: Some(1), ply_limit: Some(1), ..UNLIMITED };
    let outcome = |setup: &str, text: &str| {
        let mut game = game(setup, &limits);
        play(&mut game, text);
        game.outcome()
    };
    assert_eq!(outcome("7/3C3/7/7/7/7/7/7/r6 w", "d8d9"), Some(won(Side::White, EndReason::DenEntered)));
    assert_eq!(outcome("7/7/7/7/7/7/Wd5/7/7 w", "a3b3"), Some(won(Side::White, EndReason::AllCaptured)));
    assert_eq!(outcome("7/7/7/7/7/7/7/E6/c1L4 w", "c1b1"), Some(won(Side::White, EndReason::NoLegalMoves)));
}

#[test]
fn of_several_draws_on_one_ply_the_first_in_the_rules_counts() {
    let all =
        Ruleset { no_capture_limit: Some(4), ply_limit: Some(4), repetition_limit: Some(2), ..UNLIMITED };
    let outcome = |ruleset: Ruleset| {
        let mut game = game(TWO_CATS, &ruleset);
        play(&mut game, "g1g2 a9a8 g2g1 a8a9");
        game.outcome()
    };
    assert_eq!(outcome(all), Some(drawn(EndReason::Repetition)));
    assert_eq!(outcome(Ruleset { repetition_limit: None, ..all }), Some(drawn(EndReason::NoCaptureLimit)));
}

#[test]
fn the_third_repetition_draws_where_three_are_the_limit() {
    let mut game = game(TWO_CATS, &Ruleset { repetition_limit: Some(3), ..UNLIMITED });
    play(&mut game, "g1g2 a9a8 g2g1 a8a9");
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
    play(&mut game, "g1g2 a9a8 g2g1");
    assert_eq!((game.repetitions(), game.outcome()), (2, None));
    play(&mut game, "a8a9");
    assert_eq!((game.repetitions(), game.outcome()), (3, Some(drawn(EndReason::Repetition))));
}

#[test]
fn repetition_is_not_counted_where_there_is_no_limit() {
    let mut game = game(TWO_CATS, &UNLIMITED);
    for _ in 0..20 {
        play(&mut game, "g1g2 a9a8 g2g1 a8a9");
    }
    assert_eq!((game.repetitions(), game.outcome()), (21, None));
}

#[test]
fn the_same_placement_with_the_other_side_on_turn_is_no_repetition() {
    let mut game = game("6c/7/7/7/7/7/1L5/7/7 w", &UNLIMITED);
    // One jump and six steps: the lion is back after an odd number of moves.
    play(&mut game, "b3b7 g9g8 b7a7 g8g9 a7a6 g9g8 a6a5 g8g9 a5a4 g9g8 a4a3 g8g9 a3b3");
    assert_eq!(game.position().setup().to_string(), "6c/7/7/7/7/7/1L5/7/7 b - - 13 7");
    assert_eq!(game.repetitions(), 1);
}

#[test]
fn repetitions_are_counted_anew_after_a_capture() {
    let mut game = game("c6/7/7/7/7/7/7/d6/W5C w", &Ruleset { repetition_limit: Some(3), ..UNLIMITED });
    play(&mut game, "g1g2 a9a8 g2g1 a8a9");
    assert_eq!((game.repetitions(), game.earlier_positions().len()), (2, 4));
    play(&mut game, "a1a2");
    assert_eq!((game.repetitions(), game.earlier_positions().len()), (1, 0));
    play(&mut game, "a9a8 g1g2 a8a9 g2g1");
    assert_eq!((game.repetitions(), game.earlier_positions().len()), (2, 4));
}

#[test]
fn a_player_may_resign_at_any_time() {
    for side in Side::ALL {
        let mut game = game(TWO_CATS, &UNLIMITED);
        assert_eq!(game.play(Action::Resign(side)), Ok(()));
        assert_eq!(game.outcome(), Some(won(!side, EndReason::Resignation)));
    }
}

#[test]
fn an_accepted_offer_is_a_draw_by_agreement() {
    let mut game = game(TWO_CATS, &UNLIMITED);
    assert_eq!(game.play(Action::OfferDraw(Side::White)), Ok(()));
    assert_eq!((game.draw_offer(), game.outcome()), (Some(Side::White), None));
    assert_eq!(game.play(Action::AcceptDraw(Side::Black)), Ok(()));
    assert_eq!((game.draw_offer(), game.outcome()), (None, Some(drawn(EndReason::Agreement))));
}

#[test]
fn an_offer_met_by_an_offer_is_accepted() {
    let mut game = game(TWO_CATS, &UNLIMITED);
    assert_eq!(game.play(Action::OfferDraw(Side::Black)), Ok(()));
    assert_eq!(game.play(Action::OfferDraw(Side::White)), Ok(()));
    assert_eq!(game.outcome(), Some(drawn(EndReason::Agreement)));
}

#[test]
fn a_declined_offer_is_gone_and_may_be_made_again() {
    let mut game = game(TWO_CATS, &UNLIMITED);
    assert_eq!(game.play(Action::OfferDraw(Side::White)), Ok(()));
    assert_eq!(game.play(Action::DeclineDraw(Side::Black)), Ok(()));
    assert_eq!((game.draw_offer(), game.outcome()), (None, None));
    assert_eq!(game.play(Action::AcceptDraw(Side::Black)), Err(PlayError::NoDrawOffer));
    assert_eq!(game.play(Action::OfferDraw(Side::White)), Ok(()));
    assert_eq!(game.draw_offer(), Some(Side::White));
}

#[test]
fn an_offer_stands_while_its_own_side_moves_and_lapses_when_the_other_does() {
    let mut game = game(TWO_CATS, &UNLIMITED);
    assert_eq!(game.play(Action::OfferDraw(Side::White)), Ok(()));
    play(&mut game, "g1g2");
    assert_eq!(game.draw_offer(), Some(Side::White));
    play(&mut game, "a9a8");
    assert_eq!(game.draw_offer(), None);
    assert_eq!(game.play(Action::OfferDraw(Side::Black)), Ok(()));
    play(&mut game, "g2g1");
    assert_eq!(game.draw_offer(), None);
}

#[test]
fn an_own_offer_cannot_be_answered_or_made_twice() {
    for side in Side::ALL {
        let mut game = game(TWO_CATS, &UNLIMITED);
        assert_eq!(game.play(Action::OfferDraw(side)), Ok(()));
        for action in [Action::AcceptDraw(side), Action::DeclineDraw(side), Action::OfferDraw(side)] {
            assert_eq!(game.play(action), Err(PlayError::OwnDrawOffer));
        }
        assert_eq!((game.draw_offer(), game.outcome()), (Some(side), None));
    }
}

#[test]
fn without_an_offer_there_is_nothing_to_answer() {
    for side in Side::ALL {
        let game = game(TWO_CATS, &UNLIMITED);
        assert_eq!(game.check(Action::AcceptDraw(side)), Err(PlayError::NoDrawOffer));
        assert_eq!(game.check(Action::DeclineDraw(side)), Err(PlayError::NoDrawOffer));
    }
}

#[test]
fn no_offer_outlives_the_end() {
    let mut resigned = game(TWO_CATS, &UNLIMITED);
    resigned.play(Action::OfferDraw(Side::White)).unwrap();
    resigned.play(Action::Resign(Side::White)).unwrap();
    assert_eq!(resigned.draw_offer(), None);
    let mut won = game("7/3C3/7/7/7/7/7/7/r6 w", &UNLIMITED);
    won.play(Action::OfferDraw(Side::White)).unwrap();
    play(&mut won, "d8d9");
    assert_eq!(won.draw_offer(), None);
}

/// One action of each kind for each side.
fn every_kind_of_action() -> Vec<Action> {
    let kinds = [Action::Resign, Action::OfferDraw, Action::AcceptDraw, Action::DeclineDraw];
    let by_side = kinds.into_iter().flat_map(|kind| Side::ALL.map(kind));
    by_side.chain([mv("g1g2"), mv("a9a8")]).collect()
}

#[test]
fn no_action_applies_after_the_end() {
    let mut ended = game(TWO_CATS, &UNLIMITED);
    ended.play(Action::Resign(Side::Black)).unwrap();
    let before = ended.clone();
    let outcome = ended.outcome().unwrap();
    for action in every_kind_of_action() {
        assert_eq!(ended.check(action), Err(PlayError::GameOver(outcome)));
        assert_eq!(ended.play(action), Err(PlayError::GameOver(outcome)));
        assert_eq!(ended.play_past_draws(action), Err(PlayError::GameOver(outcome)));
    }
    assert!(ended.legal_moves().is_empty());
    assert_eq!(ended, before);
}

#[test]
fn an_illegal_action_leaves_the_game_as_it_was() {
    let mut game = game(TWO_CATS, &UNLIMITED);
    play(&mut game, "g1g2");
    let before = game.clone();
    let empty = Illegality::EmptySquare(jungle::rules::Square::D5);
    assert_eq!(game.play(mv("d5d6")), Err(PlayError::Illegal(empty)));
    assert!(game.play(mv("g2g3")).is_err());
    assert_eq!(game.play(Action::AcceptDraw(Side::White)), Err(PlayError::NoDrawOffer));
    assert_eq!(game, before);
}

#[test]
fn what_was_played_is_kept_in_order() {
    let mut game = game(TWO_CATS, &UNLIMITED);
    let start = *game.position();
    let actions = [mv("g1g2"), Action::OfferDraw(Side::White), Action::DeclineDraw(Side::Black), mv("a9a8")];
    for action in actions {
        game.play(action).unwrap();
    }
    assert_eq!((game.start(), game.actions()), (&start, &actions[..]));
    assert_eq!(game.position().plies(), 2);
}

#[test]
fn a_counted_draw_may_be_played_past() {
    let mut game = game("7/3C3/7/7/7/7/7/7/r6 w", &Ruleset { ply_limit: Some(1), ..UNLIMITED });
    play(&mut game, "d8d7");
    assert_eq!(game.outcome(), Some(drawn(EndReason::PlyLimit)));
    assert_eq!(game.play_past_draws(mv("a1a2")), Ok(()));
    assert_eq!(game.outcome(), Some(drawn(EndReason::PlyLimit)));
    assert_eq!(game.play_past_draws(mv("d7d8")), Ok(()));
    assert_eq!(game.play_past_draws(mv("a2a1")), Ok(()));
    assert_eq!(game.play_past_draws(mv("d8d9")), Ok(()));
    assert_eq!(game.outcome(), Some(won(Side::White, EndReason::DenEntered)));
    assert!(matches!(game.play_past_draws(mv("a1a2")), Err(PlayError::GameOver(_))));
}

#[test]
fn an_illegal_action_past_a_draw_leaves_the_draw() {
    let mut game = game(TWO_CATS, &Ruleset { ply_limit: Some(1), ..UNLIMITED });
    play(&mut game, "g1g2");
    let before = game.clone();
    assert!(matches!(game.play_past_draws(mv("d5d6")), Err(PlayError::Illegal(_))));
    assert_eq!(game, before);
}

#[test]
fn only_counted_draws_may_be_played_past() {
    let mut agreed = game(TWO_CATS, &UNLIMITED);
    agreed.play(Action::OfferDraw(Side::White)).unwrap();
    agreed.play(Action::AcceptDraw(Side::Black)).unwrap();
    assert!(matches!(agreed.play_past_draws(mv("g1g2")), Err(PlayError::GameOver(_))));
    let mut stuck =
        game("7/7/7/7/7/7/7/E6/c1L4 w", &Ruleset { no_legal_moves: NoLegalMoves::Draws, ..UNLIMITED });
    play(&mut stuck, "c1b1");
    assert!(matches!(stuck.play_past_draws(Action::Resign(Side::White)), Err(PlayError::GameOver(_))));
}
