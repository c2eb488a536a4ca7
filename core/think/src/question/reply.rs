//! Reading what a model wrote, whatever it wrapped it in.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;

/// Reads the outermost JSON object; models like to wrap it in a code fence or in words.
pub fn object<T: DeserializeOwned>(answer: &str) -> Result<T, String> {
    let answer = after_thinking(answer);
    let start = answer.find('{').ok_or("the answer holds no JSON object")?;
    let end = answer.rfind('}').ok_or("the JSON object has no end")?;
    let text = answer
        .get(start..=end)
        .ok_or("the JSON object has no end")?;
    serde_json::from_str(text)
        .map_err(|error| format!("the JSON does not fit: {}", sentence(&error)))
}

/// The same for an answer whose fields may all be missing or of another type. One that is said twice is what was
/// said last.
pub(super) fn fields<T: DeserializeOwned + Default>(answer: &str) -> Result<T, String> {
    let fields: Value = object(answer)?;
    Ok(serde_json::from_value(fields).unwrap_or_default())
}

/// What stands between two tags.
pub(super) fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let rest = &text[text.find(open)? + open.len()..];
    Some(&rest[..rest.find(close)?])
}

/// Models that think aloud do so before the answer, between tags of their own.
pub(super) fn after_thinking(answer: &str) -> &str {
    answer
        .rfind("</think>")
        .map_or(answer, |at| &answer[at + "</think>".len()..])
}

/// Where it does not fit, without what stands there: that may be anything.
fn sentence(error: &serde_json::Error) -> String {
    let kind = match error.classify() {
        Category::Syntax => "it is not JSON",
        Category::Eof => "it ends too early",
        Category::Data | Category::Io => "a field is missing or of another type",
    };
    format!("{kind} at line {}, column {}", error.line(), error.column())
}
