//! What a browser holds of signing in: cookies, and what sites keep in it. Read from one, and put into another.
//!
//! A site's local storage is reached by nobody but its own documents. So a tab is opened in which every address answers with
//! an empty page of ours: nothing is asked of the network, and none of the site's code runs.

use std::time::Duration;

use screen_agent_wire::extension::profile::{StorageState, StoredCookie, StoredItem, StoredOrigin};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::timeout;

use crate::BrowserError;
use crate::browser::Browser;
use crate::page::{BrowserPage, Patience};

/// What each address answers with meanwhile.
const EMPTY: &str = r#"{"status": 200, "contentType": "text/html", "body": "<!doctype html>"}"#;
/// Longest time for one site.
const PATIENCE: Duration = Duration::from_secs(5);
/// All of a site's local storage.
const READ: &str =
    "Object.keys(localStorage).map(name => ({ name, value: localStorage.getItem(name) }))";

#[derive(Deserialize)]
struct Cookies {
    cookies: Vec<StoredCookie>,
}

impl Browser {
    /// What it holds just now, of all sites that it showed a page of.
    ///
    /// # Errors
    /// When the browser is gone.
    pub async fn storage(&self) -> Result<StorageState, BrowserError> {
        let held: Cookies = self
            .connection()
            .call(None, "Storage.getCookies", self.of_ours(Map::new()))
            .await?;
        let mut state = StorageState {
            cookies: held.cookies,
            origins: Vec::new(),
        };
        let shown = self.world().read(|state| state.origins.clone());
        if shown.is_empty() {
            return Ok(state);
        }
        let tab = self.empty_tab().await?;
        for origin in shown {
            // A site whose page cannot be had keeps nothing that another run could be given.
            if let Ok(local_storage) = kept_of(&tab, &origin).await
                && !local_storage.is_empty()
            {
                state.origins.push(StoredOrigin {
                    origin,
                    local_storage,
                });
            }
        }
        tab.close().await?;
        Ok(state)
    }

    /// Puts in what another held. What this one does not take, it is without.
    ///
    /// # Errors
    /// When the browser is gone.
    pub async fn restore(&self, state: &StorageState) -> Result<(), BrowserError> {
        let set = |cookie: &StoredCookie| {
            let cookies = Map::from_iter([("cookies".to_owned(), json!([given(cookie)]))]);
            let params = self.of_ours(cookies);
            self.connection().send(None, "Storage.setCookies", params)
        };
        // Each by itself, so that one which is refused takes no other with it.
        let replies: Vec<_> = state.cookies.iter().map(set).collect();
        for reply in replies {
            if let Err(BrowserError::Closed) = reply.done().await {
                return Err(BrowserError::Closed);
            }
        }
        if state.origins.is_empty() {
            return Ok(());
        }
        let tab = self.empty_tab().await?;
        for of in &state.origins {
            let items = json!(of.local_storage);
            let code = format!(
                "{items}.map(({{ name, value }}) => localStorage.setItem(name, value)).length"
            );
            let put: Result<Value, BrowserError> = on_site(&tab, &of.origin, &code).await;
            if let Err(BrowserError::Closed) = put {
                return Err(BrowserError::Closed);
            }
        }
        tab.close().await
    }

    /// A tab in which nothing is asked of the network.
    async fn empty_tab(&self) -> Result<BrowserPage, BrowserError> {
        let tab = self.open_tab().await?;
        tab.call_done("Network.setBypassServiceWorker", json!({ "bypass": true }))
            .await?;
        match tab.mock("*", EMPTY).await {
            Ok(_) => Ok(tab),
            Err(_) => Err(BrowserError::TabClosed),
        }
    }

    /// In a browser that is a person's, our part of it.
    fn of_ours(&self, mut params: Map<String, Value>) -> Value {
        if let Some(context) = self.apart() {
            params.insert("browserContextId".to_owned(), json!(context));
        }
        Value::Object(params)
    }
}

async fn kept_of(tab: &BrowserPage, origin: &str) -> Result<Vec<StoredItem>, BrowserError> {
    on_site(tab, origin, READ).await
}

/// Runs code of ours in an empty page of a site.
async fn on_site<T: serde::de::DeserializeOwned>(
    tab: &BrowserPage,
    origin: &str,
    code: &str,
) -> Result<T, BrowserError> {
    let code = format!("(location.origin === {} ? {code} : null)", json!(origin));
    let work = async {
        if tab.navigate(&format!("{origin}/")).await.is_err() {
            return Err(BrowserError::Gone);
        }
        tab.settle(Patience::NAVIGATION).await?;
        tab.run_on_top(&code).await
    };
    timeout(PATIENCE, work)
        .await
        .unwrap_or(Err(BrowserError::Gone))
}

/// A cookie as the protocol takes it.
fn given(cookie: &StoredCookie) -> Value {
    let mut given = json!(cookie);
    // As long as the browser runs: it is said by saying nothing.
    if cookie.expires < 0.0
        && let Some(given) = given.as_object_mut()
    {
        given.remove("expires");
    }
    given
}
