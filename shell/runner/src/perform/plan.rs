//! Tells the person what is going to be done.

use screen_agent_kernel::MessageId;
use screen_agent_kernel::task::Task;
use screen_agent_store::session::{NewMessage, Role};
use serde_json::json;

use crate::draft::Draft;
use crate::held::Held;

/// A system message with the plan: spec 001 §3.5.
pub(super) fn announce(held: &Held, draft: &mut Draft, task: &Task, renewed: bool) {
    let Some(plan) = &task.thinking.plan else {
        return;
    };
    let steps: Vec<_> = (0..)
        .zip(&plan.steps)
        .map(|(index, step): (usize, _)| {
            json!({ "index": index, "description": step.description, "status": step.status })
        })
        .collect();
    let metadata = json!({
        "messageType": if renewed { "plan_update" } else { "plan_preview" },
        "taskId": task.id,
        "plan": {
            "steps": steps,
            "totalSteps": plan.steps.len(),
            "currentStepIndex": plan.current,
        },
    });
    draft.announcements.push(NewMessage {
        id: MessageId::new(held.runner.parts.ids.fresh()),
        role: Role::System,
        content: plan.in_words(renewed),
        action: None,
        status: None,
        dom_summary: None,
        metadata: Some(metadata.to_string()),
    });
}
