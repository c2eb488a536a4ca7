//! JSON values, and whether an object gave a key twice.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// The first value of the text, how many bytes it takes, and whether a key was given twice in it.
pub(super) fn first(text: &str) -> Option<(Value, usize, bool)> {
    let twice = Cell::new(false);
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Unique(&twice).deserialize(&mut reader).ok()?;
    // What is left tells where the reader stands; it reads no further than the closing bracket.
    let used = reader.into_iter::<Value>().byte_offset();
    Some((value, used, twice.get()))
}

#[derive(Clone, Copy)]
struct Unique<'a>(&'a Cell<bool>);

impl<'de> DeserializeSeed<'de> for Unique<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Unique<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let value = entries.next_value_seed(self)?;
            if map.insert(key, value).is_some() {
                self.0.set(true);
            }
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_key_that_is_given_twice_is_seen_at_any_depth() {
        for (text, value, used, twice) in [
            ("{\"a\":1} rest", json!({"a": 1}), 7, false),
            (
                "{\"a\":[{\"b\":1,\"b\":2}]}",
                json!({"a": [{"b": 2}]}),
                21,
                true,
            ),
            (
                "{\"a\":1.5,\"b\":null,\"c\":-2}",
                json!({"a": 1.5, "b": null, "c": -2}),
                25,
                false,
            ),
        ] {
            assert_eq!(first(text), Some((value, used, twice)), "{text}");
        }
        assert_eq!(first("{\"a\":"), None);
    }
}
