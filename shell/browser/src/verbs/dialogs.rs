//! Answering the dialogs that a page opens.

use std::time::Duration;

use serde_json::json;

use super::Done;
use crate::BrowserError;
use crate::outcome::{PerformRefusal, Trouble};
use crate::page::BrowserPage;
use crate::world::{Dialog, Tab};

/// Longest wait for a dialog.
const LONGEST: Duration = Duration::from_secs(60);

impl BrowserPage {
    /// Says yes to the open dialog, with a text where it asks for one.
    pub(crate) async fn accept_dialog(&self, text: Option<&str>) -> Done {
        self.answer_dialog(true, text).await
    }

    /// Says no to the open dialog.
    pub(crate) async fn dismiss_dialog(&self) -> Done {
        self.answer_dialog(false, None).await
    }

    /// Waits for a dialog and answers it if told how. What it says is the state.
    pub(crate) async fn wait_for_dialog(&self, patience: Duration, accept: Option<bool>) -> Done {
        let look = |tab: &Tab| tab.dialog.clone().or_else(|| tab.answered.clone());
        let opened = self
            .wait_for_tab("a dialog", patience.min(LONGEST), look)
            .await;
        let dialog = opened
            .map_err(|_| Trouble::Refused(PerformRefusal::Timeout, "no dialog opened".into()))?;
        match accept {
            Some(accept) => self.answer_dialog(accept, None).await,
            None => Ok(Some(dialog.line())),
        }
    }

    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Done {
        // Taken before the answer is sent: the page may open the next one before we hear back.
        let Some(dialog) = self.change_tab(|tab| tab.dialog.take())? else {
            return self.answered_already();
        };
        let text = text.unwrap_or(&dialog.default);
        let params = json!({ "accept": accept, "promptText": text });
        if let Err(error) = self.call_done("Page.handleJavaScriptDialog", params).await {
            self.put_back(dialog)?;
            return Err(error.into());
        }
        Ok(Some(dialog.line()))
    }

    /// An answer that did not arrive leaves the dialog open, unless another one is by now.
    fn put_back(&self, dialog: Dialog) -> Result<(), BrowserError> {
        self.change_tab(|tab| {
            tab.dialog.get_or_insert(dialog);
        })
    }

    /// An alert has only one answer and was given it as it opened.
    fn answered_already(&self) -> Done {
        let told = self.change_tab(|tab| tab.answered.take())?;
        told.map(|dialog| Some(dialog.line()))
            .ok_or_else(|| Trouble::Failed("no dialog is open".into()))
    }

    /// The dialog that the page waits for.
    pub(crate) fn open_dialog(&self) -> Option<Dialog> {
        self.read_tab(|tab| tab.dialog.clone()).ok().flatten()
    }
}
