//! The one answer that a model is held to.

use serde_json::Value;

use screen_agent_tools::Tool;
use screen_agent_tools::narrow::{any_of, list, object, one_of, only, text, whole};
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::document::Content;
use screen_agent_wire::packet::request::TaskName;

/// Most calls and quotes. Records rest on a quote each, at the least.
const CALLS: usize = 4;
const QUOTES: usize = 24;
const QUOTES_OF_RECORDS: usize = 120;
/// Longest answer and longest quote, in characters.
const WORDS: usize = 12_000;
const QUOTE: usize = 300;
/// Most names that an enumeration holds; more are free text, and checked when the answer is read.
const NAMES: usize = 200;

/// The schema of the answer to this request, as narrow as the strict modes of servers can take it:
/// every field is required, nothing else is allowed, every list has an end, nothing refers to
/// itself. Where no tool may be proposed there is no `tool_calls`. Whatever fits it is read strictly by
/// `screen_agent_answer::model::response`.
pub fn response(request: &RequestPacket, tools: &[&str]) -> Value {
    strict(grammar(request, tools))
}

/// A [`grammar`] as strict modes take it: they know no longest text.
pub fn strict(mut grammar: Value) -> Value {
    without_lengths(&mut grammar);
    grammar
}

fn without_lengths(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.remove("maxLength");
            fields.values_mut().for_each(without_lengths);
        }
        Value::Array(parts) => parts.iter_mut().for_each(without_lengths),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The same for grammars that small models are held to, with an end to every text: such a model
/// finds none by itself.
pub fn grammar(request: &RequestPacket, tools: &[&str]) -> Value {
    let answer = ("answer", text(WORDS));
    let quotes = ("quotes", quotes(request));
    let calls: Vec<Value> = calls(request, tools).collect();
    match calls.is_empty() {
        true => object([answer, quotes]),
        false => object([
            answer,
            quotes,
            ("tool_calls", list(any_of(calls), 0, CALLS)),
        ]),
    }
}

/// Quotes of documents that are there, by their number; none where there is none.
fn quotes(request: &RequestPacket) -> Value {
    let count = request.context.documents.len();
    let most = match request.input.task.name {
        _ if count == 0 => 0,
        TaskName::Extract => QUOTES_OF_RECORDS,
        TaskName::Answer | TaskName::Summarize => QUOTES,
    };
    let last = i64::try_from(count).unwrap_or(i64::MAX).max(1);
    list(
        object([("doc", whole(1, last)), ("quote", text(QUOTE))]),
        0,
        most,
    )
}

/// One of the names, where there are some and not too many.
fn named(names: &[&str]) -> Value {
    if names.is_empty() || names.len() > NAMES {
        return text(128);
    }
    one_of(names)
}

fn calls(request: &RequestPacket, tools: &[&str]) -> impl Iterator<Item = Value> {
    let handles = handles(request);
    tools.iter().filter_map(move |name| {
        // Without any control in view there is nothing to point at.
        let handle = named(&handles);
        let arguments = (Tool::named(name)?.narrow)(handle);
        Some(object([("arguments", arguments), ("name", only(name))]))
    })
}

/// Handles of what is in view, each once, in the order of the documents.
fn handles(request: &RequestPacket) -> Vec<&str> {
    let mut handles: Vec<&str> = Vec::new();
    for document in &request.context.documents {
        if let Content::Summary(page) = &document.content {
            let elements = page
                .elements
                .iter()
                .map(|element| element.handle_id.as_str());
            let items = page
                .items
                .iter()
                .filter_map(|item| item.handle_id.as_deref());
            handles.extend(elements.chain(items).filter(|handle| !handle.is_empty()));
        }
    }
    let mut known = std::collections::BTreeSet::new();
    handles.retain(|handle| known.insert(*handle));
    handles
}
