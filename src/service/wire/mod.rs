//! The JSON of the contract: what requests and answers are made of, and the way to the domain and back.

mod action;
mod analysis;
mod game;
mod limits;
mod number;
mod object;
mod position;
mod record;
mod ruleset;
mod square;
mod text_or;
mod written;

/// A closed set of the domain as the words of the contract.
macro_rules! wire_enum {
    ($(#[$attribute:meta])* $name:ident = $domain:ty { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, utoipa::ToSchema)]
        pub(in crate::service) enum $name { $(#[schema(rename = $word)] $variant),+ }

        impl $name {
            const WORDS: &[&str] = &[$($word),+];
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(Self::WORDS[*self as usize])
            }
        }

        impl crate::service::wire::WriteJson for $name {
            fn write_json(&self, text: &mut Vec<u8>) {
                let quoted = match self { $(Self::$variant => concat!("\"", $word, "\"")),+ };
                text.extend_from_slice(quoted.as_bytes());
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                match &*String::deserialize(deserializer)? {
                    $($word => Ok(Self::$variant),)+
                    word => Err(serde::de::Error::unknown_variant(word, Self::WORDS)),
                }
            }
        }

        impl From<$domain> for $name {
            fn from(value: $domain) -> Self {
                match value { $(<$domain>::$variant => Self::$variant),+ }
            }
        }

        impl From<$name> for $domain {
            fn from(value: $name) -> Self {
                match value { $($name::$variant => Self::$variant),+ }
            }
        }
    };
}
pub(super) use wire_enum;

pub(super) use action::{ActionInput, ActionView, MoveView, Notation, Reason, Refusal};
pub(super) use analysis::{AnalysisView, EvaluationView, LineView, Source};
pub(super) use game::{
    GameInput, GameView, MAX_ACTIONS, StatusView, bounded_actions, game_query, game_request, unfinished,
};
pub(super) use limits::{Depth, LimitsInput, Nodes};
pub(super) use number::Whole;
pub(super) use object::Object;
pub(super) use position::PositionInput;
pub(super) use record::{read_record, write_record};
pub(super) use ruleset::{RulesetFields, RulesetInput};
pub(super) use square::{SquareInput, SquareView};
#[cfg(test)]
pub(super) use written::assert_twins;
pub(super) use written::{WriteJson, Written, write_object, write_with_game};
