//! A document as text, so that what is as it was stays as it was written: its order, its layout, its numbers.

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// Writes a document like the one that stands.
pub fn render(value: &Value, written: Option<&str>) -> String {
    let written = written.unwrap_or_default();
    let raw: Option<&RawValue> = serde_json::from_str(written).ok();
    let indented = written
        .lines()
        .skip(1)
        .find(|line| line.starts_with([' ', '\t']));
    let indent = indented.map_or("  ", |line| &line[..line.len() - line.trim_start().len()]);
    let mut out = String::new();
    let writer = Writer { indent };
    writer.put(&mut out, value, raw, 0);
    if raw.is_none() || written.ends_with('\n') {
        out.push('\n');
    }
    out
}

struct Writer<'a> {
    indent: &'a str,
}

impl Writer<'_> {
    fn put(&self, out: &mut String, value: &Value, raw: Option<&RawValue>, depth: usize) {
        let written = raw.map(RawValue::get);
        let same = |text: &str| serde_json::from_str::<Value>(text).is_ok_and(|was| was == *value);
        match (value, written) {
            (_, Some(text)) if same(text) => out.push_str(text),
            (Value::Object(fields), _) if !fields.is_empty() => {
                let known = written.and_then(|text| serde_json::from_str::<Pairs<'_>>(text).ok());
                let known = known.unwrap_or_default().0;
                let stays = known.iter().filter(|(name, _)| fields.contains_key(name));
                let stays = stays.map(|(name, raw)| (name, Some(*raw)));
                let is_new = |name: &&String| known.iter().all(|(known, _)| known != *name);
                let new = fields.keys().filter(is_new).map(|name| (name, None));
                let each = stays.chain(new).collect::<Vec<_>>();
                self.list(
                    out,
                    (('{', '}'), depth),
                    each.into_iter(),
                    |out, (name, raw)| {
                        out.push_str(&Value::from(name.as_str()).to_string());
                        out.push_str(": ");
                        self.put(out, &fields[name], raw, depth + 1);
                    },
                );
            }
            (Value::Array(entries), _) if !entries.is_empty() => {
                let known =
                    written.and_then(|text| serde_json::from_str::<Vec<&RawValue>>(text).ok());
                let known = known.unwrap_or_default();
                let read: Vec<Value> = known
                    .iter()
                    .map(|raw| serde_json::from_str(raw.get()).unwrap_or_default())
                    .collect();
                // An entry is the one that has its id, or its place.
                let was = |at: usize, entry: &Value| match entry.get("id") {
                    Some(id) => read.iter().position(|was| was.get("id") == Some(id)),
                    None => Some(at),
                };
                let each = entries.iter().enumerate();
                self.list(out, (('[', ']'), depth), each, |out, (at, entry)| {
                    let raw = was(at, entry).and_then(|at| known.get(at).copied());
                    self.put(out, entry, raw, depth + 1);
                });
            }
            (value, _) => out.push_str(&value.to_string()),
        }
    }

    fn list<T>(
        &self,
        out: &mut String,
        ((open, close), depth): ((char, char), usize),
        each: impl Iterator<Item = T>,
        mut put: impl FnMut(&mut String, T),
    ) {
        let line = |out: &mut String, depth| {
            out.push('\n');
            (0..depth).for_each(|_| out.push_str(self.indent));
        };
        out.push(open);
        for (entry, at) in each.zip(0..) {
            if at > 0 {
                out.push(',');
            }
            line(out, depth + 1);
            put(out, entry);
        }
        line(out, depth);
        out.push(close);
    }
}

/// The fields of an object as they are written, in their order.
#[derive(Default)]
struct Pairs<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Pairs<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Vec<(String, &'de RawValue)>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs: Self::Value = Vec::new();
                while let Some((name, raw)) = map.next_entry::<String, &RawValue>()? {
                    // Of a name that stands there twice the last counts, as everywhere.
                    pairs.retain(|(known, _)| *known != name);
                    pairs.push((name, raw));
                }
                Ok(pairs)
            }
        }
        deserializer.deserialize_map(Each).map(Self)
    }
}
