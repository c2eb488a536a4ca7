//! What came in, what went wrong with the script, and who hung up.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// Everything a test may want to look at afterwards.
#[derive(Debug)]
pub(crate) struct Log<T> {
    asked: Mutex<Vec<T>>,
    mistakes: Mutex<Vec<String>>,
    count: watch::Sender<usize>,
    gone: watch::Sender<usize>,
}

impl<T> Default for Log<T> {
    fn default() -> Self {
        Self {
            asked: Mutex::default(),
            mistakes: Mutex::default(),
            count: watch::Sender::new(0),
            gone: watch::Sender::new(0),
        }
    }
}

impl<T: Clone> Log<T> {
    pub(crate) fn note(&self, asked: T) {
        hold(&self.asked).push(asked);
        self.count.send_modify(|count| *count += 1);
    }

    pub(crate) fn asked(&self) -> Vec<T> {
        hold(&self.asked).clone()
    }

    pub(crate) fn mistake(&self, what: String) {
        hold(&self.mistakes).push(what);
    }

    pub(crate) fn mistakes(&self) -> Vec<String> {
        hold(&self.mistakes).clone()
    }

    /// Waits until so many requests have come in.
    pub(crate) async fn until_asked(&self, times: usize) {
        reach(&self.count, times).await;
    }

    /// Waits until so many callers have hung up on an answer that was not done.
    pub(crate) async fn until_gone(&self, times: usize) {
        reach(&self.gone, times).await;
    }
}

async fn reach(count: &watch::Sender<usize>, least: usize) {
    // The sender is held by the log itself, so this cannot fail.
    let _ = count.subscribe().wait_for(|&count| count >= least).await;
}

/// Counts its caller as gone unless the answer was done.
pub(crate) struct Waiting<T: Clone> {
    log: Arc<Log<T>>,
    done: bool,
}

impl<T: Clone> Waiting<T> {
    pub(crate) fn new(log: Arc<Log<T>>) -> Self {
        Self { log, done: false }
    }

    pub(crate) fn done(&mut self) {
        self.done = true;
    }
}

impl<T: Clone> Drop for Waiting<T> {
    fn drop(&mut self) {
        if !self.done {
            self.log.gone.send_modify(|count| *count += 1);
        }
    }
}

/// A test that panicked elsewhere must not hide what happened here.
pub(crate) fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
