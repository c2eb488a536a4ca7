//! Which turns are under way in this process, so that a stop reaches them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use screen_agent_action::id::TaskId;
use tokio::sync::{Notify, watch};

/// The turns under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Running {
    turns: Arc<Mutex<HashMap<TaskId, Handle>>>,
}

#[derive(Clone, Debug)]
struct Handle {
    stop: Arc<Notify>,
    ended: watch::Receiver<()>,
}

/// A turn's entry; taken out when dropped, whichever way the turn ends.
#[derive(Debug)]
pub(crate) struct Entry {
    running: Running,
    task: TaskId,
    stop: Arc<Notify>,
    _ended: watch::Sender<()>,
}

impl Running {
    /// Enters a turn. The lease sees to it that there is one at most for a task.
    pub(crate) fn enter(&self, task: TaskId) -> Entry {
        let stop = Arc::new(Notify::new());
        let (sender, ended) = watch::channel(());
        let handle = Handle {
            stop: Arc::clone(&stop),
            ended,
        };
        self.lock().insert(task, handle);
        Entry {
            running: self.clone(),
            task,
            stop,
            _ended: sender,
        }
    }

    /// Asks the turn of a task to stop and waits until it has ended. False when there is none.
    pub(crate) async fn stop(&self, task: TaskId) -> bool {
        let Some(mut turn) = self.lock().get(&task).cloned() else {
            return false;
        };
        turn.stop.notify_one();
        // Nothing is ever sent: the channel closes when the turn ends.
        while turn.ended.changed().await.is_ok() {}
        true
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TaskId, Handle>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    /// Resolves when the person stops the task.
    pub(crate) async fn stopped(&self) {
        self.stop.notified().await;
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.running.lock().remove(&self.task);
    }
}
