//! What happens in a task, as an editor shows it: the plan, and each step as a tool call with its states.

use screen_agent_wire::extension::plan::PlanStepStatus;
use screen_agent_wire::extension::response::{WireClause, WireStanding};
use serde_json::{Value, json};

use crate::drive::{RunEvent, ShownStep};

/// Tells of one task. The calls of a session are told apart by the task's own mark.
pub(super) struct Told {
    mark: String,
    planned: bool,
}

impl Told {
    pub(super) fn new(mark: String) -> Self {
        Self {
            mark,
            planned: false,
        }
    }

    fn call(&self, step: usize) -> String {
        format!("{}-{}", self.mark, step + 1)
    }

    /// What the editor is told of an event.
    pub(super) fn update(&mut self, event: &RunEvent) -> Option<Value> {
        Some(match event {
            RunEvent::Planned { steps, .. } => {
                self.planned = true;
                plan(steps)
            }
            // Where nothing had to be planned, the parts of what was asked are the plan.
            RunEvent::Ended { ledger, .. } if !self.planned && !ledger.is_empty() => {
                entries(ledger.iter().map(part).collect())
            }
            RunEvent::Decided {
                step,
                thought,
                action,
                target,
                ..
            } => {
                let title = match target {
                    Some(target) => format!("{action} {target:?}"),
                    None => action.clone(),
                };
                let call = self.call(*step);
                begins(&call, &title, kind(action), "in_progress", text(thought))
            }
            RunEvent::Performed {
                step,
                success,
                message,
                ..
            } => match (success, message) {
                (true, None) => return None,
                (true, Some(read)) => self.came(*step, "in_progress", read),
                (false, why) => self.came(*step, "failed", why.as_deref().unwrap_or_default()),
            },
            RunEvent::Checked {
                step,
                passed: false,
                message,
                ..
            } => self.came(*step, "failed", message.as_deref().unwrap_or_default()),
            RunEvent::Verified {
                step, met, reason, ..
            } => {
                let status = if *met { "completed" } else { "failed" };
                self.came(*step, status, reason)
            }
            RunEvent::Started { .. }
            | RunEvent::Looked { .. }
            | RunEvent::Chained { .. }
            | RunEvent::Received { .. }
            | RunEvent::Checked { .. }
            | RunEvent::Asked { .. }
            | RunEvent::Answered { .. }
            | RunEvent::Ended { .. } => return None,
        })
    }

    fn came(&self, step: usize, status: &str, said: &str) -> Value {
        came(&self.call(step), status, text(said))
    }
}

/// A tool call that begins.
pub(super) fn begins(call: &str, title: &str, kind: &str, status: &str, content: Value) -> Value {
    json!({
        "sessionUpdate": "tool_call",
        "toolCallId": call,
        "title": title,
        "kind": kind,
        "status": status,
        "content": content,
    })
}

/// A tool call that stands otherwise.
pub(super) fn came(call: &str, status: &str, content: Value) -> Value {
    json!({
        "sessionUpdate": "tool_call_update",
        "toolCallId": call,
        "status": status,
        "content": content,
    })
}

/// Words of a tool call.
pub(super) fn text(words: &str) -> Value {
    match words.is_empty() {
        true => json!([]),
        false => json!([{ "type": "content", "content": { "type": "text", "text": words } }]),
    }
}

/// Words of ours in the conversation.
pub(super) fn message(words: &str) -> Value {
    json!({
        "sessionUpdate": "agent_message_chunk",
        "content": { "type": "text", "text": words },
    })
}

fn plan(steps: &[ShownStep]) -> Value {
    entries(steps.iter().map(entry).collect())
}

/// A step of the plan.
fn entry(step: &ShownStep) -> Value {
    let words = step.description.clone();
    // An entry of the editor's is done or not: what was given up says so itself.
    let (status, words) = match step.status {
        PlanStepStatus::Pending => ("pending", words),
        PlanStepStatus::Active => ("in_progress", words),
        PlanStepStatus::Completed => ("completed", words),
        PlanStepStatus::Failed => ("completed", format!("given up: {words}")),
    };
    json!({ "content": words, "priority": "medium", "status": status })
}

/// A part of what was asked.
fn part(clause: &WireClause) -> Value {
    let words = clause.words.clone();
    let (status, words) = match clause.standing {
        WireStanding::Verified => ("completed", words),
        WireStanding::Unverified => ("completed", format!("done, not verified: {words}")),
        WireStanding::Open | WireStanding::Wrong => ("pending", words),
    };
    json!({ "content": words, "priority": "medium", "status": status })
}

fn entries(entries: Vec<Value>) -> Value {
    json!({ "sessionUpdate": "plan", "entries": entries })
}

/// Which of the editor's kinds an action is.
fn kind(action: &str) -> &'static str {
    match action.split('(').next().unwrap_or_default() {
        "navigate" | "createTab" => "fetch",
        _ => "execute",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided() -> RunEvent {
        RunEvent::Decided {
            step: 1,
            thought: "Send it".into(),
            action: "click(7)".into(),
            target: Some("Send".into()),
            expected: None,
            ms: 1,
        }
    }

    fn performed(success: bool, message: Option<&str>) -> RunEvent {
        RunEvent::Performed {
            step: 1,
            success,
            code: None,
            message: message.map(str::to_owned),
            ms: 1,
        }
    }

    fn verified(met: bool) -> RunEvent {
        RunEvent::Verified {
            step: 1,
            met,
            confidence: 1.0,
            reason: "seen".into(),
            tier: 1,
            evidence: Vec::new(),
        }
    }

    #[test]
    fn a_step_is_a_tool_call_that_is_completed_once_it_was_seen_to_be() {
        let mut told = Told::new("t".into());
        let begun = told.update(&decided()).unwrap_or_default();
        assert_eq!(begun["toolCallId"], "t-2");
        assert_eq!(begun["title"], "click(7) \"Send\"");
        assert_eq!(begun["status"], "in_progress");
        assert_eq!(told.update(&performed(true, None)), None);
        for (event, status) in [
            (performed(true, Some("read")), "in_progress"),
            (performed(false, Some("covered")), "failed"),
            (verified(true), "completed"),
            (verified(false), "failed"),
        ] {
            let update = told.update(&event).unwrap_or_default();
            assert_eq!(update["sessionUpdate"], "tool_call_update");
            assert_eq!(update["toolCallId"], begun["toolCallId"]);
            assert_eq!(update["status"], status, "{event:?}");
        }
    }

    #[test]
    fn a_plan_has_an_entry_for_each_step_and_says_what_was_given_up() {
        let step = |words: &str, status| ShownStep {
            description: words.to_owned(),
            status,
        };
        let steps = vec![
            step("a", PlanStepStatus::Completed),
            step("b", PlanStepStatus::Failed),
            step("c", PlanStepStatus::Active),
            step("d", PlanStepStatus::Pending),
        ];
        let told = plan(&steps);
        let entries: Vec<(&str, &str)> = told["entries"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|entry| Some((entry["content"].as_str()?, entry["status"].as_str()?)))
            .collect();
        let expected = [
            ("a", "completed"),
            ("given up: b", "completed"),
            ("c", "in_progress"),
            ("d", "pending"),
        ];
        assert_eq!(entries, expected);
    }

    #[test]
    fn where_nothing_was_planned_the_parts_of_what_was_asked_are_the_plan() {
        let ended = RunEvent::Ended {
            status: "completed".into(),
            verified: true,
            ledger: vec![WireClause {
                words: "press Send".into(),
                standing: WireStanding::Verified,
                evidence: "seen".into(),
            }],
            result: String::new(),
            steps: 1,
            ms: 1,
        };
        let mut told = Told::new("t".into());
        let shown = told.update(&ended).unwrap_or_default();
        assert_eq!(shown["entries"][0]["content"], "press Send");
        assert_eq!(shown["entries"][0]["status"], "completed");
        let planned = RunEvent::Planned {
            steps: Vec::new(),
            current: 0,
        };
        assert!(told.update(&planned).is_some());
        assert_eq!(told.update(&ended), None);
    }
}
