//! The one answer that a model is held to.

use serde_json::Value;

use crate::packet::RequestPacket;

/// What an answer to one request may name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Allowed<'a> {
    /// Tools that may be proposed; none: `tool_calls` stays empty.
    pub tools: &'a [&'a str],
}

/// The schema of the answer to this request, as narrow as grammars for small models can take it:
/// every field is required, nothing else is allowed, every list has an end, nothing refers to itself.
pub fn response(request: &RequestPacket, allowed: &Allowed<'_>) -> Value {
    let _ = (request, allowed);
    Value::Null
}
