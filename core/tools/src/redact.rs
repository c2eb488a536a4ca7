//! What is kept of a packet. Spec 003, "Storing JSON conversation in SQLite".

mod brief;
mod calls;
mod secrets;

use screen_agent_wire::packet::document::{Content, Document};
use screen_agent_wire::packet::request::ToolApprovalAnswer;
use screen_agent_wire::packet::{RequestPacket, ResponsePacket, ToolCall};
use screen_agent_words::HIDDEN;
use serde_json::{Value, json};

pub(crate) use brief::{address, digest};
pub(crate) use calls::length;

use brief::brief;
use secrets::{masked, told};

pub use secrets::hidden;

/// A packet as it may be kept. Only redaction makes one, and storage takes nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted(String);

impl Redacted {
    /// Takes back what was kept.
    pub fn from_stored(json: String) -> Self {
        Self(json)
    }

    /// As JSON.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// How much of a packet is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// What was said and shown, where it came from, and digests and previews of what was read.
    #[default]
    Default,
    /// All of it, but for secrets. For debugging, where the configuration says so.
    Whole,
}

/// A request, as it may be kept: the person's words without the secrets in them, and of each
/// document where it is from, its digest, how long it is, and how it begins.
pub fn request(packet: &RequestPacket, keep: Keep) -> Redacted {
    let mut kept = to_value(packet);
    kept["input"]["user_message"]["text"] = told(&packet.input.user_message.text).into();
    kept["input"]["task"]["args"] = masked(packet.input.task.args.clone().into());
    if !packet.input.approvals.is_empty() {
        kept["input"]["approvals"] = packet.input.approvals.iter().map(answered).collect();
    }
    let documents = packet.context.documents.iter();
    kept["context"]["documents"] = documents.map(|one| document(one, keep)).collect();
    sealed(kept, keep)
}

/// A response, as it may be kept: what was shown and cited, and of calls what they were, but
/// neither what was typed or searched for nor what an approval is known by; and what was [`thought`] on the way.
pub fn response(packet: &ResponsePacket, keep: Keep, thoughts: Vec<Value>) -> Redacted {
    let mut kept = to_value(packet);
    kept["assistant"] = masked(kept["assistant"].take());
    let calls = packet.tool_calls.iter();
    kept["tool_calls"] = calls.map(|call| calls::kept(call, keep)).collect();
    if keep == Keep::Whole {
        kept["thoughts"] = without(thoughts.into(), &typed(packet));
    }
    sealed(kept, keep)
}

/// What a model was sent, and what it answered as it was written, without secrets. Kept with the response where packets are
/// kept whole, and nowhere else.
pub fn thought(system: &str, sent: &str, said: &str, typed: &[String]) -> Value {
    let mut packet = serde_json::from_str(sent).map_or_else(|_| told(sent).into(), masked);
    // The person's own words stand there.
    if let Some(input) = packet.get_mut("input") {
        *input = each_text(input.take(), &|text| told(&text));
    }
    let thought = json!({ "system": told(system), "packet": packet, "answer": told(said) });
    without(thought, typed)
}

/// What a response would type into fields for something secret.
pub fn typed(packet: &ResponsePacket) -> Vec<String> {
    let texts = packet.tool_calls.iter().filter_map(calls::sensitive_text);
    texts
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
        .collect()
}

fn without(value: Value, typed: &[String]) -> Value {
    let hide = |text: String| {
        typed
            .iter()
            .fold(text, |text, typed| text.replace(typed, HIDDEN))
    };
    each_text(value, &hide)
}

fn each_text(value: Value, change: &impl Fn(String) -> String) -> Value {
    match value {
        Value::String(text) => change(text).into(),
        Value::Array(items) => items
            .into_iter()
            .map(|item| each_text(item, change))
            .collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            Value::Object(
                fields
                    .map(|(name, field)| (name, each_text(field, change)))
                    .collect(),
            )
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// A call for the audit log: what it was, by what right, and what was shown, without secrets. What is
/// typed into a field for something secret does not stand in what was shown either.
pub fn call(call: &ToolCall) -> Value {
    let mut kept = calls::kept(call, Keep::Default);
    if let Some(policy) = &call.policy {
        let typed = calls::sensitive_text(call);
        let text = match typed.filter(|typed| !typed.is_empty()) {
            Some(typed) => policy.text.replace(typed, HIDDEN),
            None => policy.text.clone(),
        };
        kept["policy"]["text"] = told(&text).into();
    }
    kept
}

/// A result of a tool, or what it brought, as it may be kept.
pub fn result(result: &Document, keep: Keep) -> Redacted {
    sealed(document(result, keep), keep)
}

fn document(document: &Document, keep: Keep) -> Value {
    let mut kept = to_value(document);
    kept["content"] = match (keep, &document.content) {
        (Keep::Whole, _) => masked(kept["content"].take()),
        (Keep::Default, Content::ToolResult(_)) => masked(kept["content"].take()),
        (Keep::Default, content) => brief(content),
    };
    kept
}

/// What a yes is known by counts once and is nobody's to read.
fn answered(answer: &ToolApprovalAnswer) -> Value {
    json!({ "call_id": answer.call_id, "allow": answer.allow })
}

/// Says what was done to it, so that nobody takes it for what was sent.
fn sealed(mut kept: Value, keep: Keep) -> Redacted {
    kept["redaction"] = match keep {
        Keep::Default => "default",
        Keep::Whole => "whole",
    }
    .into();
    Redacted(kept.to_string())
}

fn to_value(value: &impl serde::Serialize) -> Value {
    // Our own types always have a form in JSON; were it not so, nothing would be kept of it.
    serde_json::to_value(value).unwrap_or_else(|_| json!({}))
}
