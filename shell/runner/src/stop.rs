//! The person stops a task.

use std::time::Instant;

use screen_agent_kernel::TaskId;
use screen_agent_kernel::event::Event;
use screen_agent_kernel::task::Task;
use screen_agent_store::Owner;
use screen_agent_store::task::StoredTask;
use screen_agent_store::turn::{BeginRefusal, Begun, OpenTurn};

use crate::draft::Draft;
use crate::turn::{Held, decide, or_let_go};
use crate::{Runner, TurnError, close};

/// Most turns of a task that a stop waits for. Each one that it meets is cut short, so more than
/// one is a client that keeps asking.
const TRIES: u8 = 3;

/// Stops a task. A turn under way is cut short first.
pub(crate) async fn stop(runner: &Runner, caller: Owner, task: TaskId) -> Result<Task, TurnError> {
    for _ in 0..TRIES {
        match lease(runner, caller, task).await {
            Ok((held, stored)) => return stop_held(runner, held, &stored).await,
            Err(TurnError::Busy) if runner.running.stop(task).await => {}
            Err(other) => return Err(other),
        }
    }
    Err(TurnError::Busy)
}

/// Takes a task for a change without a look.
pub(crate) async fn lease(
    runner: &Runner,
    caller: Owner,
    task: TaskId,
) -> Result<(Held, StoredTask), TurnError> {
    let lease = runner.fresh_lease();
    let begun = runner
        .rows(caller)
        .lease_task(task, lease, runner.now_ms())
        .await?;
    let open = match begun {
        Begun::Open(open) => *open,
        Begun::Refused(refusal) => return Err(refusal.into()),
        Begun::Answered(_) => return Err(BeginRefusal::KeyReused.into()),
    };
    let OpenTurn {
        session,
        task: Some(stored),
        ..
    } = open
    else {
        return Err(TurnError::UnknownTask);
    };
    let held = Held {
        caller,
        task,
        session,
        lease,
        key: None,
        started: Instant::now(),
    };
    Ok((held, stored))
}

async fn stop_held(runner: &Runner, held: Held, stored: &StoredTask) -> Result<Task, TurnError> {
    let entry = runner.running.enter(held.task);
    let done = async {
        let task = stored.open()?;
        let mut draft = Draft::without_look(&task);
        let (task, reply) = decide(runner, &held, &entry, &mut draft, task, Event::Stopped).await?;
        let reply = close::reply(&held, task, reply, &draft);
        close::keep(runner, &held, reply, draft, None).await
    };
    or_let_go(runner, &held, done).await
}
