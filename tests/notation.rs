//! Squares, moves and setups as text, and which setups are legal.

use jungle::rules::{
    Animal, Move, OwnTraps, ParseMoveError, ParseSetupError, ParseSquareError, Piece, Position, Ruleset,
    Setup, SetupError, Side, Square,
};
use proptest::prelude::*;

/// The lines of a table, each cut in two.
fn table(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.rsplit_once(" | ").expect("a line has two cells"))
}

#[test]
fn every_valid_setup_is_written_back_in_one_way() {
    for (text, expected) in table(include_str!("valid.txt")) {
        let expected = if expected == "=" { text.trim_end() } else { expected };
        let setup: Setup = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(setup.to_string(), expected);
        assert_eq!(expected.parse(), Ok(setup));
    }
}

#[test]
fn every_invalid_setup_is_refused_for_its_reason() {
    for (text, expected) in table(include_str!("invalid.txt")) {
        let error = text.parse::<Setup>().expect_err(text);
        assert_eq!(format!("{error:?}"), expected, "{text}");
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn every_named_start_is_the_one_in_the_rules() {
    let standard = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1";
    let traditional = "l5t/1r3e1/2dpw1c/7/7/7/2DPW1C/1R3E1/L5T w - - 0 1";
    let mirrored = "t5l/1c3d1/e1w1p1r/7/7/7/R1P1W1E/1D3C1/L5T w - - 0 1";
    for named in Ruleset::NAMED {
        let expected = match named.name {
            "traditional" => traditional,
            "mistboard" => mirrored,
            _ => standard,
        };
        assert_eq!(named.ruleset.start.to_string(), expected, "{}", named.name);
    }
}

#[test]
fn the_counters_of_a_text_are_plies_and_moves_of_both_sides() {
    let setup = |text: &str| text.parse::<Setup>().unwrap();
    let white = setup("7/7/7/7/7/7/7/7/R6 w - - 3 7");
    assert_eq!((white.turn, white.plies, white.plies_since_capture), (Side::White, 12, 3));
    let black = setup("7/7/7/7/7/7/7/7/R6 b - - 3 7");
    assert_eq!((black.turn, black.plies, black.plies_since_capture), (Side::Black, 13, 3));
}

#[test]
fn every_square_and_move_is_read_as_written() {
    assert_eq!(
        [Square::A1, Square::G1, Square::A9, Square::G9].map(|s| s.to_string()),
        ["a1", "g1", "a9", "g9"]
    );
    for from in Square::ALL {
        assert_eq!(from.to_string().parse(), Ok(from));
        for to in Square::ALL {
            let mv = Move { from, to };
            assert_eq!(mv.to_string().parse(), Ok(mv));
        }
    }
}

#[test]
fn no_other_text_is_a_square() {
    for text in ["", "a", "a0", "h1", "g:", "A1", "a10", "1a", " a1", "a1 ", "`1", "é", "é1", "\0\0", "a\n"]
    {
        assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text:?}");
    }
}

#[test]
fn no_other_text_is_a_move() {
    for text in
        ["", "a1", "a1a", "a1h1", "i1a1", "a1-a2", "a1a2a3", "A1A2", " a1a2", "aéa1", "é1a2", "\0\0\0\0"]
    {
        assert_eq!(text.parse::<Move>(), Err(ParseMoveError), "{text:?}");
    }
}

#[test]
fn hostile_text_is_refused() {
    let rat = "7/7/7/7/7/7/7/7/R6";
    let error = |text: &str| text.parse::<Setup>().expect_err("the text is hostile");
    assert_eq!(error(""), ParseSetupError::Rows(1));
    assert_eq!(error(" \t\r\n"), ParseSetupError::Rows(1));
    assert_eq!(error("\0"), ParseSetupError::Rows(1));
    assert_eq!(error(&"/".repeat(1_000_000)), ParseSetupError::Rows(1_000_001));
    assert_eq!(error(&"7".repeat(1_000_000)), ParseSetupError::Rows(1));
    assert_eq!(error(&format!("{}/7/7/7/7/7/7/7/7 w", "7".repeat(1_000_000))), ParseSetupError::RowLength(9));
    assert_eq!(error(&format!("{}/7/7/7/7/7/7/7/7 w", "R".repeat(8))), twice(Square::B9));
    assert_eq!(error("\0/7/7/7/7/7/7/7/7 w"), ParseSetupError::Letter('\0'));
    assert_eq!(error("\u{7f}6/7/7/7/7/7/7/7/7 w"), ParseSetupError::Letter('\u{7f}'));
    assert_eq!(error(&format!("{rat} w\0")), ParseSetupError::Side);
    assert_eq!(error(&format!("{rat}\u{a0}w")), ParseSetupError::Letter('\u{a0}'));
    assert_eq!(error(&format!("{rat} w{}", " 0".repeat(1_000_000))), ParseSetupError::Fields);
    assert_eq!(error(&format!("{rat} w - - 0\u{b} 1")), ParseSetupError::PliesSinceCapture);
    assert_eq!(error(&format!("{rat} w - - 0 {}", "9".repeat(1_000_000))), ParseSetupError::MoveNumber);
}

fn twice(square: Square) -> ParseSetupError {
    SetupError::PieceTwice(Piece { side: Side::White, animal: Animal::Rat }, square).into()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_the_readers_panic(text in any::<String>()) {
        let _ = (text.parse::<Setup>(), text.parse::<Move>(), text.parse::<Square>());
    }

    #[test]
    fn whatever_is_read_is_written_and_read_again(text in "([1-7RrEe_]{1,4}/){8}[1-7_LlMj]{1,4} [wbr01]( - -)?( [0-9]{1,2} [0-9]{1,6})?") {
        if let Ok(setup) = text.parse::<Setup>() {
            prop_assert_eq!(setup.to_string().parse(), Ok(setup));
        }
    }
}

fn refusal(text: &str, ruleset: &Ruleset) -> Option<SetupError> {
    let setup = text.parse().expect("the text is a setup");
    Position::new(&setup, ruleset).err()
}

#[test]
fn two_pieces_on_a_square_or_of_a_kind_are_refused() {
    let white = |animal| Piece { side: Side::White, animal };
    let mut setup = Setup::EMPTY;
    assert_eq!(setup.place(white(Animal::Rat), Square::A1), Ok(()));
    assert_eq!(setup.place(white(Animal::Cat), Square::A1), Err(SetupError::SquareTaken(Square::A1)));
    assert_eq!(
        setup.place(white(Animal::Rat), Square::A2),
        Err(SetupError::PieceTwice(white(Animal::Rat), Square::A2))
    );
    assert_eq!(setup.pieces().collect::<Vec<_>>(), [(white(Animal::Rat), Square::A1)]);
}

#[test]
fn a_piece_is_refused_where_it_could_never_stand() {
    let piece = |side, animal| Piece { side, animal };
    let standard = Ruleset::STANDARD;
    let closed = Ruleset { own_traps: OwnTraps::Closed, ..standard };
    let white_rat = piece(Side::White, Animal::Rat);
    let black_cat = piece(Side::Black, Animal::Cat);
    let white_lion = piece(Side::White, Animal::Lion);
    let in_own_den = [
        ("7/7/7/7/7/7/7/7/3R3 w", SetupError::InOwnDen(white_rat, Square::D1)),
        ("3c3/7/7/7/7/7/7/7/R6 w", SetupError::InOwnDen(black_cat, Square::D9)),
    ];
    let in_water = [
        ("7/7/7/1L5/7/7/7/7/r6 w", SetupError::InWater(white_lion, Square::B6)),
        ("7/7/7/7/7/5c1/7/7/R6 w", SetupError::InWater(black_cat, Square::F4)),
    ];
    for (text, error) in in_own_den.into_iter().chain(in_water) {
        assert_eq!(refusal(text, &standard), Some(error));
        assert_eq!(refusal(text, &closed), Some(error));
    }
    let on_own_trap = [
        ("7/7/7/7/7/7/7/3R3/r6 w", SetupError::OnOwnTrap(white_rat, Square::D2)),
        ("4c2/7/7/7/7/7/7/7/R6 w", SetupError::OnOwnTrap(black_cat, Square::E9)),
    ];
    for (text, error) in on_own_trap {
        assert_eq!(refusal(text, &standard), None);
        assert_eq!(refusal(text, &closed), Some(error));
    }
}

#[test]
fn a_rat_may_stand_in_the_water_and_any_piece_in_an_enemy_trap_or_den() {
    let closed = Ruleset { own_traps: OwnTraps::Closed, ..Ruleset::STANDARD };
    for text in ["7/7/7/1r5/4R2/7/7/7/7 w", "2E4/7/7/7/7/7/7/3l3/7 w", "3E3/7/7/7/7/7/7/7/r6 w"] {
        assert_eq!(refusal(text, &closed), None, "{text}");
    }
}

#[test]
fn pieces_in_both_dens_and_an_empty_board_are_refused() {
    assert_eq!(refusal("3R3/7/7/7/7/7/7/7/3r3 w", &Ruleset::STANDARD), Some(SetupError::BothDens));
    assert_eq!(refusal("7/7/7/7/7/7/7/7/7 w", &Ruleset::STANDARD), Some(SetupError::NoPieces));
    assert_eq!(refusal("7/7/7/7/7/7/7/7/R6 w", &Ruleset::STANDARD), None);
}

#[test]
fn counters_that_no_game_reaches_are_refused() {
    let with_counters = |turn, plies, plies_since_capture| {
        let mut setup = Ruleset::STANDARD.start;
        (setup.turn, setup.plies, setup.plies_since_capture) = (turn, plies, plies_since_capture);
        Position::new(&setup, &Ruleset::STANDARD).err()
    };
    assert_eq!(with_counters(Side::White, 10, 10), None);
    assert_eq!(with_counters(Side::White, 10, 11), Some(SetupError::PliesSinceCapture));
    assert_eq!(with_counters(Side::White, 9, 0), Some(SetupError::TurnAndPlies));
    assert_eq!(with_counters(Side::Black, 10, 0), Some(SetupError::TurnAndPlies));
    assert_eq!(with_counters(Side::White, Setup::MAX_PLIES, Setup::MAX_PLIES), None);
    assert_eq!(with_counters(Side::Black, Setup::MAX_PLIES + 1, 0), Some(SetupError::TooManyPlies));
    assert_eq!(with_counters(Side::Black, u32::MAX, u32::MAX), Some(SetupError::TooManyPlies));
    assert_eq!(
        refusal("7/7/7/7/7/7/7/7/R6 b - - 0 500001", &Ruleset::STANDARD),
        Some(SetupError::TooManyPlies)
    );
    assert_eq!(
        refusal("7/7/7/7/7/7/7/7/R6 w - - 1 1", &Ruleset::STANDARD),
        Some(SetupError::PliesSinceCapture)
    );
}
