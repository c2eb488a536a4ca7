//! What the person does with a task between looks: stopping it, and doing what it waited for.

use std::collections::BTreeMap;

use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_action::status::TaskStatus;
use screen_agent_store::Owner;
use screen_agent_store::turn::TakenFrom;
use screen_agent_turn::event::Event;
use screen_agent_turn::open_question::OpenQuestion;
use screen_agent_turn::task::Task;

use super::draft::Draft;
use super::held::Held;
use super::run::{decide, let_go, or_let_go};
use super::{TurnError, close};
use crate::Engine;
use crate::request::Help;

/// Most turns of a task that a stop waits for. Each one that it meets is cut short, so more than
/// one is a client that keeps asking.
const TRIES: u8 = 3;

/// Stops a task. A turn under way is cut short first; one of another server comes to nothing.
pub(super) async fn stop(engine: &Engine, caller: Owner, task: TaskId) -> Result<Task, TurnError> {
    let mut from = TakenFrom::Nobody;
    for _ in 0..TRIES {
        match lease(engine, caller, task, from).await {
            Ok((held, task)) => {
                return or_let_go(&held, happened(&held, task, Event::Stopped)).await;
            }
            Err(TurnError::Busy) => {
                if !engine.turns.running.stop(task).await {
                    from = TakenFrom::Anybody;
                }
            }
            Err(other) => return Err(other),
        }
    }
    Err(TurnError::Busy)
}

/// Takes up a task that waits for the person.
pub(super) async fn resume(
    engine: &Engine,
    caller: Owner,
    (session, task): (SessionId, TaskId),
    help: Help,
) -> Result<Task, TurnError> {
    let (held, known) = lease(engine, caller, task, TakenFrom::Nobody).await?;
    let (said, given) = apart(&known, help);
    let resumed = async {
        if held.session != session {
            return Err(TurnError::UnknownTask);
        }
        if known.status != TaskStatus::AwaitingUser {
            return Err(TurnError::NotWaiting);
        }
        // What was given is not part of the event: it is handed to the turns that need it.
        happened(&held, known, Event::Resumed { said }).await
    };
    let taken_up = or_let_go(&held, resumed).await?;
    engine.turns.given.hold(task, given);
    Ok(taken_up)
}

/// Takes a task for a change without a look.
async fn lease(
    engine: &Engine,
    caller: Owner,
    task: TaskId,
    from: TakenFrom,
) -> Result<(Held, Task), TurnError> {
    let (lease, now_ms) = (engine.lease(), engine.now_ms());
    let rows = engine.rows(caller);
    let leased = rows.lease_task(task, lease, from, now_ms).await;
    if leased.is_err() {
        let_go(engine, caller, task, lease).await;
    }
    let open = leased??;
    let held = Held::new(engine, caller, (open.session, task), lease);
    let stored = open.task.ok_or(TurnError::UnknownTask);
    let known = or_let_go(&held, async { Ok(stored?.open()?) }).await?;
    Ok((held, known))
}

/// Advances a task by something that happened without a look, and keeps what it came to.
async fn happened(held: &Held, task: Task, event: Event) -> Result<Task, TurnError> {
    let mut draft = Draft::without_look(&task);
    let reply = decide(held, &mut draft, task, event).await?;
    close::keep(held, reply, draft, None).await
}

/// What is given to get past a blocker is a value for a field, and no words.
fn apart(task: &Task, help: Help) -> (Option<String>, BTreeMap<String, String>) {
    let Help { said, resolution } = help;
    let blocked = matches!(
        task.phase.question(),
        Some(OpenQuestion::Question {
            blocker: Some(_),
            ..
        })
    );
    if !blocked || resolution.is_empty() {
        return (said, BTreeMap::new());
    }
    (None, resolution)
}
