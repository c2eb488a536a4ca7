//! Waiting until a page has done what an action started, and no longer.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::BrowserPage;
use super::bundle::call;
use crate::BrowserError;
use crate::world::Tab;

/// How long to wait for what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// For pictures and the like, once the document is read.
    pub rest: Duration,
    /// For requests that the page makes by script, counted from the first look.
    pub requests: Duration,
    /// For changes of the document to end.
    pub changes: Duration,
    /// How long nothing may change before the page counts as still.
    pub quiet: Duration,
    /// How long the page is watched at least.
    pub begins: Duration,
    /// For what says of itself that it is still to come: skeletons, spinners, regions that are busy.
    pub busy: Duration,
}

impl Patience {
    /// For a document to come and be read, whatever else is waited for.
    pub const DOCUMENT: Duration = Duration::from_secs(15);

    /// After a click, a key, a choice.
    pub const ACTION: Self = Self {
        rest: Duration::from_secs(2),
        requests: Duration::from_secs(3),
        changes: Duration::from_secs(1),
        quiet: Duration::from_millis(30),
        begins: BEGINS,
        busy: Duration::from_secs(4),
    };

    /// After scrolling: lists that grow look at how far one came, and only then begin to.
    pub const SCROLL: Self = Self {
        begins: Duration::from_millis(120),
        ..Self::ACTION
    };

    /// Before the browser is closed on a page that something was entered on: what it saves by itself begins only once
    /// nobody has typed for a while.
    pub const LAST: Self = Self {
        requests: Duration::from_secs(5),
        begins: Duration::from_millis(1200),
        ..Self::ACTION
    };

    /// After going to another page.
    pub const NAVIGATION: Self = Self {
        rest: Duration::from_secs(5),
        requests: Duration::from_secs(4),
        changes: Duration::from_millis(1500),
        quiet: Duration::from_millis(50),
        begins: BEGINS,
        busy: Duration::from_secs(8),
    };
}

/// What a page does at an action it begins within a frame or two.
const BEGINS: Duration = Duration::from_millis(20);

/// What began so far: equal counts mean that nothing began in between.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Begun {
    documents: u64,
    requests: u64,
}

/// When each kind of waiting ends, for one settling.
struct Ends {
    document: Instant,
    requests: Instant,
    /// Known once the document is read.
    rest: Option<Instant>,
}

impl BrowserPage {
    /// Waits for loads, requests and changes to come to rest. `false` when a document took too long.
    ///
    /// # Errors
    /// When the tab or the browser is gone. A dialog is rest: the page does nothing else.
    pub(crate) async fn settle(&self, patience: Patience) -> Result<bool, BrowserError> {
        let start = Instant::now();
        let mut ends = Ends {
            document: start + Patience::DOCUMENT,
            requests: start + patience.requests,
            rest: None,
        };
        loop {
            if self.has_dialog() {
                return Ok(true);
            }
            if !self.loaded(&mut ends, patience.rest).await? {
                return Ok(false);
            }
            let before = self.begun()?;
            match self.still(patience).await {
                // The next document has to be waited for in turn.
                Ok(()) | Err(BrowserError::Gone) => {}
                Err(BrowserError::DialogOpen) => return Ok(true),
                Err(error) => return Err(error),
            }
            let begun = self.begun()?;
            let quiet = begun == before && self.wait_at(&mut ends, patience.rest)?.is_none();
            if quiet || (begun.documents == before.documents && Instant::now() >= ends.requests) {
                return Ok(true);
            }
        }
    }

    /// Waits for documents and requests. `false` when a document took too long.
    async fn loaded(&self, ends: &mut Ends, rest: Duration) -> Result<bool, BrowserError> {
        while let Some(until) = self.wait_at(ends, rest)? {
            if Instant::now() >= ends.document {
                return Ok(false);
            }
            self.world().changed_before(until.min(ends.document)).await;
        }
        Ok(true)
    }

    /// Waits until the document stops changing.
    async fn still(&self, patience: Patience) -> Result<(), BrowserError> {
        let world = self.top_world().await?;
        let options = json!({
            "quiet": patience.quiet.as_millis(),
            "min": patience.begins.as_millis(),
            "timeout": patience.changes.as_millis(),
            "busy": patience.busy.as_millis(),
        });
        self.run::<Value>(&world, &call("stable", &[options]))
            .await
            .map(drop)
    }

    fn begun(&self) -> Result<Begun, BrowserError> {
        self.read_tab(|tab| Begun {
            documents: tab.frames.documents,
            requests: tab.network.awaited,
        })
    }

    /// When to look again; `None` when there is nothing to wait for.
    fn wait_at(&self, ends: &mut Ends, rest: Duration) -> Result<Option<Instant>, BrowserError> {
        self.read_tab(|tab| busy_until(tab, ends, rest))
    }
}

/// What is not read yet is waited for to the end; what only decorates a document that can be read,
/// for a while.
fn busy_until(tab: &Tab, ends: &mut Ends, rest: Duration) -> Option<Instant> {
    /// How often to look at a navigation that may come to nothing, which no event tells.
    const AGAIN: Duration = Duration::from_millis(50);
    let now = Instant::now();
    if tab.frames.is_document_due() {
        return Some(now + AGAIN);
    }
    if tab.frames.is_loading() {
        let end = *ends.rest.get_or_insert(now + rest);
        return (now < end).then_some(end.min(now + AGAIN));
    }
    tab.network
        .busy_until()
        .map(|end| end.min(ends.requests))
        .filter(|end| *end > now)
}
