//! What a run brought, as a person reads it.

use screen_agent_wire::extension::outputs::{FoundSource, MissingOutput, MissingWhy, RunFound};
use serde_json::Value;

use crate::terminal::Style;

/// A line for each value and each answer, and where it stands.
pub(super) fn shown(found: &RunFound, style: Style) -> Vec<String> {
    let mut lines = Vec::new();
    for (at, record) in (0..).zip(&found.records) {
        if found.records.len() > 1 {
            lines.push(style.soft(&format!("record {}", at + 1)));
        }
        for field in &found.fields {
            let is_it = |one: &&MissingOutput| one.record == at && one.field == field.name;
            let name = &field.name;
            lines.push(match (record.get(name), found.missing.iter().find(is_it)) {
                (_, Some(missing)) => format!("{} {name}: {}", style.mark(false), why(missing)),
                (Some(value), None) => {
                    let numbers = found
                        .cited
                        .get(at as usize)
                        .and_then(|cited| cited.get(name));
                    let numbers = numbers.into_iter().flatten();
                    let marks: String = numbers.map(|number| format!(" [{number}]")).collect();
                    format!(
                        "{} {name}: {}{}",
                        style.mark(true),
                        plain(value),
                        style.soft(&marks)
                    )
                }
                (None, None) => continue,
            });
        }
    }
    lines.extend(sources(&found.sources, style));
    for answer in &found.answers {
        lines.push(style.strong(&answer.question));
        lines.push(answer.answer.clone());
        lines.extend(sources(&answer.sources, style));
    }
    lines
}

/// A value without the quotes of JSON.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn why(missing: &MissingOutput) -> String {
    let text = missing.text.as_deref().unwrap_or_default();
    match missing.why {
        MissingWhy::NotFound => "missing: the page does not say it".to_owned(),
        MissingWhy::Unfounded => "missing: what was said of it is not on the page".to_owned(),
        MissingWhy::WrongType => format!("missing: {text:?} is not one such number"),
        MissingWhy::Secret => "missing: it is a secret".to_owned(),
    }
}

fn sources(sources: &[FoundSource], style: Style) -> impl Iterator<Item = String> {
    (1..).zip(sources).map(move |(number, source)| {
        let at = source.url.as_deref().or(source.title.as_deref());
        let quote = source.quote.as_deref().unwrap_or_default();
        let doubt = if source.verified {
            ""
        } else {
            " (not found there)"
        };
        let at = at.unwrap_or("the page");
        style.soft(&format!("[{number}] {at}{doubt}: {quote}"))
    })
}
