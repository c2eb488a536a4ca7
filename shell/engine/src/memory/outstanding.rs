//! The last answer of each task that waits for its client, in memory: a client that did not get it, and
//! says which step it answers, is told the same again instead of being judged for what it never did.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use screen_agent_action::id::TaskId;
use screen_agent_store::Owner;
use screen_agent_store::answer::StoredResponse;

use crate::request::TurnRequest;

/// How long an answer is held at most; whoever asks later is judged by what is on the screen.
const HELD: Duration = Duration::from_secs(10 * 60);
/// Most bytes that are held; beyond them the oldest go.
const BYTES: usize = 16 * 1024 * 1024;

/// What a client was told to do.
struct Told {
    since: Instant,
    step: u32,
    words: String,
    response: StoredResponse,
}

impl Told {
    fn size(&self) -> usize {
        self.response.body.len() + self.words.len()
    }
}

/// Answers, by whose they are and task. What an action types may be secret: nothing of this is stored.
#[derive(Clone, Default)]
pub(crate) struct Outstanding {
    tasks: Arc<Mutex<HashMap<(Owner, TaskId), Told>>>,
}

impl Outstanding {
    /// Holds what a client was told to do as a step.
    pub(crate) fn hold(
        &self,
        whose: (Owner, TaskId),
        step: u32,
        words: String,
        response: StoredResponse,
    ) {
        let mut tasks = self.lock();
        tasks.retain(|_, told| told.since.elapsed() < HELD);
        let told = Told {
            since: Instant::now(),
            step,
            words,
            response,
        };
        tasks.insert(whose, told);
        while tasks.values().map(Told::size).sum::<usize>() > BYTES {
            let oldest = tasks.iter().min_by_key(|(_, told)| told.since);
            let Some(oldest) = oldest.map(|(whose, _)| *whose) else {
                return;
            };
            tasks.remove(&oldest);
        }
    }

    /// Nothing is with the client any more.
    pub(crate) fn forget(&self, whose: (Owner, TaskId)) {
        self.lock().remove(&whose);
    }

    /// What the client was told after the step that it reports on. Words that it has not said before, and
    /// answers to what it was asked, are never a repetition.
    pub(crate) fn again(&self, owner: Owner, request: &TurnRequest) -> Option<StoredResponse> {
        let (task, reported) = (request.task?, request.answers_step?);
        if request.seen.approval.is_some() {
            return None;
        }
        let tasks = self.lock();
        let told = tasks.get(&(owner, task))?;
        let repeats =
            reported < told.step && request.query == told.words && told.since.elapsed() < HELD;
        repeats.then(|| told.response.clone())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(Owner, TaskId), Told>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
