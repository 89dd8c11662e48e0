use std::fmt::{self, Formatter};

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::{Whole, WriteJson};
use crate::rules::Square;

/// A square in an answer, as `[col, row]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) struct SquareView(Square);

impl From<Square> for SquareView {
    fn from(square: Square) -> Self {
        Self(square)
    }
}

impl WriteJson for SquareView {
    fn write_json(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(&[b'[', b'0' + self.0.column(), b',', b'0' + self.0.row(), b']']);
    }
}

impl Serialize for SquareView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.0.column(), self.0.row()].serialize(serializer)
    }
}

impl PartialSchema for SquareView {
    fn schema() -> RefOr<Schema> {
        coordinates(Whole::<0, 8>::schema())
            .description(Some(
                "A square as `[col, row]`: columns 0 to 6 from left to right, rows 0 to 8 from bottom to top.",
            ))
            .examples([serde_json::json!([0, 2])])
            .into()
    }
}

impl ToSchema for SquareView {
    fn name() -> std::borrow::Cow<'static, str> {
        "Square".into()
    }
}

fn coordinates(item: RefOr<Schema>) -> ArrayBuilder {
    ArrayBuilder::new().items(item).min_items(Some(2)).max_items(Some(2))
}

/// A square in a request: `[col, row]`, on the board or off it, or the same as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) struct SquareInput {
    column: u64,
    row: u64,
}

/// What the document says: enough for any board, and a number that every language has.
type Coordinate = Whole<0, { u32::MAX as u64 }>;
/// What is read: any other whole number is as much off the board.
type AnyCoordinate = Whole<0, { u64::MAX }>;

impl SquareInput {
    /// The square, if it is on the board.
    pub(in crate::service) fn get(self) -> Option<Square> {
        Square::at(self.column.try_into().ok()?, self.row.try_into().ok()?)
    }
}

impl From<Square> for SquareInput {
    fn from(square: Square) -> Self {
        Self { column: square.column().into(), row: square.row().into() }
    }
}

impl fmt::Display for SquareInput {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.column, self.row)
    }
}

impl<'de> Deserialize<'de> for SquareInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SquareVisitor)
    }
}

struct SquareVisitor;

impl<'de> Visitor<'de> for SquareVisitor {
    type Value = SquareInput;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a square, such as [0, 2] or \"a3\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<SquareInput, E> {
        text.parse::<Square>().map(SquareInput::from).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<SquareInput, A::Error> {
        let mut next = || items.next_element::<AnyCoordinate>();
        match (next()?, next()?, next()?) {
            (Some(column), Some(row), None) => Ok(SquareInput { column: column.get(), row: row.get() }),
            _ => Err(A::Error::custom("a square has two coordinates, [col, row]")),
        }
    }
}

impl PartialSchema for SquareInput {
    fn schema() -> RefOr<Schema> {
        let text =
            ObjectBuilder::new().schema_type(Type::String).max_length(Some(2)).pattern(Some("^[a-g][1-9]$"));
        OneOfBuilder::new()
            .item(coordinates(Coordinate::schema()))
            .item(text)
            .description(Some(
                "A square as `[col, row]`, both counted from 0 at the bottom left, or as text from `a1` to `g9`.",
            ))
            .examples([serde_json::json!([0, 2])])
            .into()
    }
}

impl ToSchema for SquareInput {}
