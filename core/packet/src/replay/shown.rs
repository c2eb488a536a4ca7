//! Is what was said still read the same, and is what was shown still what may be shown?

use screen_agent_answer as answer;
use screen_agent_answer::model::{self, How};
use screen_agent_wire::packet::Doc;
use screen_agent_words::HIDDEN;
use serde_json::{Value, json};

use super::kept::Kept;
use super::report::{HistoryReport, What};

const RENDER: &str = "assistant.render";

/// Reads a response again, and checks its tree.
pub(super) fn check(kept: &Kept<'_>, report: &mut HistoryReport) {
    let tree = &kept.packet["assistant"]["render"];
    let doc = match answer::read(tree) {
        Ok(doc) => doc,
        Err(fault) => {
            let path = format!("{RENDER}.{}", fault.path);
            report.differs(
                kept,
                What::Render,
                path,
                (Value::Null, fault.wrong.to_string()),
            );
            return;
        }
    };
    report.checked.renders += 1;
    may_be_shown(kept, &doc, report);
    read_again(kept, &doc, report);
}

fn may_be_shown(kept: &Kept<'_>, doc: &Doc, report: &mut HistoryReport) {
    let Err(fault) = answer::check(doc) else {
        let again = answer::clean(doc.clone());
        if again != *doc {
            report.differs(kept, What::Render, RENDER, (json!(doc), json!(again)));
        }
        return;
    };
    // A secret that was hidden in an address is no part of any address.
    if json!(doc).to_string().contains(HIDDEN) {
        report.gap(kept, What::Render, "a secret was hidden in what was shown");
        return;
    }
    let path = format!("{RENDER}.{}", fault.path);
    report.differs(
        kept,
        What::Render,
        path,
        (Value::Null, fault.wrong.to_string()),
    );
}

/// The packet as a model writes it, through the reader.
fn read_again(kept: &Kept<'_>, doc: &Doc, report: &mut HistoryReport) {
    let text = as_said(kept).to_string();
    if text.len() > model::ANSWER {
        report.gap(
            kept,
            What::Packet,
            "it is longer than what is read of a model",
        );
        return;
    }
    let request_id = kept
        .message
        .in_reply_to_request_id
        .as_deref()
        .unwrap_or_default();
    let reading = match model::response(&text, request_id) {
        Ok(reading) => reading,
        Err(fault) => {
            report.differs(kept, What::Packet, "", (Value::Null, fault.to_string()));
            return;
        }
    };
    if reading.how != How::Strict {
        let replayed = json!({ "how": reading.how, "notes": reading.notes });
        report.differs(kept, What::Packet, "", ("strict", replayed));
        return;
    }
    let said = &reading.packet.assistant;
    if said.render != *doc {
        report.differs(kept, What::Render, RENDER, (json!(doc), json!(said.render)));
    }
    let title = kept.packet["assistant"]["title"].as_str();
    if said.title.as_deref() != title {
        let titles = (json!(title), json!(said.title));
        report.differs(kept, What::Packet, "assistant.title", titles);
    }
    let count = kept.packet["tool_calls"].as_array().map_or(0, Vec::len);
    if reading.packet.tool_calls.len() != count {
        let counts = (count, reading.packet.tool_calls.len());
        report.differs(kept, What::Call, "tool_calls", counts);
    }
}

/// Without what is ours: no model says what the gate decided, or whether a citation holds.
fn as_said(kept: &Kept<'_>) -> Value {
    let mut packet = kept.as_sent();
    if let Some(fields) = packet.as_object_mut() {
        fields.remove("trace");
    }
    without(&mut packet, "/tool_calls", &["id", "policy"]);
    without(&mut packet, "/assistant/citations", &["check"]);
    packet
}

/// Takes fields out of each object of a list.
fn without(packet: &mut Value, list: &str, fields: &[&str]) {
    let entries = packet.pointer_mut(list).and_then(Value::as_array_mut);
    for entry in entries
        .into_iter()
        .flatten()
        .filter_map(Value::as_object_mut)
    {
        for field in fields {
            entry.remove(*field);
        }
    }
}
