//! What the gate is told of a task.

use screen_agent_action::Action;
use screen_agent_gate::approval::ApprovalRequest;
use screen_agent_gate::{GateCase, TaskFacts};

use crate::event::Seen;
use crate::secrets;
use crate::task::Task;

/// The case of an action within a task, on the screen as it was last seen. `approved` is the request that the person
/// has said yes to in our own interface.
pub fn gate_case<'a>(
    action: &'a Action,
    task: &'a Task,
    seen: &'a Seen,
    approved: Option<&'a ApprovalRequest>,
) -> GateCase<'a> {
    let facts = TaskFacts {
        id: task.id.to_string(),
        words: task.spoken().cloned().collect(),
        secrets: secrets::of(task, seen).all().to_vec(),
        origins: &task.origins,
        start: task.start(),
        status: task.status,
        steps: &task.steps,
        grants: &task.grants,
    };
    let given = seen.given.as_ref();
    GateCase {
        files: &seen.client.files,
        each_is_asked: task.each_is_asked,
        entrusted: given.is_some_and(|given| given.calls_for(action, task, &seen.screen)),
        ..GateCase::new(action, facts, &seen.screen, seen.now_ms, approved)
    }
}
