use std::borrow::Cow;
use std::fmt::{self, Formatter};
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// A text, or the same thing as an object.
///
/// An untagged enum would do, but answers every fault with "did not match any variant" and loses its place.
#[derive(Clone, Debug)]
pub(in crate::service) enum TextOr<'a, T> {
    Text(Cow<'a, str>),
    Object(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for TextOr<'de, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextOrVisitor(PhantomData))
    }
}

struct TextOrVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for TextOrVisitor<T> {
    type Value = TextOr<'de, T>;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a string or an object")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(TextOr::Text(text.into()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(TextOr::Text(text.to_owned().into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(TextOr::Object)
    }
}
