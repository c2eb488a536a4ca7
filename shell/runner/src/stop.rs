//! The person stops a task.

use screen_agent_kernel::TaskId;
use screen_agent_kernel::event::Event;
use screen_agent_kernel::task::Task;
use screen_agent_store::Owner;
use screen_agent_store::task::StoredTask;

use crate::draft::Draft;
use crate::held::Held;
use crate::turn::{decide, or_let_go};
use crate::{Runner, TurnError, close};

/// Most turns of a task that a stop waits for. Each one that it meets is cut short, so more than
/// one is a client that keeps asking.
const TRIES: u8 = 3;

/// Stops a task. A turn under way is cut short first.
pub(crate) async fn stop(runner: &Runner, caller: Owner, task: TaskId) -> Result<Task, TurnError> {
    for _ in 0..TRIES {
        match lease(runner, caller, task).await {
            Ok((held, stored)) => return or_let_go(&held, stop_held(&held, &stored)).await,
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
    let now_ms = runner.now_ms();
    let open = runner
        .rows(caller)
        .lease_task(task, lease, now_ms)
        .await??;
    let stored = open.task.ok_or(TurnError::UnknownTask)?;
    let held = Held::new(runner, caller, (open.session, task), lease);
    Ok((held, stored))
}

async fn stop_held(held: &Held, stored: &StoredTask) -> Result<Task, TurnError> {
    let task = stored.open()?;
    let mut draft = Draft::without_look(&task);
    let (task, reply) = decide(held, &mut draft, task, Event::Stopped).await?;
    let reply = close::reply(held, task, reply, &draft);
    close::keep(held, reply, draft, None).await
}
