//! `integration.invoke`: sends something to a configured service. Result: `{"integration",
//! "operation"}`; the service's answer is a stranger's word, and stands in a document of its own. The
//! client is told the `idempotencyKey` besides.

use screen_agent_tools::IntegrationInvoke;
use screen_agent_wire::packet::Content;
use screen_agent_wire::packet::document::ChunkDocument;
use serde_json::{Value, json};

use super::{Desk, Done, Trouble};
use crate::packet::sentence;
use crate::packet::source::documents::untrusted;
use screen_agent_ports::HookFailure;

/// Invokes it.
pub(super) async fn invoke(desk: &Desk<'_>, call: &IntegrationInvoke) -> Result<Done, Trouble> {
    let Some(hook) = desk.engine.parts.hook.clone() else {
        return Err(trouble(HookFailure::Unknown));
    };
    // The call itself is the key: it is made once, whatever a model calls it.
    let key = format!("{}:{}", desk.run_id, desk.call_id);
    let payload = Value::Object(call.payload.clone());
    let answer = hook
        .invoke(&call.integration, &call.operation, &payload, &key)
        .await
        .map_err(trouble)?;
    let told = json!({
        "integration": call.integration,
        "operation": call.operation,
    });
    let documents = match answer {
        Value::Null => Vec::new(),
        answer => vec![document(desk, call, &answer)],
    };
    // Words of the model's own have no place in what is trusted; the client may want them.
    Ok(Done::with(told, documents).and_aside("idempotencyKey", key))
}

fn document(
    desk: &Desk<'_>,
    call: &IntegrationInvoke,
    answer: &Value,
) -> screen_agent_wire::packet::Document {
    let chunk = ChunkDocument {
        url: String::new(),
        title: format!("{}: {}", call.integration, call.operation),
        chunk_index: 1,
        chunk_count: 1,
        text: serde_json::to_string_pretty(answer).unwrap_or_default(),
    };
    let id = format!("doc:integration:{}", desk.call_id);
    untrusted(&id, Content::Chunk(chunk))
}

fn trouble(failure: HookFailure) -> Trouble {
    let code = match failure {
        HookFailure::Unknown => "INVALID_ARGUMENTS",
        HookFailure::TimedOut => "TIMEOUT",
        HookFailure::Unreachable => "RUNTIME_UNAVAILABLE",
        HookFailure::Status(_) | HookFailure::Unreadable => "INTEGRATION_FAILED",
    };
    Trouble::new(code, sentence(&failure))
}
