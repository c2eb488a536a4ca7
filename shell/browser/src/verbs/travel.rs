//! Going to pages, back and forth, and waiting.

use std::time::Duration;

use screen_agent_action::query::search_engine;
use serde::Deserialize;
use serde_json::json;
use url::Url;

use super::Done;
use crate::BrowserError;
use crate::outcome::{PerformRefusal, Trouble};
use crate::page::{BrowserPage, Patience};
use crate::world::State;

/// How long the browser may take to tell of a file that it was led to.
const TOLD: Duration = Duration::from_secs(2);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Navigation {
    error_text: Option<String>,
    #[serde(default)]
    is_download: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct History {
    current_index: i64,
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: i64,
}

impl BrowserPage {
    /// Loads an address in this tab and waits until it can be used.
    pub(crate) async fn navigate(&self, url: &str) -> Done {
        let url = address(url)?;
        // A crashed tab is brought back by this very call.
        let session = self.any_session()?;
        let before = self.world().read(|state| state.downloads.len());
        let reply = self
            .connection()
            .send(
                Some(&session),
                "Page.navigate",
                json!({ "url": url.as_str() }),
            )
            .within(Patience::DOCUMENT);
        let navigation: Navigation = match self.unless_dialog(reply.read()).await {
            Err(BrowserError::DialogOpen) => {
                return Ok(Some("the page asks whether to leave".into()));
            }
            other => other?,
        };
        if navigation.is_download == Some(true) {
            // Whether or not the browser tells of the file, nothing else comes of it.
            let told = |state: &State| (state.downloads.len() > before).then_some(());
            let _ = self.world().wait_for("a file", TOLD, told).await;
            return Ok(Some("the address is a download".into()));
        }
        if let Some(error) = navigation.error_text.filter(|text| !text.is_empty()) {
            let firewall = self.world().read(|state| state.firewall.clone());
            let fault = firewall.and_then(|firewall| firewall.fault(url.as_str()));
            let why = fault.map_or(error, |fault| fault.to_string());
            return Err(Trouble::Network(format!("the page did not load: {why}")));
        }
        self.arrived().await
    }

    /// Goes one page back (-1) or forth (1) in the tab's history.
    pub(crate) async fn go(&self, by: i64) -> Done {
        let history: History = self.call("Page.getNavigationHistory", json!({})).await?;
        let wanted = usize::try_from(history.current_index + by).ok();
        let Some(entry) = wanted.and_then(|index| history.entries.get(index)) else {
            let way = if by < 0 { "back" } else { "forward" };
            return Err(Trouble::Failed(format!("there is no page to go {way} to")));
        };
        let before = self.documents()?;
        let params = json!({ "entryId": entry.id });
        match self
            .unless_dialog(self.call_done("Page.navigateToHistoryEntry", params))
            .await
        {
            Err(BrowserError::DialogOpen) => {
                return Ok(Some("the page asks whether to leave".into()));
            }
            other => other?,
        }
        self.document_after(before).await?;
        self.arrived().await
    }

    /// Loads the page again and waits until it can be used.
    pub(crate) async fn reload(&self) -> Done {
        let before = self.documents()?;
        let reloaded = self.call_done("Page.reload", json!({}));
        match self.unless_dialog(reloaded).await {
            Err(BrowserError::DialogOpen) => {
                return Ok(Some("the page asks whether to leave".into()));
            }
            other => other?,
        }
        self.document_after(before).await?;
        self.arrived().await
    }

    /// Waits until the new page can be used.
    async fn arrived(&self) -> Done {
        match self.settle(Patience::NAVIGATION).await? || self.is_parsed()? {
            true => Ok(self.url().ok()),
            false => Err(Trouble::Refused(
                PerformRefusal::Timeout,
                "the page takes too long to load".into(),
            )),
        }
    }

    /// Waits until the tab shows another document, or another place of the same one.
    async fn document_after(&self, before: (u64, String)) -> Result<(), BrowserError> {
        const BEGUN: Duration = Duration::from_secs(5);
        let look = |state: &crate::world::State| {
            let tab = state.tab(self.tab()).ok()?;
            (tab.frames.documents != before.0 || tab.url != before.1 || tab.dialog.is_some())
                .then_some(())
        };
        match self.world().wait_for("the page", BEGUN, look).await {
            // The same address again within one document tells nothing.
            Err(BrowserError::TimedOut { .. }) => Ok(()),
            other => other,
        }
    }

    fn documents(&self) -> Result<(u64, String), BrowserError> {
        self.read_tab(|tab| (tab.frames.documents, tab.url.clone()))
    }

    fn is_parsed(&self) -> Result<bool, BrowserError> {
        self.read_tab(|tab| tab.frames.parsed)
    }
}

/// Longest a plain wait may take, in seconds.
const LONGEST_WAIT: f64 = 30.0;

/// Waits, as an action asked to.
pub(crate) async fn wait(seconds: f64) -> Done {
    if !seconds.is_finite() || seconds < 0.0 {
        return Err(Trouble::invalid(
            "the time to wait is not a number of seconds",
        ));
    }
    tokio::time::sleep(Duration::from_secs_f64(seconds.min(LONGEST_WAIT))).await;
    Ok(None)
}

/// Only the web is gone to. The gate has decided before whether this place may be.
fn address(text: &str) -> Result<Url, Trouble> {
    let url = Url::parse(text.trim()).map_err(|_| Trouble::invalid("this is not an address"))?;
    match url.scheme() {
        "http" | "https" => Ok(url),
        "about" if url.as_str() == "about:blank" => Ok(url),
        _ => Err(Trouble::invalid(
            "only http and https addresses can be opened",
        )),
    }
}

/// The result page of a search engine.
pub(crate) fn search_address(query: &str, engine: Option<&str>) -> Result<String, Trouble> {
    let engine =
        search_engine(engine).ok_or_else(|| Trouble::invalid("this search engine is not known"))?;
    let url = Url::parse_with_params(engine.page, [(engine.parameter, query)]);
    url.map(String::from)
        .map_err(|_| Trouble::invalid("this cannot be searched for"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_web_addresses_are_gone_to() {
        for (text, fine) in [
            ("https://example.org/a?b#c", true),
            ("http://127.0.0.1:8080/", true),
            ("about:blank", true),
            ("javascript:alert(1)", false),
            ("file:///etc/passwd", false),
            ("chrome://settings", false),
            ("data:text/html,x", false),
            ("/relative", false),
        ] {
            assert_eq!(address(text).is_ok(), fine, "{text}");
        }
    }

    #[test]
    fn a_query_cannot_leave_its_parameter() {
        assert_eq!(
            search_address("a&b=c #d", None).unwrap(),
            "https://duckduckgo.com/?q=a%26b%3Dc+%23d"
        );
        assert!(search_address("x", Some("unheard of")).is_err());
    }
}
