//! Performs effects, in order. One file for each that needs more than a line.

mod approval;
mod plan;
mod propose;
mod recall;
mod search;
mod step;
mod think;
mod verdict;

use std::time::Duration;

use screen_agent_kernel::action::print;
use screen_agent_kernel::event::Event;
use screen_agent_kernel::next::{Call, Note};
use screen_agent_kernel::task::Task;
use screen_agent_store::turn::NewCorrection;
use tracing::Instrument;

use crate::TurnError;
use crate::audit;
use crate::draft::Draft;
use crate::held::Held;
use crate::measure;

/// Asks what an event called for; what comes back is the next event.
pub(crate) async fn call(held: &Held, draft: &mut Draft, call: Call) -> Result<Event, TurnError> {
    match call {
        Call::Propose { ask } => {
            let span = tracing::info_span!("propose");
            propose::propose(held, draft, &ask).instrument(span).await
        }
        Call::Think { brief } => {
            let span = tracing::info_span!("think", topic = brief.topic.word());
            think::think(held, draft, &brief).instrument(span).await
        }
        Call::Search { query } => {
            let span = tracing::info_span!("search");
            search::search(held, &query).instrument(span).await
        }
        Call::Recall { domain } => {
            let span = tracing::info_span!("recall");
            recall::recall(held, domain).instrument(span).await
        }
    }
}

/// Keeps a note until the turn is committed.
pub(crate) fn keep(
    held: &Held,
    draft: &mut Draft,
    task: &Task,
    note: Note,
) -> Result<(), TurnError> {
    match note {
        Note::RecordStep { step } => step::keep(draft, &step)?,
        Note::RecordVerdict { index, verdict } => {
            measure::verdict(&verdict);
            verdict::keep(draft, task, index, verdict)?;
        }
        Note::RecordApproval {
            index,
            request,
            basis,
        } => {
            let step = task.steps.get(usize::from(index));
            let entry = audit::effect(held, step, &request, basis);
            draft.audit.push(entry);
            approval::keep(draft, index, request);
        }
        Note::RecordCorrection { index, correction } => {
            measure::correction(correction.strategy);
            draft.corrections.push(NewCorrection {
                index,
                action: in_words(task, index),
                correction,
            });
        }
        Note::AnnouncePlan { renewed } => plan::announce(held, draft, task, renewed),
        Note::Learn { lesson } => draft.lessons.push(lesson),
        Note::Export { key, value } => draft.exports.push((key, value)),
    }
    Ok(())
}

/// The step's action as it is recorded.
fn in_words(task: &Task, index: u16) -> String {
    let step = task.steps.get(usize::from(index));
    step.map(|step| print(&step.action)).unwrap_or_default()
}

/// How often a lease is renewed while somebody slow thinks: well before it runs out.
const RENEWAL: Duration = Duration::from_secs(20);

/// Waits for somebody slow. The person may stop the task meanwhile, which is an event of its own;
/// the caller may go away, and the lease be lost: then there is nobody to answer.
async fn waiting<T>(
    held: &Held,
    work: impl Future<Output = Result<T, TurnError>>,
) -> Result<Result<T, Event>, TurnError> {
    tokio::select! {
        biased;
        () = held.entry.stopped() => Ok(Err(Event::Stopped)),
        () = held.gone() => Err(TurnError::Gone),
        done = work => done.map(Ok),
        lost = lose_lease(held) => Err(lost),
    }
}

/// Renews the lease again and again; resolves only when it is lost.
async fn lose_lease(held: &Held) -> TurnError {
    loop {
        tokio::time::sleep(RENEWAL).await;
        let now_ms = held.runner.now_ms();
        let renewed = held.rows().renew_lease(held.task, held.lease, now_ms).await;
        if let Err(cause) = renewed {
            return cause.into();
        }
    }
}
