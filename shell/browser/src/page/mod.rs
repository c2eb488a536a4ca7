//! One tab, as something to look at and to act on.

mod bundle;
mod cast;
mod closed_roots;
mod frames;
mod locate;
mod observe;
mod read;
mod settle;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub(crate) use bundle::call as bundle_call;
pub use cast::{Cast, LivePicture};
pub(crate) use locate::Found;
pub(crate) use settle::Patience;

use crate::BrowserError;
use crate::cdp::{Connection, SessionId};
use crate::world::{Health, State, Tab, TabId, World};

/// One tab, as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TabInfo {
    /// Its page.
    pub url: String,
    /// What the page calls itself; data, bounded.
    pub title: String,
}

/// A tab. Cheap to clone; outlives the tab, whose calls then fail with a typed error.
#[derive(Clone)]
pub struct BrowserPage {
    connection: Connection,
    world: Arc<World>,
    tab: TabId,
    /// Which frame each number stood for at the last look.
    numbered: Arc<Mutex<frames::Numbered>>,
}

/// How long a freshly attached tab may take to be set up.
const SET_UP: Duration = Duration::from_secs(10);

impl BrowserPage {
    pub(crate) fn new(connection: Connection, world: Arc<World>, tab: TabId) -> Self {
        Self {
            connection,
            world,
            tab,
            numbered: Arc::default(),
        }
    }

    pub(crate) fn tab(&self) -> &TabId {
        &self.tab
    }

    /// True for the same tab, whatever page it shows.
    pub fn is_same_tab(&self, other: &Self) -> bool {
        self.tab == other.tab
    }

    pub(crate) fn world(&self) -> &Arc<World> {
        &self.world
    }

    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Reads something that is known of the tab.
    pub(crate) fn read_tab<T>(&self, look: impl FnOnce(&Tab) -> T) -> Result<T, BrowserError> {
        self.world.read(|state| state.tab(&self.tab).map(look))
    }

    /// Changes something that is known of the tab.
    pub(crate) fn change_tab<T>(
        &self,
        change: impl FnOnce(&mut Tab) -> T,
    ) -> Result<T, BrowserError> {
        self.world
            .change(|state| state.tab_mut(&self.tab).map(change))
    }

    /// Waits until something is found of the tab, or until it is gone.
    pub(crate) async fn wait_for_tab<T>(
        &self,
        what: &str,
        patience: Duration,
        look: impl Fn(&Tab) -> Option<T>,
    ) -> Result<T, BrowserError> {
        let look = |state: &State| state.tab(&self.tab).map(&look).transpose();
        self.world.wait_for(what, patience, look).await?
    }

    /// Where the tab is now.
    ///
    /// # Errors
    /// When the tab or the browser is gone.
    pub fn url(&self) -> Result<String, BrowserError> {
        self.read_tab(|tab| tab.url.clone())
    }

    /// Waits until the tab is set up.
    pub(crate) async fn ready(&self) -> Result<(), BrowserError> {
        let started = |tab: &Tab| (tab.health != Health::Starting).then_some(());
        self.wait_for_tab("a new tab", SET_UP, started).await
    }

    /// The session of a page that is alive.
    pub(crate) fn session(&self) -> Result<SessionId, BrowserError> {
        self.read_tab(|tab| match tab.health {
            Health::Crashed => Err(BrowserError::TabCrashed),
            Health::Starting | Health::Alive => Ok(tab.session.clone()),
        })?
    }

    /// The session of a page, crashed or not.
    pub(crate) fn any_session(&self) -> Result<SessionId, BrowserError> {
        self.read_tab(|tab| tab.session.clone())
    }

    /// A call that the browser itself answers, whatever its page is doing.
    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        method: &'static str,
        params: Value,
    ) -> Result<T, BrowserError> {
        self.connection
            .call(Some(&self.session()?), method, params)
            .await
    }

    /// The same, when the answer holds nothing.
    pub(crate) async fn call_done(
        &self,
        method: &'static str,
        params: Value,
    ) -> Result<(), BrowserError> {
        self.connection
            .send(Some(&self.session()?), method, params)
            .done()
            .await
    }

    /// Work that needs the page's own thread, which a dialog stops.
    pub(crate) async fn unless_dialog<T>(
        &self,
        work: impl Future<Output = Result<T, BrowserError>>,
    ) -> Result<T, BrowserError> {
        tokio::select! {
            biased;
            outcome = work => outcome,
            () = self.dialog_opens() => Err(BrowserError::DialogOpen),
        }
    }

    /// Input events, sent together and in order.
    ///
    /// A dialog that they open holds the page and so their answers back; they were delivered.
    pub(crate) async fn input(
        &self,
        method: &'static str,
        events: impl IntoIterator<Item = Value>,
    ) -> Result<(), BrowserError> {
        let session = self.session()?;
        let send = |event| self.connection.send(Some(&session), method, event);
        let replies: Vec<_> = events.into_iter().map(send).collect();
        let answered = async {
            for reply in replies {
                reply.done().await?;
            }
            Ok(())
        };
        match self.unless_dialog(answered).await {
            Err(BrowserError::DialogOpen) => Ok(()),
            other => other,
        }
    }

    /// True while the page waits for an answer to a dialog.
    pub(crate) fn has_dialog(&self) -> bool {
        self.read_tab(|tab| tab.dialog.is_some()).unwrap_or(false)
    }

    async fn dialog_opens(&self) {
        const EVER: Duration = Duration::from_secs(3600);
        let look = |state: &State| state.tab(&self.tab).ok()?.dialog.is_some().then_some(());
        // The work that races with this one has a deadline of its own, far shorter.
        let _ = self.world.wait_for("a dialog", EVER, look).await;
    }
}

impl std::fmt::Debug for BrowserPage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Page")
            .field("tab", &self.tab)
            .finish_non_exhaustive()
    }
}
