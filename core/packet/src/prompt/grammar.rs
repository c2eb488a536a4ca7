//! The one answer that a model is held to.

use serde_json::{Value, json};

use screen_agent_tools::Tool;
use screen_agent_tools::narrow::{any_of, boolean, list, node, object, one_of, only, text, whole};
use screen_agent_wire::packet::RequestPacket;
use screen_agent_wire::packet::document::Content;
use screen_agent_wire::packet::envelope::{PROTOCOL, VERSION};
use screen_agent_wire::packet::request::TaskName;

/// Most calls, citations, blocks, and what blocks hold.
const CALLS: usize = 4;
const CITATIONS: usize = 24;
const BLOCKS: usize = 40;
const ENTRIES: usize = 40;
const ROWS: usize = 40;
const CELLS: usize = 12;
const PIECES: usize = 8;
/// Longest text of a block, of a quote, of a title, in characters.
const WORDS: usize = 2_000;
const QUOTE: usize = 300;
const TITLE: usize = 120;
/// Most names that an enumeration holds; more are free text, and checked when the answer is read.
const NAMES: usize = 200;

/// The schema of the answer to this request, as narrow as the strict modes of servers can take it:
/// every field is required, nothing else is allowed, every list has an end, nothing refers to
/// itself. Where no tool may be proposed, `tool_calls` stays empty. Whatever fits it is read strictly by
/// `screen_agent_answer::model::response`.
pub fn response(request: &RequestPacket, tools: &[&str]) -> Value {
    strict(grammar(request, tools))
}

/// A [`grammar`] as strict modes take it: they know no longest text.
pub fn strict(mut grammar: Value) -> Value {
    without_lengths(&mut grammar);
    grammar
}

/// The id of the answer to a request: what a model is shown and what it is held to are the same.
pub fn answer_id(request: &RequestPacket) -> String {
    format!("res-{}", request.id)
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
    let conversation = object([
        ("id", only(&request.conversation.id)),
        ("turn", number(request.conversation.turn)),
    ]);
    object([
        ("assistant", assistant(request)),
        ("conversation", conversation),
        ("created_at", only(&request.created_at)),
        ("id", only(&answer_id(request))),
        ("in_reply_to", object([("request_id", only(&request.id))])),
        (
            "protocol",
            object([("name", only(PROTOCOL)), ("version", number(VERSION))]),
        ),
        ("sender", object([("role", only("assistant"))])),
        ("tool_calls", calls(request, tools)),
        ("type", only("response")),
    ])
}

fn number(value: u32) -> Value {
    json!({ "type": "integer", "enum": [value] })
}

fn assistant(request: &RequestPacket) -> Value {
    let task = request.input.task.name;
    object([
        ("citations", citations(request)),
        (
            "render",
            node("doc", [("children", list(blocks(task), 1, BLOCKS))]),
        ),
        ("title", text(TITLE)),
    ])
}

/// Citations of documents that are there; of none where none is.
fn citations(request: &RequestPacket) -> Value {
    let ids: Vec<&str> = request
        .context
        .documents
        .iter()
        .filter(|document| !matches!(document.content, Content::Capture(_)))
        .map(|document| document.doc_id.as_str())
        .collect();
    let most = if ids.is_empty() { 0 } else { CITATIONS };
    let citation = object([("doc_id", named(&ids)), ("quote", text(QUOTE))]);
    list(citation, 0, most)
}

/// One of the names, where there are some and not too many.
fn named(names: &[&str]) -> Value {
    if names.is_empty() || names.len() > NAMES {
        return text(128);
    }
    one_of(names)
}

/// The blocks of an answer. Entries of lists hold paragraphs and at most one list more.
fn blocks(task: TaskName) -> Value {
    let mut blocks = vec![
        node("heading", [("children", words()), ("level", whole(2, 4))]),
        paragraph(),
        unordered(entry(vec![
            paragraph(),
            unordered(entry(vec![paragraph()])),
        ])),
        table(),
    ];
    // What is extracted stands in tables and lists; code and quotations would be prose again.
    if task != TaskName::Extract {
        blocks.push(node(
            "blockquote",
            [("children", list(paragraph(), 1, PIECES))],
        ));
        blocks.push(node("code_block", [("text", text(WORDS))]));
    }
    any_of(blocks)
}

fn paragraph() -> Value {
    node("paragraph", [("children", words())])
}

fn words() -> Value {
    let plain = || node("text", [("text", text(WORDS))]);
    let link = node(
        "link",
        [("children", list(plain(), 1, 1)), ("href", text(WORDS))],
    );
    list(any_of(vec![plain(), link]), 1, PIECES)
}

fn unordered(entry: Value) -> Value {
    node(
        "list",
        [("items", list(entry, 1, ENTRIES)), ("ordered", boolean())],
    )
}

fn entry(holds: Vec<Value>) -> Value {
    node("list_item", [("children", list(any_of(holds), 1, PIECES))])
}

fn table() -> Value {
    let plain = node("text", [("text", text(WORDS))]);
    let cell = node(
        "table_cell",
        [("children", list(plain, 1, 1)), ("header", boolean())],
    );
    let row = node("table_row", [("cells", list(cell, 1, CELLS))]);
    node("table", [("rows", list(row, 1, ROWS))])
}

fn calls(request: &RequestPacket, tools: &[&str]) -> Value {
    let handles = handles(request);
    let calls: Vec<Value> = tools
        .iter()
        .filter_map(|name| {
            // Without any control in view there is nothing to point at.
            let handle = named(&handles);
            let arguments = (Tool::named(name)?.narrow)(handle);
            Some(object([("arguments", arguments), ("name", only(name))]))
        })
        .collect();
    if calls.is_empty() {
        let none = object([("name", text(1))]);
        return list(none, 0, 0);
    }
    list(any_of(calls), 0, CALLS)
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
