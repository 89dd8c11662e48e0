//! The JSON of the contract: what requests and answers are made of, and the way to the domain and back.

mod action;
mod game;
mod number;
mod object;
mod position;
mod ruleset;
mod square;
mod text_or;

/// A closed set of the domain as the words of the contract.
macro_rules! wire_enum {
    ($(#[$attribute:meta])* $name:ident = $domain:ty { $($variant:ident),+ $(,)? }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub(in crate::service) enum $name { $($variant),+ }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                use serde::de::IntoDeserializer;

                #[derive(serde::Deserialize)]
                #[serde(rename_all = "snake_case")]
                enum Word { $($variant),+ }

                // By way of a string, since serde reads `{"rat": null}` as well as `"rat"`.
                let word = String::deserialize(deserializer)?;
                let word = Word::deserialize(IntoDeserializer::<D::Error>::into_deserializer(word.as_str()))?;
                Ok(match word { $(Word::$variant => Self::$variant),+ })
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
use wire_enum;

pub(super) use action::{ActionInput, ActionView, MoveView, Notation, Reason, Refusal};
pub(super) use game::{
    GameInput, GameView, MAX_ACTIONS, StatusView, bounded_actions, game_query, game_request,
};
pub(super) use number::Whole;
pub(super) use object::Object;
pub(super) use position::PositionInput;
pub(super) use ruleset::{RulesetFields, RulesetInput};
pub(super) use square::{SquareInput, SquareView};
