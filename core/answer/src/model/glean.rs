//! Words out of an answer that has no render tree.

use serde_json::{Map, Value};

use screen_agent_wire::invalid::cut;
use screen_agent_wire::packet::{Block, Doc};

/// Keys under which models put words.
const KEYS: [&str; 8] = [
    "summary", "answer", "text", "title", "content", "message", "output", "response",
];
/// Most pieces, and longest piece in characters.
const PIECES: usize = 12;
const PIECE: usize = 600;
/// Longest prose that is shown as it is, in characters.
const PROSE: usize = 8_000;
/// Levels that are looked into.
const DEPTH: usize = 12;

/// Words that an object holds where words are expected.
pub(super) fn from_object(object: &Map<String, Value>) -> Option<Doc> {
    let mut pieces = Vec::new();
    gather(object, &mut pieces, DEPTH);
    if pieces.is_empty() {
        return None;
    }
    Some(Doc::new(pieces.into_iter().map(Block::paragraph).collect()))
}

fn gather(object: &Map<String, Value>, pieces: &mut Vec<String>, depth: usize) {
    // What a tool would be called with is not something said.
    let said = |key: &&String| !matches!(key.as_str(), "tool_calls" | "toolCalls" | "arguments");
    for key in object.keys().filter(said) {
        let wanted = KEYS.contains(&key.as_str());
        add(&object[key], wanted, pieces, depth);
    }
}

fn add(value: &Value, wanted: bool, pieces: &mut Vec<String>, depth: usize) {
    if depth == 0 || pieces.len() >= PIECES {
        return;
    }
    match value {
        Value::String(text) if wanted && !is_code(text) => {
            let mut piece = text.trim().to_owned();
            cut(&mut piece, PIECE);
            if !piece.is_empty() && !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| add(item, wanted, pieces, depth - 1)),
        Value::Object(object) => gather(object, pieces, depth - 1),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Prose without any object in it: models write Markdown.
pub(super) fn from_prose(words: &str) -> Option<Doc> {
    let mut words = words.trim().to_owned();
    cut(&mut words, PROSE);
    if words.is_empty() || is_code(&words) {
        return None;
    }
    let doc = crate::from_markdown(&words);
    (!doc.children().is_empty()).then_some(doc)
}

/// True for what is rather broken JSON or markup than words.
fn is_code(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with(['{', '[', '<']) || text.contains("```") || text.contains("\":")
}
