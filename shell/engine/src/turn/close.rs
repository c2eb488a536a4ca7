//! From a decision to the transaction that closes its turn, and to the answer.

use screen_agent_action::id::MessageId;
use screen_agent_action::{Action, print};
use screen_agent_store::Packed;
use screen_agent_store::answer::{RequestKey, StoredResponse};
use screen_agent_store::task::pack_state;
use screen_agent_store::turn::{TaskState, TurnCommit};
use screen_agent_turn::next::{Refusal, Reply};
use screen_agent_turn::record::Recorder;
use screen_agent_turn::task::Task;

use super::draft::Draft;
use super::held::Held;
use super::{TurnError, audit, kept, said, snapshot};
use crate::measure;
use crate::request::{TurnAnswer, TurnReply};
use crate::work::Broken;

/// What a turn came to, in the form that a surface dresses.
pub(super) fn reply(held: &Held, task: Task, reply: Reply, draft: &Draft) -> TurnReply {
    let action = match &reply {
        Reply::Act { action, .. } => Some(print(&as_kept(action.action(), &task))),
        Reply::Chain { chain, .. } => chain.links.first().map(|link| print(link.action.action())),
        Reply::Question { .. }
        | Reply::Approval { .. }
        | Reply::NeedsContext { .. }
        | Reply::Refused { .. } => None,
    };
    TurnReply {
        task,
        session: held.session,
        reply,
        action,
        url: draft.url(),
        usage: draft.cost(),
        model_ms: draft.model_ms(),
        known: held.known.clone(),
        duration_ms: u64::try_from(held.started.elapsed().as_millis()).unwrap_or(u64::MAX),
    }
}

/// The end of a task in the words that are kept of it: they hold no secret.
fn as_kept(action: &Action, task: &Task) -> Action {
    let mut action = action.clone();
    if let (
        Action::Finish {
            text: Some(text), ..
        }
        | Action::Fail { reason: Some(text) },
        Some(result),
    ) = (&mut action, &task.result)
    {
        text.clone_from(result);
    }
    action
}

/// Commits the turn with its answer, and only then answers.
pub(super) async fn close(
    held: &Held,
    reply: TurnReply,
    draft: Draft,
    encode: impl FnOnce(&TurnReply) -> StoredResponse + Send,
) -> Result<TurnAnswer, TurnError> {
    measured(&reply, held);
    let response = encode(&reply);
    let key = held.key.clone().filter(|_| lasts(&reply.reply));
    let answer = key.map(|key| (key, response.clone()));
    let step = outstanding(&reply);
    let refused = match &reply.reply {
        Reply::Refused { why } => Some(*why),
        _ => None,
    };
    let usage = reply.usage;
    keep(held, reply, draft, answer).await?;
    if let Some(step) = step {
        let (words, told) = (held.words.clone(), response.clone());
        let outstanding = &held.engine.turns.outstanding;
        outstanding.hold((held.caller, held.task), step, words, told);
    }
    Ok(TurnAnswer {
        response,
        repeated: false,
        task: Some(held.task),
        refused,
        usage,
    })
}

/// The step that the client is to perform, if there is one.
fn outstanding(reply: &TurnReply) -> Option<u32> {
    match reply.reply {
        Reply::Act { .. } | Reply::Chain { .. } => Some(reply.step_index()),
        Reply::Question { .. }
        | Reply::Approval { .. }
        | Reply::NeedsContext { .. }
        | Reply::Refused { .. } => None,
    }
}

/// Counts what the turn came to.
fn measured(reply: &TurnReply, held: &Held) {
    measure::turn(&reply.reply, held.started.elapsed());
    if matches!(reply.reply, Reply::Question { .. }) {
        measure::question();
    }
    if reply.task.status.is_terminal() {
        measure::outcome(reply.task.status);
    }
}

/// Commits the turn, with what listeners are told of it. Returns the task as it is now.
pub(super) async fn keep(
    held: &Held,
    reply: TurnReply,
    mut draft: Draft,
    answer: Option<(RequestKey, StoredResponse)>,
) -> Result<Task, TurnError> {
    let message = said::said(
        &reply,
        &draft,
        MessageId::new(held.engine.parts.ids.fresh()),
    );
    kept::keep_healed(held, &draft, &reply.task).await;
    let picture = snapshot::before_last_step(&draft);
    // Listeners get the action as it is recorded; what it types into a secret field is for the client alone.
    let recorded = said::action(&reply, &draft);
    let reply = TurnReply {
        action: recorded,
        ..reply
    };
    let mut written = std::mem::take(&mut draft.audit);
    written.extend(audit::after(held, &draft.before, &reply));
    let round = (held.engine.parts.tell)(&reply);
    let mut task = reply.task;
    let commit = TurnCommit {
        task: held.task,
        lease: held.lease,
        state: state(&mut task, &draft)?,
        steps: draft.steps,
        verdicts: draft.verdicts,
        approvals: draft.approvals,
        said: message,
        record: record(draft.record, &task)?,
        round,
        snapshot: picture,
        usage: draft.usage,
        corrections: draft.corrections,
        lessons: draft.lessons,
        exports: draft.exports,
        announcements: draft.announcements,
        answer,
        audit: written,
        now_ms: held.engine.now_ms(),
    };
    held.rows().commit_turn(commit).await?;
    held.engine
        .turns
        .outstanding
        .forget((held.caller, held.task));
    held.engine.committed();
    if task.status.is_terminal() || task.thinking.detour.is_none() {
        held.engine.turns.given.forget(held.task);
    }
    Ok(task)
}

/// An outage is no answer to keep: the client's next try with the same key must be a real one.
fn lasts(reply: &Reply) -> bool {
    !matches!(
        reply,
        Reply::Refused {
            why: Refusal::TimedOut
                | Refusal::Unavailable
                | Refusal::Unreadable
                | Refusal::NoAction
                | Refusal::OverBudget
        }
    )
}

fn record(recorder: Recorder, after: &Task) -> Result<Packed, TurnError> {
    let record = recorder.finish(after.clone()).map_err(Broken::because)?;
    Ok(Packed::json(&record)?)
}

fn state(task: &mut Task, draft: &Draft) -> Result<TaskState, TurnError> {
    let url = draft.screen.as_ref().map(|screen| screen.url.clone());
    Ok(TaskState {
        status: task.status,
        url: url.unwrap_or_default(),
        result: task.result.clone(),
        verified: task.verified(),
        step_count: u16::try_from(task.steps.len()).unwrap_or(u16::MAX),
        body: pack_state(task)?,
    })
}
