use serde_json::Deserializer;

use super::ruleset::{RulesetFields, RulesetInput};
use crate::rules::{Action, Game, Position, Ruleset, Setup, Side};

/// Room for the record of most games.
const USUAL_LENGTH: usize = 512;
/// The fields of a FEN.
const FEN_FIELDS: usize = 6;
/// What makes an action of a side.
type Deed = fn(Side) -> Action;
/// The actions other than moves, as a record has them.
const WORDS: [(&str, Deed); 4] = [
    ("resign", Action::Resign),
    ("offer_draw", Action::OfferDraw),
    ("accept_draw", Action::AcceptDraw),
    ("decline_draw", Action::DeclineDraw),
];

/// Adds the record of a game to a text: ruleset, start and actions, one way only for each game.
///
/// That is the name of the ruleset or its fields as JSON, the FEN of the start and the actions without anything
/// between them, as in `standard l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1 a3a4offer_draw1g7g6`.
pub(in crate::service) fn write_record(game: &Game, text: &mut Vec<u8>) {
    text.reserve(USUAL_LENGTH);
    let ruleset = game.start().ruleset();
    match ruleset.name() {
        Some(name) => text.extend_from_slice(name.as_bytes()),
        None => serde_json::to_writer(&mut *text, &RulesetFields::from(ruleset)).expect("it is plain JSON"),
    }
    text.push(b' ');
    text.extend_from_slice(game.start().setup().fen().as_bytes());
    text.push(b' ');
    for &action in game.actions() {
        let (word, side) = match action {
            Action::Move(mv) => {
                text.extend_from_slice(&mv.letters());
                continue;
            }
            Action::Resign(side) => ("resign", side),
            Action::OfferDraw(side) => ("offer_draw", side),
            Action::AcceptDraw(side) => ("accept_draw", side),
            Action::DeclineDraw(side) => ("decline_draw", side),
        };
        text.extend_from_slice(word.as_bytes());
        text.push(b'0' + side.seat());
    }
}

/// The game of a record, if it is one.
///
/// A record says nothing of counted draws that the game went on past: that there are more actions says it.
pub(in crate::service) fn read_record(text: &str) -> Option<Game> {
    let (ruleset, text) = read_ruleset(text)?;
    let (end_of_fen, _) = text.match_indices(' ').nth(FEN_FIELDS - 1)?;
    let setup: Setup = text[..end_of_fen].parse().ok()?;
    let mut game = Game::new(Position::new(&setup, &ruleset).ok()?);
    let mut rest = &text[end_of_fen + 1..];
    while !rest.is_empty() {
        let (action, after) = read_action(rest)?;
        game.play_past_draws(action).ok()?;
        rest = after;
    }
    Some(game)
}

/// The ruleset at the beginning, and what comes after the blank.
fn read_ruleset(text: &str) -> Option<(Ruleset, &str)> {
    if !text.starts_with('{') {
        let (name, rest) = text.split_once(' ')?;
        return Some((Ruleset::named(name)?, rest));
    }
    let mut values = Deserializer::from_str(text).into_iter::<RulesetInput>();
    let ruleset = Ruleset::try_from(&values.next()?.ok()?).ok()?;
    Some((ruleset, text[values.byte_offset()..].strip_prefix(' ')?))
}

/// The first action, and what comes after it.
fn read_action(text: &str) -> Option<(Action, &str)> {
    const MOVE: usize = 4;
    if let Some(mv) = text.get(..MOVE).and_then(|letters| letters.parse().ok()) {
        return Some((Action::Move(mv), &text[MOVE..]));
    }
    let (action, rest) = WORDS.iter().find_map(|(word, action)| Some((action, text.strip_prefix(word)?)))?;
    let side = match rest.as_bytes().first()? {
        b'0' => Side::White,
        b'1' => Side::Black,
        _ => return None,
    };
    Some((action(side), &rest[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(game: &Game) -> String {
        let mut text = Vec::new();
        write_record(game, &mut text);
        String::from_utf8(text).unwrap()
    }

    const START: &str = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L w - - 0 1";

    #[test]
    fn a_record_goes_round() {
        let mut rules = Ruleset { repetition_limit: Some(3), ply_limit: None, ..Ruleset::STANDARD };
        rules.start.turn = Side::Black;
        rules.start.plies = 1;
        let own = record(&Game::new(Position::new(&rules.start, &rules).unwrap()));
        assert!(own.starts_with('{'), "{own}");
        for text in [
            format!("standard {START} "),
            format!("mistboard {START} a3a4offer_draw1a7a6decline_draw0offer_draw0decline_draw1resign0"),
            format!("plyyard {START} g3g4g7g6offer_draw0accept_draw1"),
            format!("{own}a7a6a3a4"),
        ] {
            assert_eq!(record(&read_record(&text).unwrap()), text);
        }
    }

    #[test]
    fn a_record_keeps_what_was_played_past_a_draw() {
        let rules = Ruleset { no_capture_limit: Some(2), ..Ruleset::STANDARD };
        let mut game = Game::new(Position::new(&rules.start, &rules).unwrap());
        for mv in ["a3a4", "a7a6", "a4a3"] {
            game.play_past_draws(Action::Move(mv.parse().unwrap())).unwrap();
        }
        assert_eq!(read_record(&record(&game)), Some(game));
    }

    #[test]
    fn what_is_no_record_is_refused() {
        for text in [
            String::new(),
            "standard".to_owned(),
            format!("standard {START}"),
            format!("unknown {START} "),
            format!("{{}}{START} "),
            format!("{{\"ply_limit\": 0}} {START} "),
            "standard 7/7/7/7/7/7/7/7/7 w - - 0 1 ".to_owned(),
            format!("standard {START} a3a5"),
            format!("standard {START} a3a"),
            format!("standard {START} a3a4 "),
            format!("standard {START} resign"),
            format!("standard {START} resign2"),
            format!("standard {START} resign0resign1"),
            format!("standard {START} accept_draw0"),
            format!("standard {START} äöü"),
        ] {
            assert_eq!(read_record(&text), None, "{text}");
        }
    }
}
