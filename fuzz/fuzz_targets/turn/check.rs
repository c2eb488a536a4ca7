//! What holds after every event.

use screen_agent_turn::next::{Call, Next, Reply};
use screen_agent_turn::task::{MAX_FAILURES, MAX_TRIES, Task};
use screen_agent_action::status::{MAX_STEPS, TaskStatus};
use screen_agent_think::{Brief, prompt};
use screen_agent_page::render::estimate;

/// Checks a task and what its last event called for.
pub(crate) fn step(before: &Task, after: &Task, next: &Next) {
    if before.status.is_terminal() {
        assert_eq!(before, after);
    }
    limits(after);
    match next {
        Next::Reply(reply) => sent(reply),
        Next::Await(call) => {
            assert!(after.phase.progress().is_some());
            if let Call::Think { brief } = call {
                asked(after, brief);
            }
        }
    }
}

fn limits(task: &Task) {
    assert!(task.steps.len() <= MAX_STEPS);
    assert!(task.failures <= MAX_FAILURES && task.tries <= MAX_TRIES);
    assert!(task.failures < MAX_FAILURES || task.status.is_terminal());
    let open = task.steps.iter().filter(|step| step.verdict.is_none());
    assert!(open.count() <= 1);
    for (index, step) in task.steps.iter().enumerate() {
        assert_eq!(usize::from(step.index), index);
    }
    let waits = task.phase.question().is_some() && task.status != TaskStatus::Interrupted;
    assert_eq!(task.status == TaskStatus::AwaitingUser, waits);
}

/// What goes to a client has passed: it works no covered control.
fn sent(reply: &Reply) {
    let sent = match reply {
        Reply::Act { action, .. } => vec![action],
        Reply::Chain { chain, .. } => chain.links.iter().map(|link| &link.action).collect(),
        _ => Vec::new(),
    };
    for allowed in sent {
        let works = allowed.action().works_control();
        assert!(!works || allowed.target().is_none_or(|node| !node.covered));
    }
}

/// A model is asked only while there is something left to spend, and what it is sent fits its window.
fn asked(task: &Task, brief: &Brief) {
    assert!(!task.thinking.spent.exhausts(&brief.limits));
    let prompt = prompt(brief, "0123456789abcdef");
    let whole = estimate(&prompt.system) + estimate(&prompt.user) + prompt.reply_tokens as usize;
    let window = brief.limits.window as usize;
    assert!(whole <= window, "{} takes {whole} of {window}", prompt.topic);
}
