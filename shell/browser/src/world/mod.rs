//! What we know of the browser: its tabs, their frames, loads, requests and dialogs.
//!
//! Events change it in the order in which they come; everybody else reads it, or waits for it to
//! become what they need. So no event can be missed between a look and a wait.

mod attach;
mod cast;
mod dialog;
mod downloads;
mod events;
mod frames;
mod network;
mod notes;
mod rules;
mod tab;
mod tab_events;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

pub(crate) use attach::{
    Adoption, COUNT_OF_CHANGES, NEW_DOCUMENTS, WORLD_NAME, attach_to, every_tab,
};
pub(crate) use cast::Frame;
pub(crate) use dialog::{Dialog, DialogKind};
pub use downloads::FileLimits;
pub(crate) use downloads::{Download, DownloadState};
pub(crate) use events::listener;
pub(crate) use frames::{FrameId, Realm};
pub(crate) use rules::{Rule, Treatment};
pub(crate) use tab::{Health, Tab};

use crate::BrowserError;
use crate::firewall::Firewall;

/// Names a tab for as long as it lives.
pub(crate) type TabId = Arc<str>;

/// The browser as its events tell it.
pub(crate) struct World {
    state: Mutex<State>,
    changes: watch::Sender<u64>,
}

/// Everything that is known just now.
#[derive(Default)]
pub(crate) struct State {
    /// The browser is gone.
    pub closed: bool,
    /// Open tabs, oldest first.
    pub tabs: Vec<Tab>,
    /// How many tabs have opened so far, to notice that one more did.
    pub opened: u64,
    /// Files that pages have given so far, oldest first.
    pub downloads: Vec<Download>,
    /// Beyond which they are broken off, if anything is.
    pub limits: Option<FileLimits>,
    /// Sites of which a page was shown, in any frame.
    pub origins: BTreeSet<String>,
    /// What is kept from addresses inside; `None` in a browser that is a person's.
    pub firewall: Option<Arc<Firewall>>,
}

impl State {
    /// The tab, or why there is none.
    pub fn tab(&self, id: &str) -> Result<&Tab, BrowserError> {
        match self.tabs.iter().find(|tab| &*tab.id == id) {
            _ if self.closed => Err(BrowserError::Closed),
            Some(tab) => Ok(tab),
            None => Err(BrowserError::TabClosed),
        }
    }

    /// The tab, to change it.
    pub fn tab_mut(&mut self, id: &str) -> Result<&mut Tab, BrowserError> {
        match self.tabs.iter_mut().find(|tab| &*tab.id == id) {
            _ if self.closed => Err(BrowserError::Closed),
            Some(tab) => Ok(tab),
            None => Err(BrowserError::TabClosed),
        }
    }

    /// The tab that a session belongs to: its own, or one of a frame in a process of its own.
    fn tab_of(&mut self, session: &str) -> Option<&mut Tab> {
        self.tabs.iter_mut().find(|tab| tab.owns(session))
    }
}

impl World {
    pub fn new() -> Arc<Self> {
        let (changes, _) = watch::channel(0);
        Arc::new(Self {
            state: Mutex::default(),
            changes,
        })
    }

    /// Reads what is known. The closure must be short.
    pub fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.lock())
    }

    /// Changes what is known and wakes those who wait.
    pub fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let outcome = change(&mut self.lock());
        self.changes.send_modify(|count| *count += 1);
        outcome
    }

    /// Waits until a look finds something.
    ///
    /// # Errors
    /// [`BrowserError::TimedOut`], naming what was waited for, when the deadline passes first.
    pub async fn wait_for<T>(
        &self,
        what: &str,
        patience: Duration,
        mut look: impl FnMut(&State) -> Option<T>,
    ) -> Result<T, BrowserError> {
        let deadline = Instant::now() + patience;
        let mut changes = self.changes.subscribe();
        loop {
            if let Some(found) = self.read(&mut look) {
                return Ok(found);
            }
            if !matches!(timeout_at(deadline, changes.changed()).await, Ok(Ok(()))) {
                return Err(BrowserError::TimedOut {
                    what: what.to_owned(),
                    after: patience,
                });
            }
        }
    }

    /// Resolves when something changes, or at the deadline.
    pub async fn changed_before(&self, deadline: Instant) {
        let mut changes = self.changes.subscribe();
        let _ = timeout_at(deadline, changes.changed()).await;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
