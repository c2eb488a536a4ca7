//! Were only tools done that had been allowed, and are their calls still read as calls?

use std::collections::{HashMap, HashSet};

use screen_agent_tools::Tool;
use serde_json::{Value, json};

use super::kept::Kept;
use super::report::{HistoryReport, What};

/// Calls so far, by id, and the answers of the person to them.
#[derive(Default)]
pub(super) struct Calls<'a> {
    known: HashMap<&'a str, Call<'a>>,
    allowed: HashSet<&'a str>,
}

struct Call<'a> {
    name: &'a str,
    decision: Option<&'a str>,
}

impl<'a> Calls<'a> {
    /// What a response proposes. What the gate decided last of a call counts.
    pub(super) fn proposed(&mut self, kept: &Kept<'a>, report: &mut HistoryReport) {
        let calls = kept.packet["tool_calls"].as_array();
        for (at, call) in calls.into_iter().flatten().enumerate() {
            report.checked.calls += 1;
            let name = call["name"].as_str().unwrap_or_default();
            let decision = call["policy"]["decision"].as_str();
            // Without a decision it was no call that can be made, and was told so.
            if decision.is_some() {
                is_a_call(kept, &format!("tool_calls[{at}]"), (name, call), report);
            }
            if let Some(id) = call["id"].as_str() {
                self.known.insert(id, Call { name, decision });
            }
        }
    }

    /// The person's answers that a request brings.
    pub(super) fn answered(&mut self, kept: &Kept<'a>) {
        let answers = kept.packet["input"]["approvals"].as_array();
        for answer in answers.into_iter().flatten() {
            if let (Some(id), Some(true)) = (answer["call_id"].as_str(), answer["allow"].as_bool())
            {
                self.allowed.insert(id);
            }
        }
    }

    /// What calls came to. One that worked was proposed before, and allowed by the gate or, where
    /// that asked, by the person.
    pub(super) fn came_to(&self, kept: &Kept<'a>, report: &mut HistoryReport) {
        for (at, document) in kept.documents().iter().enumerate() {
            let content = &document["content"];
            if content["doc_type"] != "tool.result.v1" {
                continue;
            }
            let path = format!("context.documents[{at}]");
            let id = content["call_id"].as_str().unwrap_or_default();
            let name = content["name"].as_str().unwrap_or_default();
            let worked = content["status"] == "ok";
            match self.known.get(id) {
                Some(call) if call.name != name => {
                    report.differs(
                        kept,
                        What::Call,
                        format!("{path}.content.name"),
                        (name, call.name),
                    );
                }
                Some(call) if worked && !self.may_be_done(id, call) => {
                    let decided = call.decision.map_or(Value::Null, Value::from);
                    report.differs(kept, What::Call, path, ("ok", decided));
                }
                None if worked => report.differs(kept, What::Call, path, ("ok", Value::Null)),
                Some(_) | None => {}
            }
        }
    }

    fn may_be_done(&self, id: &str, call: &Call<'_>) -> bool {
        match call.decision {
            Some("allow") => true,
            Some("ask") => self.allowed.contains(id),
            _ => false,
        }
    }
}

/// Arguments that were kept as digests are no arguments any more.
fn is_a_call(
    kept: &Kept<'_>,
    path: &str,
    (name, call): (&str, &Value),
    report: &mut HistoryReport,
) {
    if !Tool::NAMES.contains(&name) {
        report.differs(
            kept,
            What::Call,
            format!("{path}.name"),
            (name, Value::Null),
        );
        return;
    }
    let Err(fault) = Tool::read(name, &call["arguments"]) else {
        return;
    };
    let sensitive = call["policy"]["reason_code"].as_str();
    let hidden = !kept.whole || sensitive.is_some_and(|code| code.contains("sensitive"));
    if hidden {
        report.gap(kept, What::Call, "arguments were kept as digests");
    } else {
        let recorded = json!(call["arguments"]);
        let path = format!("{path}.arguments");
        report.differs(kept, What::Call, path, (recorded, fault.to_string()));
    }
}
