//! What tools came to, as documents. They are trusted, so that nothing a page made may stand in them.

use screen_agent_tools::Outcome;
use screen_agent_wire::packet::document::{
    Content, Document, ToolError, ToolResultDocument, ToolStatus, Trust,
};
use screen_agent_wire::packet::{ToolCall, document};
use serde_json::{Map, Value};

/// Most fields of a client's result, longest word in it.
const FIELDS: usize = 24;
const WORD: usize = 64;
/// Longest result of a server's tool, in bytes of its JSON.
const LONGEST: usize = 6_000;

/// The result of a call, and the documents that it brought.
pub(super) fn of_server(call: &ToolCall, outcome: Outcome) -> Vec<Document> {
    let id = id_of(call);
    let mut brought = Vec::new();
    for mut document in outcome.documents {
        // One result's documents do not take the place of another's.
        if !document.doc_id.contains(&id) {
            document.doc_id = format!("{}:{}", document.doc_id, short(&id));
        }
        document.trust = Trust::Untrusted;
        if !matches!(
            document.content,
            Content::ToolResult(_) | Content::Capture(_)
        ) {
            brought.push(document);
        }
    }
    let names = brought.iter().map(|one| one.doc_id.clone()).collect();
    let result = outcome
        .result
        .filter(|result| result.to_string().len() <= LONGEST);
    let mut documents = vec![document(call, outcome.status, outcome.error, result)];
    if let Content::ToolResult(result) = &mut documents[0].content {
        result.documents = names;
    }
    documents.extend(brought);
    documents
}

/// A client's result, cut to figures and ids. Its message is its own prose: the code says enough.
pub(super) fn of_client(
    call: &ToolCall,
    told: &ToolResultDocument,
    names: Vec<String>,
) -> Document {
    let error = told.error.as_ref().map(|error| ToolError {
        code: code(&error.code),
        message: String::new(),
    });
    let result = told.result.as_ref().and_then(Value::as_object).map(fields);
    let result = result
        .filter(|result| !result.is_empty())
        .map(Value::Object);
    let mut document = document(call, told.status, error, result);
    if let Content::ToolResult(result) = &mut document.content {
        result.documents = names;
    }
    document
}

/// A call that came to nothing, and why: a code, and a sentence of ours.
pub(super) fn failed(call: &ToolCall, code: &str, message: &str) -> Document {
    let error = ToolError {
        code: code.to_owned(),
        message: message.to_owned(),
    };
    document(call, ToolStatus::Error, Some(error), None)
}

/// The person said no, or the client stopped.
pub(super) fn cancelled(call: &ToolCall) -> Document {
    document(call, ToolStatus::Cancelled, None, None)
}

fn document(
    call: &ToolCall,
    status: ToolStatus,
    error: Option<ToolError>,
    result: Option<Value>,
) -> Document {
    let id = id_of(call);
    Document {
        doc_id: format!("doc:result:{}", short(&id)),
        kind: "tool.result.v1".to_owned(),
        trust: Trust::Trusted,
        source: None,
        content: Content::ToolResult(document::ToolResultDocument {
            call_id: id,
            name: call.name.clone(),
            status,
            error,
            result,
            documents: Vec::new(),
        }),
    }
}

fn id_of(call: &ToolCall) -> String {
    call.id.clone().unwrap_or_default()
}

/// Enough of an id to tell results of one run apart.
fn short(id: &str) -> &str {
    let id = id.strip_prefix("call_").unwrap_or(id);
    id.get(..12).unwrap_or(id)
}

/// Numbers, truths, and words that can only be ids or codes, under names that are names.
fn fields(object: &Map<String, Value>) -> Map<String, Value> {
    let kept = object
        .iter()
        .filter(|(name, value)| is_name(name) && is_typed(value));
    kept.take(FIELDS)
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn is_typed(value: &Value) -> bool {
    match value {
        Value::Bool(_) | Value::Number(_) => true,
        Value::String(word) => is_word(word),
        Value::Null | Value::Array(_) | Value::Object(_) => false,
    }
}

/// An id or a code: it holds a digit or is in capitals, or is one short word. Words joined by signs
/// could be read as a sentence.
fn is_word(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
    let joints = word
        .chars()
        .filter(|c| matches!(c, '_' | '-' | '.' | ':'))
        .count();
    !word.is_empty() && word.len() <= WORD && word.chars().all(plain) && joints <= 5
}

fn is_name(name: &str) -> bool {
    name.len() <= 32 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn code(code: &str) -> String {
    let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    if !code.is_empty() && code.len() <= 40 && code.chars().all(plain) {
        code.to_owned()
    } else {
        "FAILED".to_owned()
    }
}
