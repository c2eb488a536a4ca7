//! Waiting until a page has done what an action started, and no longer.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::Page;
use super::bundle::call;
use crate::BrowserError;
use crate::world::{State, Tab};

/// How long to wait for what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// For everything together.
    pub total: Duration,
    /// For pictures and the like, once the document is read.
    pub rest: Duration,
    /// How long nothing may change before the page counts as still.
    pub quiet: Duration,
}

impl Patience {
    /// After a click, a key, a choice.
    pub const ACTION: Self = Self {
        total: Duration::from_secs(5),
        rest: Duration::from_secs(2),
        quiet: Duration::from_millis(30),
    };

    /// After going to another page.
    pub const NAVIGATION: Self = Self {
        total: Duration::from_secs(15),
        rest: Duration::from_secs(5),
        quiet: Duration::from_millis(50),
    };
}

/// How often the page changed its mind so far: equal counts mean that nothing began in between.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Counts {
    documents: u64,
    requests: u64,
}

impl Page {
    /// Waits for loads, requests and changes to come to rest. `false` when patience ran out first.
    ///
    /// # Errors
    /// When the tab or the browser is gone. A dialog is rest: the page does nothing else.
    pub(crate) async fn settle(&self, patience: Patience) -> Result<bool, BrowserError> {
        let deadline = Instant::now() + patience.total;
        while Instant::now() < deadline {
            if self.has_dialog() || !self.loaded_by(deadline, patience.rest).await? {
                break;
            }
            let before = self.counts()?;
            match self.still_by(deadline, patience.quiet).await {
                Ok(()) | Err(BrowserError::Gone) => {}
                Err(BrowserError::DialogOpen) => break,
                Err(error) => return Err(error),
            }
            if self.counts()? == before && !self.is_busy()? {
                return Ok(true);
            }
        }
        Ok(self.has_dialog())
    }

    /// Waits for documents and requests. `false` at the deadline.
    async fn loaded_by(&self, deadline: Instant, rest: Duration) -> Result<bool, BrowserError> {
        let mut rest_ends = None;
        loop {
            let now = Instant::now();
            let wait = self.world().read(|state| {
                state
                    .tab(self.tab())
                    .map(|tab| busy_until(tab, now, deadline, &mut rest_ends, rest))
            })?;
            match wait {
                None => return Ok(true),
                Some(_) if now >= deadline => return Ok(false),
                Some(until) => self.world().changed_before(until.min(deadline)).await,
            }
        }
    }

    /// Waits until the document stops changing.
    async fn still_by(&self, deadline: Instant, quiet: Duration) -> Result<(), BrowserError> {
        let world = self.top_world().await?;
        let left = deadline.saturating_duration_since(Instant::now());
        let options = json!({ "quiet": quiet.as_millis(), "timeout": left.as_millis().min(1500) });
        self.run::<Value>(&world, &call("stable", &[options]))
            .await
            .map(drop)
    }

    fn counts(&self) -> Result<Counts, BrowserError> {
        self.world().read(|state: &State| {
            let tab = state.tab(self.tab())?;
            Ok(Counts {
                documents: tab.frames.documents,
                requests: tab.network.made,
            })
        })
    }

    fn is_busy(&self) -> Result<bool, BrowserError> {
        self.world().read(|state| {
            let tab = state.tab(self.tab())?;
            Ok(tab.frames.is_main_busy() || tab.network.busy_until().is_some())
        })
    }
}

/// When to look again; `None` when there is nothing to wait for.
///
/// What is not read yet is waited for to the end; what only decorates a document that can be read,
/// for a while.
fn busy_until(
    tab: &Tab,
    now: Instant,
    deadline: Instant,
    rest_ends: &mut Option<Instant>,
    rest: Duration,
) -> Option<Instant> {
    /// How often to look at a navigation that may come to nothing, which no event tells.
    const AGAIN: Duration = Duration::from_millis(50);
    let main_busy = tab.frames.is_main_busy();
    if main_busy && !tab.frames.parsed {
        return Some(deadline);
    }
    if !main_busy && !tab.frames.is_inner_busy() {
        return tab.network.busy_until();
    }
    let ends = *rest_ends.get_or_insert(now + rest);
    (now < ends).then_some(ends.min(now + AGAIN))
}
