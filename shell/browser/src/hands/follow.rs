//! Which tab is in front: tabs that the page opens are followed, tabs that close are left.

use super::{Hands, WINDOW};
use crate::BrowserError;
use crate::world::TabId;

impl Hands {
    /// Leaves a tab that has closed for the one that opened it, or else the newest.
    pub(super) fn leave_closed_tab(&mut self) -> Result<(), BrowserError> {
        let next = self.browser.world().read(|state| {
            if state.closed {
                return Err(BrowserError::Closed);
            }
            if state.tab(self.page.tab()).is_ok() {
                return Ok(None);
            }
            let opener = self
                .openers
                .get(self.page.tab())
                .filter(|opener| state.tab(opener).is_ok());
            let newest = state.tabs.last().map(|tab| &tab.id);
            opener
                .or(newest)
                .cloned()
                .map(Some)
                .ok_or(BrowserError::TabClosed)
        })?;
        if let Some(next) = next {
            self.take(next);
        }
        Ok(())
    }

    /// Goes to the tab that has opened since, if one has. `true` when it did.
    pub(super) async fn follow_new_tab(
        &mut self,
        opened_before: u64,
    ) -> Result<bool, BrowserError> {
        self.await_window(opened_before).await;
        let new = self.browser.world().read(|state| {
            let newest = state.tabs.last().filter(|_| state.opened > opened_before)?;
            (newest.id != *self.page.tab()).then(|| newest.id.clone())
        });
        let Some(new) = new else { return Ok(false) };
        let page = self.browser.page(new.clone());
        match page.ready().await {
            // It closed again at once, as windows of downloads do.
            Err(BrowserError::TabClosed) => return Ok(false),
            other => other?,
        }
        self.take(new);
        page.bring_to_front().await?;
        Ok(true)
    }

    /// The page asked for a window: it comes soon or, when it was blocked, never.
    async fn await_window(&self, opened_before: u64) {
        let world = self.browser.world();
        let asked =
            world.read(|state| state.tab(self.page.tab()).is_ok_and(|tab| tab.window_asked));
        if !asked {
            return;
        }
        let opened = |state: &crate::world::State| (state.opened > opened_before).then_some(());
        let _ = world.wait_for("a window", WINDOW, opened).await;
        world.change(|state| {
            state
                .tab_mut(self.page.tab())
                .map(|tab| tab.window_asked = false)
                .ok()
        });
    }

    /// Takes a tab as the one in front.
    pub(super) fn take(&mut self, tab: TabId) {
        let opener = self
            .browser
            .world()
            .read(|state| state.tab(&tab).ok()?.opener.clone());
        if let Some(opener) = opener {
            self.openers.insert(tab.clone(), opener);
        }
        self.page = self.browser.page(tab);
        self.seen = super::Seen::default();
    }
}
