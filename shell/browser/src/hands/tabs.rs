//! Tabs by number, as actions name them: the oldest is 0.

use serde_json::json;

use super::Hands;
use crate::BrowserError;
use crate::outcome::Trouble;
use crate::page::BrowserPage;
use crate::verbs::Done;

impl Hands {
    /// Opens a tab, on an address if there is one, and takes it if asked to.
    pub(super) async fn create_tab(&mut self, url: Option<&str>, active: bool) -> Done {
        let page = self.browser.open_tab().await?;
        let state = match url.filter(|url| !url.is_empty()) {
            Some(url) => page.navigate(url).await,
            None => Ok(None),
        };
        match (&state, active) {
            // A tab that shows nothing would only be in the way.
            (Err(_), _) => page.close().await?,
            (Ok(_), true) => {
                self.take(page.tab().clone());
                page.bring_to_front().await?;
            }
            (Ok(_), false) => self.page.bring_to_front().await?,
        }
        state
    }

    /// Takes another tab.
    pub(super) async fn switch_tab(&mut self, index: u32) -> Done {
        let page = self.tab_at(index)?;
        page.ready().await?;
        self.take(page.tab().clone());
        page.bring_to_front().await?;
        Ok(page.url().ok())
    }

    /// Closes a tab; the last one stays, for without it there would be nothing to look at.
    pub(super) async fn close_tab(&mut self, index: u32) -> Done {
        if self.browser.pages().len() < 2 {
            return Err(Trouble::Failed("the last tab stays open".into()));
        }
        self.tab_at(index)?.close().await?;
        self.leave_closed_tab()?;
        self.page.bring_to_front().await?;
        Ok(None)
    }

    /// Tells which tabs there are.
    pub(super) async fn list_tabs(&self) -> Done {
        let mut tabs = Vec::new();
        for (index, page) in self.browser.pages().into_iter().enumerate() {
            let info = match page.info().await {
                // It closed while we looked.
                Err(BrowserError::TabClosed) => continue,
                other => other?,
            };
            let active = page.tab() == self.page.tab();
            tabs.push(
                json!({ "index": index, "url": info.url, "title": info.title, "active": active }),
            );
        }
        Ok(Some(serde_json::Value::Array(tabs).to_string()))
    }

    fn tab_at(&self, index: u32) -> Result<BrowserPage, Trouble> {
        let page = usize::try_from(index)
            .ok()
            .and_then(|index| self.browser.pages().into_iter().nth(index));
        page.ok_or_else(|| Trouble::invalid(format!("there is no tab {index}")))
    }
}
