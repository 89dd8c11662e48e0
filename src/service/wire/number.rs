use std::fmt::{self, Formatter};

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

/// A whole number in bounds; the reader checks them and the document states them.
///
/// JSON Schema calls `8.0` an integer, so it is read as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) struct Whole<const MIN: u64, const MAX: u64>(u64);

impl<const MIN: u64, const MAX: u64> Whole<MIN, MAX> {
    pub(in crate::service) const fn get(self) -> u64 {
        self.0
    }
}

impl<'de, const MIN: u64, const MAX: u64> Deserialize<'de> for Whole<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Count::deserialize(deserializer)? {
            Count(Some(number)) if (MIN..=MAX).contains(&number) => Ok(Self(number)),
            _ => Err(D::Error::custom(format_args!("not a whole number from {MIN} to {MAX}"))),
        }
    }
}

impl<const MIN: u64, const MAX: u64> PartialSchema for Whole<MIN, MAX> {
    fn schema() -> RefOr<Schema> {
        let format = if MAX > i32::MAX as u64 { KnownFormat::Int64 } else { KnownFormat::Int32 };
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(format)))
            .minimum(Some(MIN))
            .maximum(Some(MAX))
            .into()
    }
}

impl<const MIN: u64, const MAX: u64> ToSchema for Whole<MIN, MAX> {}

/// Any number at all, kept if it is a whole one: what it may be is for the rules to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) struct Count(Option<u64>);

impl Count {
    /// The number, if it is whole, not negative and not huge.
    pub(in crate::service) fn get(self) -> Option<u32> {
        self.0.and_then(|number| number.try_into().ok())
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(CountVisitor)
    }
}

struct CountVisitor;

impl Visitor<'_> for CountVisitor {
    type Value = Count;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Count, E> {
        Ok(Count(Some(number)))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Count, E> {
        Ok(Count(number.try_into().ok()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Count, E> {
        let is_whole = number.fract() == 0.0 && number >= 0.0;
        Ok(Count(is_whole.then_some(number as u64)))
    }
}
