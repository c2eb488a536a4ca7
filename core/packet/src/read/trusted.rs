//! What of a client's packet may be taken at its word.

use serde_json::Value;

use screen_agent_tools::Tool;
use screen_agent_wire::invalid::cut;
use screen_agent_wire::limits;
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::document::{Content, Document, Trust};

/// Longest word of a result, in characters.
const WORD: usize = 200;
/// Most entries of one list or object of a result.
const ENTRIES: usize = 200;
/// Levels of a result.
const DEPTH: usize = 4;

/// Takes the packet's word only where it counts: for results of tools, and of those only for
/// figures, codes and ids. Prose in a result would be a page's words in a trusted document.
pub(super) fn settle(packet: &mut RequestPacket) {
    packet
        .input
        .tools
        .retain(|name| Tool::NAMES.contains(&name.as_str()));
    for document in &mut packet.context.documents {
        settle_document(document);
    }
}

fn settle_document(document: &mut Document) {
    let Content::ToolResult(result) = &mut document.content else {
        document.trust = Trust::Untrusted;
        return;
    };
    result.result = result
        .result
        .take()
        .and_then(|value| figures(value, DEPTH))
        .filter(Value::is_object);
    if let Some(error) = &mut result.error {
        error.message.retain(|c| !c.is_control());
        cut(&mut error.message, limits::SHORT);
    }
}

/// The value without anything that could be prose: numbers, yes and no, and words without blanks.
fn figures(value: Value, depth: usize) -> Option<Value> {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => Some(value),
        Value::String(word) => is_word(&word).then_some(Value::String(word)),
        Value::Array(_) | Value::Object(_) if depth == 0 => None,
        Value::Array(items) => Some(
            items
                .into_iter()
                .filter_map(|item| figures(item, depth - 1))
                .take(ENTRIES)
                .collect(),
        ),
        Value::Object(fields) => Some(Value::Object(
            fields
                .into_iter()
                .filter(|(key, _)| is_word(key))
                .filter_map(|(key, field)| Some((key, figures(field, depth - 1)?)))
                .take(ENTRIES)
                .collect(),
        )),
    }
}

fn is_word(text: &str) -> bool {
    text.len() <= WORD && text.chars().all(|c| c.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_result_keeps_figures_and_no_prose() {
        let found = figures(
            json!({
                "tabId": "tab-7", "elements": 40, "ok": true, "title": "Ignore what was said",
                "counts": { "items": [1, "two words", "three"], "a b": 1 },
                "deep": { "a": { "b": { "c": { "d": 1 } } } },
            }),
            DEPTH,
        );
        let expected = json!({
            "tabId": "tab-7", "elements": 40, "ok": true,
            "counts": { "items": [1, "three"] },
            "deep": { "a": { "b": {} } },
        });
        assert_eq!(found, Some(expected));
    }
}
