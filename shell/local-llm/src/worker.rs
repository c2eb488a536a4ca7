//! The thread on which a model speaks, one call at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use screen_agent_think::Prompt;
use tokio::sync::oneshot;

use crate::speaker::{Progress, Silence, Speaker, Waiting};

/// One call. When nobody listens at the other end of `answer` any more, it is broken off.
pub(crate) struct Job {
    pub(crate) prompt: Prompt,
    pub(crate) deadline: Instant,
    pub(crate) progress: Arc<Progress>,
    pub(crate) answer: oneshot::Sender<Result<String, Silence>>,
}

/// Starts the thread; it ends when the sender goes.
pub(crate) fn start(speaker: Speaker) -> std::io::Result<Sender<Job>> {
    let (sender, jobs) = channel();
    std::thread::Builder::new()
        .name("local-llm".into())
        .spawn(move || work(speaker, &jobs))?;
    Ok(sender)
}

fn work(mut speaker: Speaker, jobs: &Receiver<Job>) {
    while let Ok(job) = jobs.recv() {
        let stop = || {
            if job.answer.is_closed() {
                Some(Silence::Unwanted)
            } else if Instant::now() >= job.deadline {
                Some(Silence::TimedOut)
            } else {
                None
            }
        };
        // The libraries below panic on files that are odd in ways nobody thought of.
        let spoken = catch_unwind(AssertUnwindSafe(|| {
            let waiting = Waiting {
                progress: &job.progress,
                stop: &stop,
            };
            speaker.speak(&job.prompt, &waiting)
        }));
        let spoken = spoken.unwrap_or_else(|_| Err(Silence::Broken("it panicked".into())));
        let _ = job.answer.send(spoken);
    }
}
