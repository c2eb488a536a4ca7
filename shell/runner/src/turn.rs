//! One turn: open, decide, close.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

use futures_util::FutureExt;
use screen_agent_kernel::advance;
use screen_agent_kernel::event::{Event, Seen};
use screen_agent_kernel::next::{Call, Next, Reply};
use screen_agent_kernel::reason::Source;
use screen_agent_kernel::task::Task;
use screen_agent_store::Owner;
use screen_agent_store::turn::{Begun, StoredResponse};
use tokio_util::sync::CancellationToken;

use crate::close;
use crate::draft::Draft;
use crate::file;
use crate::held::Held;
use crate::open::{self, Opening};
use crate::perform;
use crate::request::{TurnAnswer, TurnReply, TurnRequest};
use crate::sealed::{Seal, Unreadable};
use crate::{Runner, TurnError, audit, measure};

/// Runs one turn.
pub(crate) async fn run(
    runner: &Runner,
    caller: Owner,
    mut request: TurnRequest,
    caller_gone: CancellationToken,
    encode: impl FnOnce(&TurnReply) -> StoredResponse + Send,
) -> Result<TurnAnswer, TurnError> {
    let started = Instant::now();
    if let Some(response) = runner.outstanding.again(caller, &request) {
        return Ok(TurnAnswer {
            response,
            repeated: true,
        });
    }
    let words = request.query.clone();
    let sealed = request.key.take().map(Seal::of).transpose()?;
    request.key = sealed.as_ref().map(|(_, key)| key.clone());
    let file = file::given(runner, caller, &request).await?;
    let (opening, begin) = Opening::new(runner, caller, request, file).await?;
    let lease = begin.lease;
    let open = match runner.rows(caller).begin_turn(begin).await? {
        Begun::Open(open) => open,
        Begun::Answered(kept) => {
            let (seal, _) = sealed.ok_or(Unreadable)?;
            return Ok(TurnAnswer {
                response: seal.open(kept)?,
                repeated: true,
            });
        }
        Begun::Refused(refusal) => return Err(refusal.into()),
    };
    if open.said.is_some() {
        runner.committed();
    }
    let held = Held {
        key: sealed.map(|(seal, key)| (key, seal)),
        started,
        caller_gone,
        words,
        ..Held::new(runner, caller, (open.session, opening.task), lease)
    };
    let done = async {
        let (task, mut seen) = open::take_up(opening, open.task)?;
        what_we_can(&held, &mut seen);
        let mut draft = Draft::new(&task, &seen);
        draft.audit.extend(audit::answer(&held, &task, &seen));
        let first = Event::Observed {
            seen: Box::new(seen),
        };
        let (task, reply) = decide(&held, &mut draft, task, first).await?;
        let reply = close::reply(&held, task, reply, &draft);
        close::close(&held, reply, draft, encode).await
    };
    or_let_go(&held, done).await
}

/// Counts what a model made of the sources, once it has, and whether another one is gone to.
fn reasoned(task: &Task, next: &Next) {
    let Some(analysis) = &task.thinking.reasoning.analysis else {
        return;
    };
    measure::confidence(analysis.source, analysis.confidence);
    let next = match next {
        Next::Await(Call::Search { .. }) => Some(Source::WebSearch),
        Next::Reply(reply) if matches!(**reply, Reply::Question { .. }) => Some(Source::AskUser),
        Next::Await(_) | Next::Reply(_) => None,
    };
    if let Some(next) = next.filter(|next| *next != analysis.source) {
        measure::switched(analysis.source, next);
    }
}

/// What stands behind the ports, as far as the kernel wants to know.
fn what_we_can(held: &Held, seen: &mut Seen) {
    let parts = &held.runner.parts;
    seen.mind = parts.thinker.as_ref().map(|thinker| thinker.mind());
    seen.can_search = parts.search.is_some();
    seen.resolution = held.runner.given.to(held.task);
}

/// Advances a task from event to event until there is an answer.
pub(crate) async fn decide(
    held: &Held,
    draft: &mut Draft,
    mut task: Task,
    mut event: Event,
) -> Result<(Task, Reply), TurnError> {
    loop {
        let known = task.thinking.reasoning.analysis.is_some();
        let (after, notes, next) = advance(task, event.clone());
        draft.record.add(event, &notes, &next);
        if !known {
            reasoned(&after, &next);
        }
        task = after;
        for note in notes {
            perform::keep(held, draft, &task, note)?;
        }
        match next {
            Next::Await(call) => event = perform::call(held, draft, call).await?,
            Next::Reply(reply) => return Ok((task, *reply)),
        }
    }
}

/// Sees a turn to its end. One that breaks off, even by a panic, lets its task go, so that it can
/// be tried again at once.
pub(crate) async fn or_let_go<T>(
    held: &Held,
    work: impl Future<Output = Result<T, TurnError>>,
) -> Result<T, TurnError> {
    let done = AssertUnwindSafe(work)
        .catch_unwind()
        .await
        .unwrap_or_else(|panic| Err(TurnError::Broken(panic_words(panic.as_ref()).into())));
    if done.is_err()
        && let Err(cause) = held.rows().abandon_turn(held.task, held.lease).await
    {
        tracing::warn!(task = %held.task, error = %cause, "a lease is left to run out");
    }
    done
}

fn panic_words(panic: &(dyn Any + Send)) -> String {
    let words = panic
        .downcast_ref::<&str>()
        .map(|words| (*words).to_owned());
    words
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned())
}
