//! A FEN in the first line and moves after it: what is read is written in one way, and what is legal can be played.

#![no_main]

use jungle::rules::{Action, Game, Move, Position, Ruleset, Setup, Square};
use jungle_fuzz::{check_position, walk};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Ok(text) = str::from_utf8(input) else { return };
    let (fen, words) = text.split_once('\n').unwrap_or((text, ""));
    let moves: Vec<Move> = words.split_whitespace().filter_map(read_move).collect();
    let Ok(setup) = fen.parse::<Setup>() else { return };
    assert_eq!(setup.to_string().parse(), Ok(setup));
    for named in Ruleset::NAMED {
        if let Ok(position) = Position::new(&setup, &named.ruleset) {
            check_position(&position);
        }
    }
    let named = &Ruleset::NAMED[words.len() % Ruleset::NAMED.len()];
    let Ok(start) = Position::new(&setup, &named.ruleset) else { return };
    let mut game = Game::new(start);
    for mv in moves {
        let is_legal = game.legal_moves().contains(&mv);
        assert_eq!(game.play(Action::Move(mv)).is_ok(), is_legal, "{} {mv}", game.position().setup());
    }
    walk(game, words.as_bytes());
});

fn read_move(word: &str) -> Option<Move> {
    if let Ok(square) = word.parse::<Square>() {
        assert_eq!(square.to_string(), word);
    }
    let mv: Move = word.parse().ok()?;
    assert_eq!(mv.to_string(), word);
    Some(mv)
}
