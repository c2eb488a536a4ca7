//! Records that a page shows as JSON: what an interface answered, a file of settings.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::rows::{Entry, Listing, Part};
use super::scene::Scene;

/// Every list of records that is shown whole.
pub(crate) fn records<'a>(scene: &Scene<'a>) -> Vec<Listing<'a>> {
    let shown = scene.said().into_iter();
    let texts = shown.filter(|said| said.text.starts_with(['[', '{']));
    texts
        .filter_map(|said| listing(&serde_json::from_str(said.text).ok()?, said.line))
        .collect()
}

fn listing<'a>(value: &Value, line: usize) -> Option<Listing<'a>> {
    let records: Vec<&Map<String, Value>> = match value {
        Value::Array(items) => items.iter().map(Value::as_object).collect::<Option<_>>()?,
        // One record, or a list of them under a name of its own.
        Value::Object(record) => match record.values().find_map(Value::as_array) {
            Some(items) => items.iter().map(Value::as_object).collect::<Option<_>>()?,
            None => vec![record],
        },
        _ => return None,
    };
    let columns = records.first()?.keys().cloned().collect();
    let entries = records
        .into_iter()
        .map(|record| entry(record, line))
        .collect();
    Some(Listing {
        kinds: HashSet::new(),
        columns,
        entries,
    })
}

fn entry<'a>(record: &Map<String, Value>, line: usize) -> Entry<'a> {
    let part = |(name, value): (&String, &Value)| {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(_) | Value::Bool(_) => value.to_string(),
            Value::Null | Value::Array(_) | Value::Object(_) => return None,
        };
        let label = name.clone();
        Some(Part { label, text })
    };
    let parts: Vec<Part> = record.iter().filter_map(part).collect();
    Entry {
        from: line,
        to: line,
        title: parts
            .iter()
            .find(|part| part.text.chars().any(char::is_alphabetic))
            .map_or_else(String::new, |part| part.text.clone()),
        parts,
        nodes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use screen_agent_page::{Line, Observation, Run};

    #[test]
    fn json_is_read_as_records() {
        let shown = |text: &str| Observation {
            lines: vec![Line {
                runs: vec![Run::Text(text.to_owned())],
                ..Line::default()
            }],
            ..Observation::default()
        };
        let list = r#"[{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bo"}]"#;
        for text in [
            list.to_owned(),
            format!("{{\"count\": 2, \"people\": {list}}}"),
        ] {
            let seen = shown(&text);
            let found = records(&Scene::new(&seen, ""));
            assert_eq!(found[0].columns, ["id", "name"]);
            let titles: Vec<_> = found[0]
                .entries
                .iter()
                .map(|entry| entry.title.as_str())
                .collect();
            assert_eq!(titles, ["Ann", "Bo"]);
        }
        for text in ["[1, 2]", "[see below]", "{\"cut\": \"of", "[]"] {
            assert!(records(&Scene::new(&shown(text), "")).is_empty(), "{text}");
        }
    }
}
