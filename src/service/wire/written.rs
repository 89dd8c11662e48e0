use actix_web::body::BoxBody;
use actix_web::{HttpRequest, HttpResponse, Responder};

use crate::service::extract::json_response;

/// What can write itself as JSON, and writes what its `Serialize` would.
///
/// Of an answer with its 24 moves and 16 pieces, a serializer that looks for what to escape in each field name
/// takes half the time, and more than the rules do. Here there is nothing to escape.
pub(in crate::service) trait WriteJson {
    /// Writes the text.
    fn write_json(&self, text: &mut Vec<u8>);
}

/// An answer that writes itself.
#[derive(Clone, Debug)]
pub(in crate::service) struct Written<T>(pub(in crate::service) T);

/// Room for most answers, so that they are not copied while they grow.
const USUAL_ANSWER: usize = 4096;

impl<T: WriteJson> Responder for Written<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        let mut text = Vec::with_capacity(USUAL_ANSWER);
        self.0.write_json(&mut text);
        json_response(text)
    }
}

impl<T: WriteJson> WriteJson for [T] {
    fn write_json(&self, text: &mut Vec<u8>) {
        text.push(b'[');
        for (i, entry) in self.iter().enumerate() {
            if i > 0 {
                text.push(b',');
            }
            entry.write_json(text);
        }
        text.push(b']');
    }
}

impl<T: WriteJson> WriteJson for Option<T> {
    fn write_json(&self, text: &mut Vec<u8>) {
        match self {
            None => text.extend_from_slice(b"null"),
            Some(value) => value.write_json(text),
        }
    }
}

impl WriteJson for bool {
    fn write_json(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(if *self { b"true" } else { b"false" });
    }
}

impl WriteJson for u8 {
    fn write_json(&self, text: &mut Vec<u8>) {
        u64::from(*self).write_json(text);
    }
}

impl WriteJson for u32 {
    fn write_json(&self, text: &mut Vec<u8>) {
        u64::from(*self).write_json(text);
    }
}

impl WriteJson for u64 {
    fn write_json(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(itoa::Buffer::new().format(*self).as_bytes());
    }
}

/// Writes an object, each field name with what stands before it: `write_object!(text, r#"{"a":"# => a, "}")`.
macro_rules! write_object {
    ($text:ident, $($before:literal => $value:expr),+ $(,)?) => {
        $(
            $text.extend_from_slice($before.as_bytes());
            $crate::service::wire::WriteJson::write_json(&$value, $text);
        )+
        $text.push(b'}');
    };
}
pub(in crate::service) use write_object;

/// Writes a game with more fields behind its own: `write_with_game!(text, game, r#","a":"# => a)`.
macro_rules! write_with_game {
    ($text:ident, $game:expr, $($before:literal => $value:expr),+ $(,)?) => {
        $crate::service::wire::WriteJson::write_json($game, $text);
        // The brace behind the game's own.
        $text.pop();
        $crate::service::wire::write_object!($text, $($before => $value),+);
    };
}
pub(in crate::service) use write_with_game;

#[cfg(test)]
#[track_caller]
pub(in crate::service) fn assert_twins<T: WriteJson + serde::Serialize>(answer: &T) {
    let mut written = Vec::new();
    answer.write_json(&mut written);
    assert_eq!(String::from_utf8(written).unwrap(), serde_json::to_string(answer).unwrap());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Action, Game, Position, Ruleset, Side};
    use crate::service::wire::GameView;

    fn game(ruleset: Ruleset) -> Game {
        Game::new(Position::new(&ruleset.start, &ruleset).unwrap())
    }

    #[test]
    fn what_is_written_is_what_would_be_serialized() {
        let nameless = Ruleset { ply_limit: Some(150), ..Ruleset::LEIDEN };
        for ruleset in Ruleset::NAMED.map(|named| named.ruleset).into_iter().chain([nameless]) {
            let mut game = game(ruleset);
            for step in 0..200 {
                assert_twins(&GameView::from(&game));
                let moves = game.legal_moves();
                let Some(&mv) = moves.get(step * 7 % moves.len().max(1)) else { break };
                game.play(Action::Move(mv)).unwrap();
            }
            assert_twins(&GameView::from(&game));
        }
    }

    #[test]
    fn offers_and_ends_are_written_as_they_would_be_serialized() {
        let mut game = game(Ruleset::STANDARD);
        for action in [Action::OfferDraw(Side::Black), Action::Resign(Side::White)] {
            game.play(action).unwrap();
            assert_twins(&GameView::from(&game));
        }
    }
}
