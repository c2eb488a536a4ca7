//! What an IDE tells of the actions that it carries out, as events of their trace.

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::report::ReportedEvent;
use screen_agent_wire::invalid::{bytes, given};
use serde_json::{Value, json};

use crate::trace::{NamedEvent, REPORTED};

/// Characters of an id.
const ID: usize = 200;
/// Bytes of an event.
const EVENT: usize = 256 * 1024;

/// An event that is told, under both names of whatever has two.
pub fn reported(event: &ReportedEvent) -> Result<NamedEvent, Invalid> {
    let named = event.event_type.as_ref().or(event.event.as_ref());
    let name = REPORTED
        .into_iter()
        .find(|name| named.is_some_and(|named| named == name))
        .ok_or_else(|| {
            Invalid::new("event_type", format!("is none of: {}", REPORTED.join(", ")))
        })?;
    let mut fields = event.payload.clone().unwrap_or_default();
    bytes("payload", &Value::Object(fields.clone()).to_string(), EVENT)?;
    let missing = |field: &str| Invalid::new(format!("payload.{field}"), "is missing");
    match name {
        "cli.plan" if !fields.get("actions").is_some_and(Value::is_array) => {
            return Err(missing("actions"));
        }
        "cli.done" if !fields.get("summary").is_some_and(Value::is_object) => {
            return Err(missing("summary"));
        }
        "cli.apply" => {
            let id = fields
                .get("action_id")
                .or(fields.get("id"))
                .and_then(Value::as_str);
            let id = id.ok_or_else(|| missing("action_id"))?.to_owned();
            given("payload.action_id", &id, ID)?;
            // Published clients count `success` and know no other word for it.
            let status = match fields.get("status").and_then(Value::as_str) {
                Some(status @ ("pending" | "running" | "success" | "error")) => status,
                Some("done") => "success",
                _ => {
                    return Err(Invalid::new(
                        "payload.status",
                        "is none of: pending, running, success, error",
                    ));
                }
            };
            let told = [
                ("status", json!(status)),
                ("id", json!(id)),
                ("action_id", json!(id)),
            ];
            fields.extend(told.map(|(name, value)| (name.to_owned(), value)));
        }
        _ => {}
    }
    if let Some(id) = &event.event_id {
        given("event_id", id, ID)?;
        fields.insert("event_id".to_owned(), json!(id));
    }
    // What is absent is left out: published clients take no null.
    fields.retain(|_, value| !value.is_null());
    Ok((name, fields))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_have_both_names_of_what_has_two_and_only_words_that_are_known() {
        let told = |event: Value| reported(&serde_json::from_value(event).unwrap());
        let (name, fields) = told(json!({ "event": "cli.apply", "event_id": "e",
            "payload": { "id": "a", "status": "done", "diff": null } }))
        .unwrap();
        assert_eq!(name, "cli.apply");
        let expected = json!({ "id": "a", "action_id": "a", "status": "success", "event_id": "e" });
        assert_eq!(Value::Object(fields), expected);
        for (event, field) in [
            (json!({}), "event_type"),
            (json!({ "event_type": "done", "payload": {} }), "event_type"),
            (json!({ "event_type": "cli.plan" }), "payload.actions"),
            (
                json!({ "event_type": "cli.done", "payload": { "summary": 1 } }),
                "payload.summary",
            ),
            (
                json!({ "event_type": "cli.apply", "payload": { "status": "running" } }),
                "payload.action_id",
            ),
            (
                json!({ "event_type": "cli.apply", "payload": { "id": "a", "status": "ok" } }),
                "payload.status",
            ),
            (
                json!({ "event_type": "cli.apply", "payload": { "id": " ", "status": "running" } }),
                "payload.action_id",
            ),
            (
                json!({ "event_type": "cli.plan", "payload": { "actions": ["x".repeat(EVENT)] } }),
                "payload",
            ),
        ] {
            assert_eq!(told(event.clone()).unwrap_err().field, field, "{event}");
        }
    }
}
