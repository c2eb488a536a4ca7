//! The person did what a task waited for.

use std::collections::BTreeMap;

use screen_agent_kernel::event::Event;
use screen_agent_kernel::task::{Task, TaskStatus, Waiting};
use screen_agent_kernel::{SessionId, TaskId};
use screen_agent_store::Owner;
use screen_agent_store::task::StoredTask;

use crate::draft::Draft;
use crate::held::Held;
use crate::request::Help;
use crate::stop::lease;
use crate::turn::{decide, or_let_go};
use crate::{Runner, TurnError, close};

/// Takes up a task that waits for the person.
pub(crate) async fn resume(
    runner: &Runner,
    caller: Owner,
    (session, task): (SessionId, TaskId),
    help: Help,
) -> Result<Task, TurnError> {
    let (held, stored) = lease(runner, caller, task).await?;
    let (said, given) = apart(&stored.open()?, help);
    let taken_up = or_let_go(&held, resume_held(&held, &stored, session, said)).await?;
    runner.given.hold(task, given);
    Ok(taken_up)
}

/// What is given to get past a blocker is a value for a field, and no words.
fn apart(task: &Task, help: Help) -> (Option<String>, BTreeMap<String, String>) {
    let Help { said, resolution } = help;
    let blocked = matches!(
        task.waiting,
        Some(Waiting::Question {
            blocker: Some(_),
            ..
        })
    );
    if !blocked || resolution.is_empty() {
        return (said, BTreeMap::new());
    }
    (None, resolution)
}

async fn resume_held(
    held: &Held,
    stored: &StoredTask,
    session: SessionId,
    said: Option<String>,
) -> Result<Task, TurnError> {
    if held.session != session {
        return Err(TurnError::UnknownTask);
    }
    let task = stored.open()?;
    if task.status != TaskStatus::AwaitingUser {
        return Err(TurnError::NotWaiting);
    }
    let mut draft = Draft::without_look(&task);
    // What was given is not part of the event: it is handed to the turns that need it.
    let event = Event::Resumed { said };
    let (task, reply) = decide(held, &mut draft, task, event).await?;
    let reply = close::reply(held, task, reply, &draft);
    close::keep(held, reply, draft, None).await
}
