//! Bounds on what an action may say.

use serde_json::Value;

use super::InvalidAction;
use screen_agent_action::Action;

/// Longest text in an action, in characters. As long as a request of the person may be.
const TEXT: usize = 10_000;
/// Longest wait, in seconds.
const WAIT: f64 = 30.0;
/// Longest timeout, in milliseconds.
const TIMEOUT: u32 = 60_000;
/// Furthest scroll, in pages.
const PAGES: f64 = 20.0;
/// Most files, and most choices in a list.
const ENTRIES: usize = 20;

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "its text is bounded, and so is all it says"
)]
pub(super) fn check(action: &Action) -> Result<(), InvalidAction> {
    if longest_text(action) > TEXT {
        return refuse(format!("it holds more than {TEXT} characters"));
    }
    match action {
        Action::Wait { seconds } if !(0.0..=WAIT).contains(seconds) => {
            refuse(format!("a wait is 0 to {WAIT} seconds"))
        }
        Action::Scroll { pages, .. } if !(pages.is_finite() && *pages > 0.0 && *pages <= PAGES) => {
            refuse(format!("a scroll is at most {PAGES} pages"))
        }
        Action::WaitForElement { timeout_ms, .. }
        | Action::WaitFor { timeout_ms, .. }
        | Action::WaitForDialog { timeout_ms, .. }
            if *timeout_ms > TIMEOUT =>
        {
            refuse(format!("a timeout is at most {TIMEOUT} milliseconds"))
        }
        Action::WaitForElement {
            text: None,
            role: None,
            ..
        } => refuse("it does not say what to wait for".to_owned()),
        Action::UploadFile { files, .. } if files.is_empty() || files.len() > ENTRIES => {
            refuse(format!("an upload is 1 to {ENTRIES} files"))
        }
        Action::SelectDropdown { choice, .. } if choice.several.len() > ENTRIES => {
            refuse(format!("a choice is at most {ENTRIES} options"))
        }
        Action::SelectDropdown { choice, .. }
            if choice.text.is_none() && choice.value.is_none() && choice.several.is_empty() =>
        {
            refuse("it does not say which option".to_owned())
        }
        Action::Press { key, .. } if key.is_empty() => refuse("it names no key".to_owned()),
        Action::Type { text, .. } if text.is_empty() => refuse("it types nothing".to_owned()),
        Action::FindText { text } if text.trim().is_empty() => {
            refuse("it looks for nothing".to_owned())
        }
        _ => Ok(()),
    }
}

fn refuse(why: String) -> Result<(), InvalidAction> {
    Err(InvalidAction::OutOfBounds { why })
}

/// The longest text anywhere in the action, whatever variant it is.
fn longest_text(action: &Action) -> usize {
    fn longest(value: &Value) -> usize {
        match value {
            Value::String(text) => text.chars().count(),
            Value::Array(items) => items.iter().map(longest).max().unwrap_or(0),
            Value::Object(fields) => fields.values().map(longest).max().unwrap_or(0),
            Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        }
    }
    serde_json::to_value(action).map_or(usize::MAX, |value| longest(&value))
}
