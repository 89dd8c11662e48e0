//! Own rules as JSON: what is read is shown in full and read again as the same, and a game can be played by it.

#![no_main]

use jungle::rules::{Game, Position};
use jungle::service::fuzzing::{read_ruleset, write_ruleset};
use jungle_fuzz::walk;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some(ruleset) = read_ruleset(input) else { return };
    assert_eq!(read_ruleset(write_ruleset(&ruleset).as_bytes()), Some(ruleset));
    let start = Position::new(&ruleset.start, &ruleset).expect("a ruleset is read with a legal start");
    // The rules themselves choose the moves.
    walk(Game::new(start), input);
});
