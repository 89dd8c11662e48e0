use jungle::engine::{Limits, Manners, Stop, choose};
use jungle::rules::{Action, Game, Move, Position, Setup, Side, Square};
use jungle::service::fuzzing::{read_record, write_record};

use crate::mailbox::Mailbox;

/// The most actions of a walk.
const LONGEST_WALK: usize = 24;
/// The most positions of the search at its end.
const NODES: u64 = 60;

/// Goes on with a game as the bytes choose, checks every position, and lets the bot play at the end.
pub fn walk(mut game: Game, choices: &[u8]) {
    check_position(game.position());
    for &choice in choices.iter().take(LONGEST_WALK) {
        let action = chosen(&game, choice);
        if game.play_past_draws(action).is_ok() {
            check_position(game.position());
        }
    }
    check_game(&game);
    check_bot(&game);
}

/// A move for most bytes, legal but for some, and a player's word for the others.
fn chosen(game: &Game, choice: u8) -> Action {
    let side = Side::at_ply((choice & 1).into());
    match choice {
        0xf0..=0xf3 => Action::OfferDraw(side),
        0xf4..=0xf7 => Action::DeclineDraw(side),
        0xf8..=0xf9 => Action::AcceptDraw(side),
        0xfa => Action::Resign(side),
        _ => {
            let moves = game.position().legal_moves();
            let any = Move { from: Square::A1, to: Square::ALL[usize::from(choice) % Square::COUNT] };
            Action::Move(moves.get(usize::from(choice) % (moves.len() + 1)).copied().unwrap_or(any))
        }
    }
}

/// Checks that a position is what its text says, and has the moves of its slow, obvious twin.
pub fn check_position(position: &Position) {
    let setup = position.setup();
    let fen = setup.to_string();
    if setup.plies <= Setup::MAX_PLIES {
        assert_eq!(fen.parse(), Ok(setup), "{fen}");
        assert_eq!(Position::new(&setup, position.ruleset()).as_ref(), Ok(position), "{fen}");
    }
    let mut moves = position.legal_moves();
    let mut expected = Mailbox::new(&setup, position.ruleset()).legal_moves();
    moves.sort_unstable();
    expected.sort_unstable();
    assert_eq!(moves[..], expected, "{fen}");
    for mv in moves {
        assert_eq!(position.check_move(mv), Ok(()), "{fen} {mv}");
    }
}

/// Checks that a game can be kept, mirrored and cut down to its essence.
fn check_game(game: &Game) {
    let record = write_record(game);
    assert_eq!(read_record(&record).as_ref(), Some(game), "{record}");
    assert_eq!(game.mirrored().mirrored(), *game, "{record}");
    if game.outcome().is_none() {
        assert_eq!(game.essence().essence(), game.essence(), "{record}");
    }
}

/// Checks that the bot plays on wherever a game goes on.
fn check_bot(game: &Game) {
    if game.outcome().is_some() {
        return;
    }
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let choice = choose(game, limits, Manners { may_resign: true }, &Stop::new());
    assert_eq!(game.check(choice.action), Ok(()), "{}", write_record(game));
    for line in &choice.analysis.lines {
        let mut played = game.clone();
        for &mv in &line.moves {
            let played = played.play_past_draws(Action::Move(mv));
            assert_eq!(played, Ok(()), "{} {:?}", write_record(game), line.moves);
        }
    }
}
