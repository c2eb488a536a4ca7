//! What people gave to get past a blocker: held in memory, used, forgotten.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use screen_agent_action::id::TaskId;

/// How long it is held at most.
const HELD: Duration = Duration::from_secs(5 * 60);

/// Since when, and what, by field.
type Tasks = HashMap<TaskId, (Instant, BTreeMap<String, String>)>;

/// What people gave, by task. Never printed and never stored.
#[derive(Clone, Default)]
pub(crate) struct Given {
    tasks: Arc<Mutex<Tasks>>,
}

impl Given {
    /// Holds what was given for a task.
    pub(crate) fn hold(&self, task: TaskId, values: BTreeMap<String, String>) {
        let mut tasks = self.lock();
        tasks.retain(|_, (since, _)| since.elapsed() < HELD);
        if !values.is_empty() {
            tasks.insert(task, (Instant::now(), values));
        }
    }

    /// What was given for a task, while it lasts.
    pub(crate) fn to(&self, task: TaskId) -> BTreeMap<String, String> {
        let tasks = self.lock();
        tasks
            .get(&task)
            .filter(|(since, _)| since.elapsed() < HELD)
            .map(|(_, values)| values.clone())
            .unwrap_or_default()
    }

    /// Forgets what was given for a task.
    pub(crate) fn forget(&self, task: TaskId) {
        self.lock().remove(&task);
    }

    fn lock(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
