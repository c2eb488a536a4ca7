//! What is kept of a call.

use serde_json::{Value, json};

use super::secrets::masked;
use super::{Keep, to_value};
use crate::Tool;
use screen_agent_wire::packet::tool::{Policy, ToolCall};

/// The call, as it may be kept.
pub(super) fn kept(call: &ToolCall, keep: Keep) -> Value {
    let mut kept = to_value(call);
    kept["arguments"] = match keep {
        Keep::Whole if !is_sensitive(call) => masked(call.arguments.clone()),
        Keep::Whole | Keep::Default => arguments(call),
    };
    if let Some(Policy {
        approval: Some(approval),
        ..
    }) = &call.policy
    {
        kept["policy"]["approval"] = json!({
            "origin": approval.origin,
            "expires_at": approval.expires_at,
        });
    }
    kept
}

/// True when the gate said that it is about a field for something secret.
fn is_sensitive(call: &ToolCall) -> bool {
    let policy = call.policy.as_ref();
    policy.is_some_and(|policy| policy.reason_code.contains("sensitive"))
}

/// What is typed into a field for something secret.
pub(super) fn sensitive_text(call: &ToolCall) -> Option<&str> {
    let text = call.arguments.get("text").and_then(Value::as_str);
    text.filter(|_| is_sensitive(call))
}

/// The arguments without words of the person, addresses without secrets, texts as digests. Of what
/// is no well-formed call only the names of its arguments are kept.
fn arguments(call: &ToolCall) -> Value {
    let mut given = call.arguments.clone();
    if call.name == "search"
        && let Some(fields) = given.as_object_mut()
    {
        // Where a client is sent to search; the words stand in it once more.
        fields.remove("url");
    }
    let Ok(tool) = Tool::read(&call.name, &given) else {
        let names = given.as_object().into_iter().flatten();
        return json!({ "keys": names.map(|(name, _)| name).collect::<Vec<_>>() });
    };
    let mut kept = tool.arguments();
    tool.call().redact(&mut kept);
    masked(kept)
}

/// A text as its length.
pub(crate) fn length(text: &str) -> Value {
    json!({ "characters": text.chars().count() })
}
