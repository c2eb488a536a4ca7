//! How far a request is, told while it is answered. The driver tells it, whatever the machine; a surface decides
//! whether anybody listens, and in what form it is sent.

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// How far a request is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressUpdate {
    /// Step of the run or the task, from 1; 0 before the first.
    pub step: u32,
    /// One sentence that is safe to show.
    pub text: String,
}

/// Whoever waits for an answer and is told how far it is. By default nobody is.
#[derive(Clone, Debug, Default)]
pub struct ProgressSender(Option<UnboundedSender<ProgressUpdate>>);

impl ProgressSender {
    /// Somebody who listens. The updates end when the request is answered.
    pub fn listened_to() -> (Self, UnboundedReceiver<ProgressUpdate>) {
        let (sender, updates) = unbounded_channel();
        (Self(Some(sender)), updates)
    }

    /// Nobody has to listen any more.
    pub(crate) fn tell(&self, update: ProgressUpdate) {
        if let Some(sender) = &self.0 {
            let _ = sender.send(update);
        }
    }
}
