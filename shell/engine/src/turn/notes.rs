//! How the notes of a turn become rows of the one commit.

use screen_agent_action::id::MessageId;
use screen_agent_action::print;
use screen_agent_action::step::{Step, Verdict};
use screen_agent_store::Packed;
use screen_agent_store::session::{MessageSender, NewMessage};
use screen_agent_store::turn::{ConsumedApproval, NewCorrection, NewStep, NewVerdict};
use screen_agent_turn::next::Note;
use screen_agent_turn::task::Task;
use serde_json::json;

use super::draft::Draft;
use super::held::Held;
use super::{TurnError, audit};
use crate::measure;
use crate::work::Broken;

/// Holds a note until the turn is committed.
pub(super) fn keep(
    held: &Held,
    draft: &mut Draft,
    task: &Task,
    note: Note,
) -> Result<(), TurnError> {
    match note {
        Note::RecordStep { step } => draft.steps.push(new_step(&step)?),
        Note::RecordVerdict { index, verdict } => {
            measure::verdict(&verdict);
            draft.verdicts.push(new_verdict(task, index, verdict)?);
        }
        Note::RecordApproval {
            index,
            request,
            basis,
        } => {
            let step = task.steps.get(usize::from(index));
            let entry = audit::effect(held, step, &request, basis);
            draft.audit.push(entry);
            // Committed with the step, before the action is sent.
            draft.approvals.push(ConsumedApproval { index, request });
        }
        Note::RecordCorrection { index, correction } => {
            measure::correction(correction.strategy);
            let step = task.steps.get(usize::from(index));
            draft.corrections.push(NewCorrection {
                index,
                action: step.map(|step| print(&step.action)).unwrap_or_default(),
                correction,
            });
        }
        Note::AnnouncePlan { renewed } => announce(held, draft, task, renewed),
        Note::Learn { lesson } => draft.lessons.push(lesson),
        Note::Export { key, value } => draft.exports.push((key, value)),
    }
    Ok(())
}

/// A step with its action as it is printed: without the secret that it may type.
fn new_step(step: &Step) -> Result<NewStep, TurnError> {
    Ok(NewStep {
        index: step.index,
        action: print(&step.action),
        outstanding: step.verdict.is_none(),
        body: Packed::json(step)?,
    })
}

/// A verdict, and its step as it is with it.
fn new_verdict(task: &Task, index: u16, verdict: Verdict) -> Result<NewVerdict, TurnError> {
    let step = task.steps.get(usize::from(index));
    let step = step.ok_or_else(|| Broken::because("a verdict on a step that is not there"))?;
    Ok(NewVerdict {
        index,
        verdict,
        body: Packed::json(step)?,
    })
}

/// A system message with the plan: spec 001 §3.5.
fn announce(held: &Held, draft: &mut Draft, task: &Task, renewed: bool) {
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
        id: MessageId::new(held.engine.parts.ids.fresh()),
        role: MessageSender::System,
        content: plan.in_words(renewed),
        action: None,
        status: None,
        dom_summary: None,
        metadata: Some(metadata.to_string()),
    });
}
