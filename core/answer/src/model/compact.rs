//! The form that costs words: an answer in Markdown with `[n]` marks, and the quotes that they name. Our code makes the
//! packet of it.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::calls;
use super::lenient::bare;
use super::note::Repair;
use crate::from_markdown;
use screen_agent_wire::invalid::cut;
use screen_agent_wire::limits;
use screen_agent_wire::packet::{Block, Citation, Doc, ResponsePacket, tree};

/// Its keys.
const KEYS: [&str; 3] = ["answer", "quotes", "tool_calls"];

/// An object of this form, and none that has a packet's own keys.
pub(super) fn is_compact(object: &Map<String, Value>) -> bool {
    object.get("answer").is_some_and(Value::is_string)
        && !["protocol", "assistant", "render", "type"]
            .iter()
            .any(|key| object.contains_key(*key))
}

/// The packet that it stands for, and whether its calls may be relied on: only where the form is as it was asked for. A
/// page cannot know the id of a request, but it can know this form: what a model repeats of it must not press anything.
pub(super) fn packet(
    object: &Map<String, Value>,
    request_id: &str,
    notes: &mut BTreeSet<Repair>,
) -> Option<(ResponsePacket, bool)> {
    let stray = object.keys().any(|key| !KEYS.contains(&key.as_str()));
    if stray {
        notes.insert(Repair::Envelope);
    }
    let (title, render) = of_words(object.get("answer")?.as_str()?);
    let tool_calls = calls::calls(object, notes);
    if render.children().is_empty() && tool_calls.is_empty() {
        return None;
    }
    let mut packet = bare(request_id, render);
    packet.assistant.title = title;
    packet.assistant.citations = calls::list(object, "quotes", quote, notes);
    packet.tool_calls = tool_calls;
    let alone = !notes.iter().any(|note| {
        use Repair::{Around, Envelope, Several, Thought};
        matches!(note, Around | Envelope | Several | Thought) || note.makes_calls_unsafe()
    });
    Some((packet, alone))
}

/// The tree of an answer in Markdown. A heading of the first level before all else is its title.
pub(super) fn of_words(words: &str) -> (Option<String>, Doc) {
    let Doc::Doc { mut children } = from_markdown(words);
    let title = match children.first() {
        Some(Block::Heading {
            level: 1,
            children: words,
        }) => {
            let mut title = tree::words(words);
            cut(&mut title, limits::TITLE);
            (!title.is_empty()).then_some(title)
        }
        _ => None,
    };
    if title.is_some() && children.len() > 1 {
        children.remove(0);
    }
    (title, Doc::new(children))
}

/// A quote, and the document by its number or its id. One without a document keeps its place: `[n]` counts it.
fn quote(given: &Value) -> Option<Citation> {
    let named = |key: &str| match given.get(key)? {
        Value::String(id) => Some(id.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let mut doc_id = ["doc", "doc_id", "document"]
        .into_iter()
        .find_map(named)
        .unwrap_or_default();
    cut(&mut doc_id, limits::SHORT);
    let mut quote = given.get("quote")?.as_str()?.to_owned();
    cut(&mut quote, calls::QUOTE);
    (!quote.trim().is_empty()).then_some(Citation {
        doc_id,
        quote: Some(quote),
        ..Citation::default()
    })
}
