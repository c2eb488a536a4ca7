//! Records that a page shows as JSON: what a server answered, written out.

use serde_json::{Deserializer, Value};

use screen_agent_page::LineKind;

use crate::ground::{Scene, only};
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::words;

/// Most records that are looked through.
const MOST: usize = 2_000;

/// A record, as the names and texts of what it holds.
pub(super) type Record = Vec<(String, String)>;

/// Every record that is written out on the page.
pub(super) fn all(scene: &Scene<'_>) -> Vec<Record> {
    let mut records = Vec::new();
    for text in texts(scene) {
        written(&text)
            .iter()
            .for_each(|value| collect(value, &mut records));
    }
    records
}

/// What the only record of this owner says under this name.
pub(super) fn told(records: &[Record], name: &str, owner: &str) -> Option<String> {
    let of_owner = |record: &&Record| {
        let mut fields = record.iter();
        fields.any(|(_, held)| likeness(owner, held) >= Some(Likeness::SameWords))
    };
    let record = only(records.iter().filter(of_owner))?;
    let asked = |field: &&(String, String)| likeness(name, &field.0) >= Some(Likeness::SameWords);
    only(record.iter().filter(asked)).map(|(_, held)| held.clone())
}

/// Texts that may hold JSON; lines of code that follow each other are one.
fn texts(scene: &Scene<'_>) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut last = None;
    for (at, line) in scene.lines() {
        let code = line.kind == LineKind::Code;
        match texts
            .last_mut()
            .filter(|_| code && last == at.checked_sub(1))
        {
            Some(text) => {
                text.push('\n');
                text.push_str(&scene.spoken(at));
            }
            None => texts.push(scene.spoken(at)),
        }
        last = code.then_some(at);
    }
    texts.retain(|text| text.contains('{'));
    texts
}

/// The first JSON in a text, whatever stands around it.
fn written(text: &str) -> Option<Value> {
    let mut starts = text.char_indices().filter(|(_, c)| matches!(c, '[' | '{'));
    starts.find_map(|(at, _)| {
        let mut values = Deserializer::from_str(&text[at..]).into_iter::<Value>();
        values.next()?.ok().filter(holds_records)
    })
}

fn holds_records(value: &Value) -> bool {
    match value {
        Value::Object(fields) => !fields.is_empty(),
        Value::Array(items) => items.iter().any(holds_records),
        _ => false,
    }
}

/// Every object in it.
fn collect(value: &Value, records: &mut Vec<Record>) {
    if records.len() >= MOST {
        return;
    }
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, records)),
        Value::Object(fields) => {
            let plain = fields.iter().filter_map(|(key, held)| {
                let text = match held {
                    Value::String(text) => text.clone(),
                    Value::Number(_) | Value::Bool(_) => held.to_string(),
                    Value::Null | Value::Array(_) | Value::Object(_) => return None,
                };
                Some((words(key).join(" "), text))
            });
            records.push(plain.collect());
            fields.values().for_each(|held| collect(held, records));
        }
        _ => {}
    }
}
