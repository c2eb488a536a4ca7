//! Tabs.

use serde_json::json;

use crate::BrowserError;
use crate::error::bounded;
use crate::page::{BrowserPage, TabInfo};

/// Longest title that is told, in characters.
const LONGEST_TITLE: usize = 200;

impl BrowserPage {
    /// Puts the tab in front.
    pub(crate) async fn bring_to_front(&self) -> Result<(), BrowserError> {
        self.call_done("Page.bringToFront", json!({})).await
    }

    /// Closes the tab, without asking the page.
    ///
    /// # Errors
    /// When the browser is gone.
    pub async fn close(&self) -> Result<(), BrowserError> {
        let params = json!({ "targetId": &**self.tab() });
        self.connection()
            .send(None, "Target.closeTarget", params)
            .done()
            .await?;
        let gone = |state: &crate::world::State| state.tab(self.tab()).is_err().then_some(());
        self.world()
            .wait_for("the tab to close", std::time::Duration::from_secs(5), gone)
            .await
    }

    /// Ends the tab's renderer, as a fault in it would. For tests of what follows.
    pub async fn crash(&self) {
        let Ok(session) = self.session() else { return };
        let _ = self
            .connection()
            .send(Some(&session), "Page.crash", json!({}))
            .done()
            .await;
    }

    /// The tab as it is listed. A page that cannot be asked has no title.
    pub(crate) async fn info(&self) -> Result<TabInfo, BrowserError> {
        let title = match self.has_dialog() {
            true => String::new(),
            false => self
                .run_on_top::<String>("document.title")
                .await
                .unwrap_or_default(),
        };
        Ok(TabInfo {
            url: self.url()?,
            title: bounded(&title, LONGEST_TITLE),
        })
    }
}
