//! The person did what a task waited for.

use screen_agent_kernel::effect::{Refusal, Reply};
use screen_agent_kernel::task::{Answer, Task, TaskStatus, Waiting};
use screen_agent_kernel::{SessionId, TaskId};
use screen_agent_store::Owner;
use screen_agent_store::task::StoredTask;

use crate::draft::Draft;
use crate::held::Held;
use crate::stop::lease;
use crate::turn::or_let_go;
use crate::{Runner, TurnError, close};

/// Takes up a task that waits for the person.
pub(crate) async fn resume(
    runner: &Runner,
    caller: Owner,
    session: SessionId,
    task: TaskId,
    said: Option<String>,
) -> Result<Task, TurnError> {
    let (held, stored) = lease(runner, caller, task).await?;
    let done = resume_held(&held, &stored, session, said);
    or_let_go(&held, done).await
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
    let draft = Draft::without_look(&task);
    let reply = Reply::Refused {
        why: Refusal::NotAsked,
    };
    let reply = close::reply(held, take_up(task, said), reply, &draft);
    close::keep(held, reply, draft, None).await
}

/// The task with the person's answer, if they gave one. It answers what was asked and is never a
/// yes: an approval is given to its request, in a look, or not at all.
fn take_up(mut task: Task, said: Option<String>) -> Task {
    let question = match task.waiting.take() {
        Some(Waiting::Question { question, .. }) => question,
        Some(Waiting::Approval(request)) => request.text,
        None => String::new(),
    };
    task.held = None;
    task.tries = 0;
    task.failures = 0;
    task.status = TaskStatus::Executing;
    if let Some(answer) = said {
        task.heard = Some(answer.clone());
        task.answers.push(Answer { question, answer });
    }
    task
}
