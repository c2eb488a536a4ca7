//! One pair of hands on a browser: looks at the tab in front, acts on what it saw, follows the page.

mod act;
mod decision;
mod follow;
mod received;
mod seen;
mod tabs;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use screen_agent_action::{Action, EffectClass};
use screen_agent_wire::extension::capture::PageCapture;
use screen_agent_wire::packet::document::CaptureDocument;

use crate::outcome::{Observations, PerformError, PerformRefusal, Performed, Trouble};
use crate::page::{BrowserPage, Patience};
use crate::target::Basis;
use crate::world::TabId;
use crate::{Browser, BrowserError, Format, Shot};
use seen::Seen;

pub use decision::DecidedAction;

/// Looks and acts. One task drives one pair of hands.
#[derive(Debug)]
pub struct Hands {
    browser: Browser,
    /// The tab in front.
    page: BrowserPage,
    /// Which tab opened which, for as long as either may be gone back to.
    openers: HashMap<TabId, TabId>,
    seen: Seen,
    /// What the action under way was decided on.
    basis: Option<Arc<Basis>>,
    /// Files that may be handed to pages, by name.
    lent: BTreeMap<String, PathBuf>,
    /// How many of the files that pages gave were told of.
    received: usize,
    /// Something was entered last, which a page may be about to save by itself.
    entered: bool,
}

/// What there was before an action, to tell what it changed.
struct Before {
    url: String,
    documents: u64,
    requests: u64,
    tabs_opened: u64,
    changes: Option<u64>,
}

impl Hands {
    /// Takes a tab: the first one of a browser that we started, a new one of a person's.
    ///
    /// # Errors
    /// When the browser is gone or opens no tab.
    pub async fn on(browser: Browser) -> Result<Self, BrowserError> {
        let page = match browser.pages().into_iter().next() {
            Some(page) => page,
            None => browser.open_tab().await?,
        };
        Ok(Self {
            browser,
            page,
            openers: HashMap::new(),
            seen: Seen::default(),
            basis: None,
            lent: BTreeMap::new(),
            received: 0,
            entered: false,
        })
    }

    /// Waits until the page has done what the last entry makes it do by itself, such as saving it.
    pub async fn linger(&self) {
        if self.entered {
            // A page that is gone has nothing left to do.
            let _ = self.page.settle(Patience::LAST).await;
        }
    }

    /// Lets these files, and no others, be handed to pages that ask for some; each goes by its name alone.
    pub fn lend(&mut self, files: impl IntoIterator<Item = (String, PathBuf)>) {
        self.lent = files.into_iter().collect();
    }

    /// Goes on in this tab: a person had the browser to themselves, and left it in front.
    pub fn go_on_in(&mut self, page: &BrowserPage) {
        if page.tab() != self.page.tab() {
            self.take(page.tab().clone());
        }
    }

    /// The tab that is looked at.
    pub fn page(&self) -> &BrowserPage {
        &self.page
    }

    /// The browser.
    pub fn browser(&self) -> &Browser {
        &self.browser
    }

    /// Ends the browser if we started it.
    pub async fn close(self) {
        self.browser.close().await;
    }

    /// Goes to an address and waits until the page can be used.
    ///
    /// # Errors
    /// As an action would report it.
    pub async fn open(&mut self, url: &str) -> Result<(), PerformError> {
        let action = Action::Navigate {
            url: url.to_owned(),
            new_tab: false,
        };
        match self.perform(DecidedAction::from(&action)).await.error {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Looks at the page. What is acted on later is checked against what this look showed.
    ///
    /// # Errors
    /// When the tab crashed or the browser is gone. A tab that closed is left for the one that
    /// opened it.
    pub async fn observe(&mut self) -> Result<PageCapture, BrowserError> {
        self.leave_closed_tab()?;
        let capture = self.page.observe().await?;
        self.seen.remember(&capture);
        Ok(capture)
    }

    /// Captures what can be read on the page in front, in view or not.
    ///
    /// # Errors
    /// As for a look; a dialog is one here, for it says nothing about the document.
    pub async fn capture(&mut self) -> Result<CaptureDocument, BrowserError> {
        self.leave_closed_tab()?;
        self.page.capture().await
    }

    /// Performs an action on what a capture showed, as [`Self::perform`] does on what a look showed.
    pub async fn perform_on_capture(&mut self, action: &Action) -> Performed {
        if let Some(id) = action.target() {
            let vouched = self.page.vouch(id.as_str()).await;
            if let Err(trouble) = vouched {
                let error = trouble.into_error(action.entry().tag, Some(id.as_str().to_owned()));
                return Performed::failed(error);
            }
        }
        self.perform(action).await
    }

    /// Loads the page in front again.
    ///
    /// # Errors
    /// As an action would report it.
    pub async fn reload(&mut self) -> Result<(), PerformError> {
        let reloaded = self.page.reload().await;
        reloaded
            .map(|_| ())
            .map_err(|trouble| trouble.into_error("refresh", None))
    }

    /// A picture of what is in view, small enough for a model.
    ///
    /// # Errors
    /// When the tab is gone.
    pub async fn screenshot(&self) -> Result<crate::ActionFile, BrowserError> {
        self.page.picture(&Shot::View, Format::Jpeg(70)).await
    }

    /// Performs an action and waits until the page has answered it.
    ///
    /// It never fails otherwise than by its report. What it was decided on is compared in the page
    /// in the moment of acting: where anything is different it is stale, and nothing is done.
    pub async fn perform(&mut self, decision: impl Into<DecidedAction>) -> Performed {
        let decision = decision.into();
        self.open_firewall(&decision);
        let action = &decision.action;
        self.basis = self.seen.basis(&decision);
        let name = action.entry().tag;
        let target = action.target().map(|id| id.as_str().to_owned());
        match self.try_perform(action).await {
            Ok(performed) => received::told(performed, name, target),
            Err(trouble) => {
                let error = trouble.into_error(name, target);
                tracing::debug!(action = name, code = error.code.word(), "not performed");
                Performed::failed(error)
            }
        }
    }

    /// An address that was decided on is open, and so is where a page that is open itself leads by a
    /// control that was decided on. What either redirects to is not.
    fn open_firewall(&self, decision: &DecidedAction) {
        let said = decision.action.address();
        let basis = decision.basis.as_ref();
        let Some(firewall) = self.browser.world().read(|state| state.firewall.clone()) else {
            return;
        };
        let led = basis
            .filter(|basis| firewall.is_open(&basis.origin))
            .and_then(|basis| basis.target.as_ref()?.d.as_ref())
            .map(|facts| [facts.href.as_deref(), facts.action.as_deref()]);
        let led = led.into_iter().flatten().flatten();
        said.into_iter()
            .chain(led)
            .for_each(|url| firewall.open(url));
    }

    async fn try_perform(&mut self, action: &Action) -> Result<Performed, Trouble> {
        let decided_on = self.page.tab().clone();
        self.leave_closed_tab()?;
        // The tab behind it may know the same id, for another element.
        if *self.page.tab() != decided_on && act::changes_page(action) {
            let gone = "the tab that it was meant for has closed".to_owned();
            return Err(Trouble::Refused(PerformRefusal::NotFound, gone));
        }
        let before = self.before().await;
        let result = self.act(action).await;
        // Scrolling, and leaving a field, save nothing.
        if act::changes_page(action) && action.effect() != EffectClass::Moves {
            self.entered = act::enters(action);
        }
        // Even what failed may have moved the page; whoever looks next shall see it at rest.
        let settled = match act::changes_page(action) {
            true => self.settle(&before, act::settling(action)).await,
            false => Ok(()),
        };
        let mut performed = result?;
        settled?;
        performed.observations = self.observations(&before).await;
        performed.received = self.received().await;
        Ok(performed)
    }

    /// Waits for the page, and follows it into a tab that it opened.
    async fn settle(&mut self, before: &Before, patience: Patience) -> Result<(), BrowserError> {
        match self.page.settle(patience).await {
            Ok(_) | Err(BrowserError::TabClosed | BrowserError::TimedOut { .. }) => {}
            Err(error) => return Err(error),
        }
        self.leave_closed_tab()?;
        if self.follow_new_tab(before.tabs_opened).await? {
            self.page.settle(Patience::NAVIGATION).await?;
        }
        Ok(())
    }

    async fn before(&self) -> Before {
        let page = &self.page;
        let changes = page.changes().await;
        self.browser.world().read(|state| {
            let tab = state.tab(self.page.tab()).ok();
            Before {
                url: tab.map(|tab| tab.url.clone()).unwrap_or_default(),
                documents: tab.map_or(0, |tab| tab.frames.documents),
                requests: tab.map_or(0, |tab| tab.network.made),
                tabs_opened: state.opened,
                changes,
            }
        })
    }

    async fn observations(&self, before: &Before) -> Observations {
        let now = self.before().await;
        let other_tab = now.tabs_opened != before.tabs_opened;
        let other_document = other_tab || now.documents != before.documents;
        Observations {
            network: other_document || now.requests != before.requests,
            dom: other_document || now.changes != before.changes,
            url: now.url != before.url,
        }
    }
}

/// How long a window that a page asked for may take to open.
const WINDOW: Duration = Duration::from_secs(2);
