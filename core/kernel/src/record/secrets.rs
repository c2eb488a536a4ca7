//! Which secrets a turn holds, and how they are taken out.

use std::sync::Arc;

use screen_agent_page::Observation;
use screen_agent_page::secret::is_secret_name;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::RecordError;
use crate::action::Action;
use crate::ask::Decision;
use crate::event::Event;
use crate::mask;
use crate::task::Task;

/// Fields that hold words of a fixed list, or names from the page; none of them is a secret.
const FIXED: [&str; 12] = [
    "event", "effect", "reply", "kind", "type", "status", "name", "role", "tag", "mode", "id",
    "states",
];
/// Words between the name of a secret and the secret itself.
const LINKS: [&str; 8] = ["is", "of", "as", "to", "with", "being", "the", "="];

/// Every secret that a proposal would type, or that the person's words name.
pub(super) fn of(before: &Task, events: &[Event]) -> Vec<String> {
    let mut secrets = proposed(before, events);
    secrets.extend(named(&before.query));
    for answer in &before.answers {
        secrets.extend(named(&answer.answer));
        if is_secret_name(&answer.question) {
            secrets.push(answer.answer.clone());
        }
    }
    for event in events {
        if let Event::Observed { seen } = event
            && let Some(words) = &seen.words
        {
            secrets.extend(named(words));
        }
    }
    secrets.retain(|secret| !secret.trim().is_empty() && secret != mask::HIDDEN);
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets.dedup();
    secrets
}

fn proposed(before: &Task, events: &[Event]) -> Vec<String> {
    let mut secrets = Vec::new();
    let mut screen = before.pending.as_ref().map(|pending| &pending.seen.screen);
    for event in events {
        match event {
            Event::Observed { seen } => screen = Some(&seen.screen),
            Event::Proposed { proposal } => {
                if let Decision::Act { action } = &proposal.decision {
                    let typed =
                        screen.and_then(|screen| mask::typed_secret(action, screen, before));
                    secrets.extend(typed.or_else(|| unplaced(action, screen)));
                }
            }
            Event::ProposeFailed { .. }
            | Event::Recalled { .. }
            | Event::Thought { .. }
            | Event::ThinkFailed { .. }
            | Event::Searched { .. }
            | Event::Resumed { .. }
            | Event::Stopped => {}
        }
    }
    secrets
}

/// Text for a field that is not in view. Nobody knows what kind of field it is, so it is hidden.
fn unplaced(action: &Action, screen: Option<&Arc<Observation>>) -> Option<String> {
    let Action::SetValue { id, text } = action else {
        return None;
    };
    let seen = screen.is_some_and(|screen| screen.node(id).is_some());
    (!seen).then(|| text.clone())
}

/// Secrets that words name: "with password x", "the PIN is 1234", "password: \"a b\"".
pub(crate) fn named(words: &str) -> Vec<String> {
    let mut secrets = Vec::new();
    let mut rest = words;
    while let Some(at) = rest.find(|c: char| c.is_alphanumeric()) {
        let from = &rest[at..];
        let end = from
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        if let Some(after) = after_name(word, after) {
            secrets.extend(value_after(after));
        }
        rest = after;
    }
    secrets
}

/// What follows the name of a secret of one or two words, if one begins here.
fn after_name<'a>(word: &str, after: &'a str) -> Option<&'a str> {
    if is_secret_name(word) {
        return Some(after);
    }
    let next = first_word(after);
    let pair = !is_secret_name(next) && is_secret_name(&format!("{word} {next}"));
    pair.then(|| skip_word(after))
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

fn skip_word(text: &str) -> &str {
    let word = first_word(text);
    text.trim_start().strip_prefix(word).unwrap_or(text)
}

fn value_after(text: &str) -> Option<String> {
    let mut text = text.trim_start_matches([' ', ':', '=']);
    while LINKS.contains(&first_word(text).to_lowercase().as_str()) {
        text = skip_word(text).trim_start_matches([' ', ':', '=']);
    }
    let quote = text.chars().next()?;
    if let '"' | '\'' | '“' | '‘' = quote {
        let inner = &text[quote.len_utf8()..];
        let end = inner.find(['"', '\'', '”', '’'])?;
        return Some(inner[..end].to_owned());
    }
    let word = first_word(text).trim_end_matches([',', '.', ';', ')']);
    // A lower-case word alone ("password field", "password and") is far more often prose.
    let telling = word.chars().any(|c| !c.is_ascii_lowercase());
    telling.then(|| word.to_owned())
}

/// The value with one word put for another in its strings.
pub(super) fn renamed<T: Serialize + DeserializeOwned>(
    value: &T,
    from: &str,
    to: &str,
) -> Result<T, RecordError> {
    let text = serde_json::to_string(value)?;
    Ok(serde_json::from_str(&text.replace(from, to))?)
}

/// The value with every secret hidden in its strings.
pub(super) fn hidden<T: Serialize + DeserializeOwned>(
    value: &T,
    secrets: &[String],
) -> Result<T, RecordError> {
    let mut json = serde_json::to_value(value)?;
    hide(&mut json, secrets);
    Ok(serde_json::from_value(json)?)
}

fn hide(value: &mut Value, secrets: &[String]) {
    match value {
        Value::String(text) => {
            for secret in secrets {
                *text = mask::hide(text, secret);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| hide(item, secrets)),
        Value::Object(fields) => {
            for (key, field) in fields.iter_mut() {
                if !FIXED.contains(&key.as_str()) {
                    hide(field, secrets);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_secrets() {
        for (words, expected) in [
            ("log in with name ann and password hunter2", vec!["hunter2"]),
            ("the PIN is 1234.", vec!["1234"]),
            ("use the password \"a b\" there", vec!["a b"]),
            ("password: Sesame", vec!["Sesame"]),
            ("card number 4111111111111111", vec!["4111111111111111"]),
            ("focus the password field", vec![]),
            ("open the spinner 5", vec![]),
        ] {
            assert_eq!(named(words), expected, "{words:?}");
        }
    }
}
