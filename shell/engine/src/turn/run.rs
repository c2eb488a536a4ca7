//! One turn: open, decide, close.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use screen_agent_action::id::TaskId;
use screen_agent_action::status::TaskStatus;
use screen_agent_store::Owner;
use screen_agent_store::answer::StoredResponse;
use screen_agent_store::turn::{Begun, Lease, LeaseId};
use screen_agent_think::reason::FactSource;
use screen_agent_turn::advance;
use screen_agent_turn::event::{Event, Seen};
use screen_agent_turn::next::{Call, Next as Decided, Note, Reply};
use screen_agent_turn::task::Task;
use screen_agent_words::secret::hide_named;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use super::draft::Draft;
use super::held::Held;
use super::open::{self, Opening};
use super::{TurnError, addressed, audit, calls, close, kept, notes, snapshot};
use crate::knowledge::Known;
use crate::machine::{Machine, Next, Step, drive};
use crate::progress::ProgressUpdate;
use crate::request::{TurnAnswer, TurnReply, TurnRequest};
use crate::work::caught;
use crate::{Engine, measure};

/// Seconds between tries to let go. After that the lease has nearly run out.
const LET_GO_AGAIN: [u64; 5] = [1, 2, 4, 8, 16];

/// Runs one turn.
pub(super) async fn run(
    engine: &Engine,
    caller: Owner,
    mut request: TurnRequest,
    caller_gone: CancellationToken,
    encode: impl FnOnce(&TurnReply) -> StoredResponse + Send,
) -> Result<TurnAnswer, TurnError> {
    let started = Instant::now();
    let named = request.task;
    // Whoever begins a workflow answers nothing.
    if request.workflow.is_none() {
        request.task = addressed::task_of(engine, caller, &request).await?;
    }
    if let Some(response) = engine.turns.outstanding.again(caller, &request) {
        return Ok(TurnAnswer::again(response));
    }
    let (words, progress) = (request.query.clone(), request.progress.clone());
    let known = known(engine, caller, &request).await;
    let key = request.key.as_ref().map(|asked| asked.key.clone());
    let file = open::file(engine, caller, &request).await?;
    let (opening, begin) = Opening::new(engine, caller, request, file).await?;
    let lease = begin.lease;
    let open = match engine.rows(caller).begin_turn(begin).await {
        Ok(Begun::Open(open)) => open,
        Ok(Begun::Answered(response)) => return Ok(TurnAnswer::again(response)),
        Ok(Begun::Refused(refusal)) => return Err(refusal.into()),
        Err(error) => {
            let_go(engine, caller, opening.task, lease).await;
            return Err(error.into());
        }
    };
    if open.said.is_some() {
        engine.committed();
    }
    let held = Held {
        key,
        started,
        caller_gone,
        words,
        known,
        progress,
        ..Held::new(engine, caller, (open.session, opening.task), lease)
    };
    let done = async {
        let (task, mut seen) = open::take_up(opening, open.task, named.is_none())?;
        let kept = kept::carried(&held, &task).await?;
        what_we_can(&held, &mut seen, &task).await?;
        snapshot::unchanged(&held, &task, &mut seen).await?;
        let mut draft = Draft::new(&task, &seen);
        draft.kept = kept;
        draft.audit.extend(audit::answer(&held, &task, &seen));
        let first = Event::Observed {
            seen: Box::new(seen),
        };
        let reply = decide(&held, &mut draft, task, first).await?;
        close::close(&held, reply, draft, encode).await
    };
    match or_let_go(&held, done).await {
        Err(TurnError::Busy) if is_stopped(&held).await => Err(TurnError::Stopped),
        done => done,
    }
}

/// Whether the person stopped the task at another server, which took it from this turn.
async fn is_stopped(held: &Held) -> bool {
    let known = held.rows().task(held.task).await;
    known.is_ok_and(|known| known.is_some_and(|(task, _)| task.status == TaskStatus::Interrupted))
}

/// What the organisation knows of the page that was looked at. A word that is secret is nothing to look for.
async fn known(engine: &Engine, caller: Owner, request: &TurnRequest) -> Option<Known> {
    let url = request.seen.screen.url.as_str();
    if url.is_empty() {
        return None;
    }
    Some(
        engine
            .know_at_most(caller, url, &hide_named(&request.query))
            .await,
    )
}

/// What stands behind the ports, as far as the kernel wants to know.
async fn what_we_can(held: &Held, seen: &mut Seen, task: &Task) -> Result<(), TurnError> {
    let parts = &held.engine.parts;
    let models = held.engine.models(held.caller).await?;
    let limits = models.map(|models| models.thinker.limits());
    let by_steps = parts.proposers.iter().any(|one| one.is_kept_steps());
    // Kept steps propose alone: a model may say where a control is, if that.
    match &task.kept {
        Some(kept) => seen.locator = limits.filter(|_| !kept.no_model),
        None if by_steps => seen.locator = limits,
        None => {
            seen.models = limits;
            seen.can_search = parts.search.is_some();
        }
    }
    seen.resolution = held.engine.turns.given.to(held.task);
    Ok(())
}

/// Sees a turn to its end. One that breaks off, even by a panic, lets its task go, so that it can
/// be tried again at once.
pub(super) async fn or_let_go<T>(
    held: &Held,
    work: impl Future<Output = Result<T, TurnError>>,
) -> Result<T, TurnError> {
    let done = caught(work).await;
    if done.is_err() {
        let_go(&held.engine, held.caller, held.task, held.lease).await;
    }
    done
}

/// Lets go of a task, also where storage did not say whether it was taken: it may have been, and its answer lost. Where
/// storage is away just now this is tried again, with nobody waiting for it: nobody else could have the task meanwhile.
pub(super) async fn let_go(engine: &Engine, caller: Owner, task: TaskId, lease: LeaseId) {
    let engine = engine.clone();
    let release = async move || engine.rows(caller).release(Lease::Task(task, lease)).await;
    if release().await.is_ok() {
        return;
    }
    let again = async move {
        for pause in LET_GO_AGAIN {
            tokio::time::sleep(Duration::from_secs(pause)).await;
            if release().await.is_ok() {
                return;
            }
        }
        tracing::warn!(%task, "a lease is left to run out");
    };
    tokio::spawn(again.in_current_span());
}

/// Advances a task from event to event until there is an answer.
pub(super) async fn decide(
    held: &Held,
    draft: &mut Draft,
    task: Task,
    first: Event,
) -> Result<TurnReply, TurnError> {
    let mut turn = Turn { held, draft };
    let (task, reply) = drive(&mut turn, task, first, &held.progress).await?;
    Ok(close::reply(held, task, *reply, draft))
}

/// The kernel's machine, with what a turn keeps.
pub(super) struct Turn<'a> {
    pub(super) held: &'a Held,
    pub(super) draft: &'a mut Draft,
}

#[async_trait]
impl Machine for Turn<'_> {
    type State = Task;
    type Event = Event;
    type Note = Note;
    type Call = Call;
    type Reply = Box<Reply>;
    type Error = TurnError;

    async fn advance(&mut self, task: Task, event: Event) -> Result<Step<Self>, TurnError> {
        let known = task.thinking.reasoning.analysis.is_some();
        let (state, notes, next) = advance(task, event.clone());
        self.draft.record.add(event, &notes, &next);
        if !known {
            reasoned(&state, &next);
        }
        let next = match next {
            Decided::Await(call) => Next::Call(call),
            Decided::Reply(reply) => Next::Reply(reply),
        };
        Ok(Step { state, notes, next })
    }

    /// A plan, as it will stand in the conversation once the turn is committed.
    fn progress(&self, task: &Task, note: &Note) -> Option<ProgressUpdate> {
        let Note::AnnouncePlan { renewed } = note else {
            return None;
        };
        Some(ProgressUpdate {
            step: u32::try_from(task.steps.len()).unwrap_or(u32::MAX),
            text: task.thinking.plan.as_ref()?.in_words(*renewed),
        })
    }

    async fn keep(&mut self, task: &Task, note: Note) -> Result<(), TurnError> {
        notes::keep(self.held, self.draft, task, note)
    }

    async fn perform(&mut self, _: &Task, call: Call) -> Result<Event, TurnError> {
        calls::perform(self.held, self.draft, call).await
    }
}

/// Counts what a model made of the sources, once it has, and whether another one is gone to.
fn reasoned(task: &Task, next: &Decided) {
    let Some(analysis) = &task.thinking.reasoning.analysis else {
        return;
    };
    measure::confidence(analysis);
    let next = match next {
        Decided::Await(Call::Search { .. }) => Some(FactSource::WebSearch),
        Decided::Reply(reply) if matches!(**reply, Reply::Question { .. }) => {
            Some(FactSource::AskUser)
        }
        Decided::Await(_) | Decided::Reply(_) => None,
    };
    if let Some(next) = next.filter(|next| *next != analysis.source) {
        measure::switched(analysis.source, next);
    }
}
