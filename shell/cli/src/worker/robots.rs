//! What a site asks of programs in its robots.txt (RFC 9309), where the worker keeps to it.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use anyhow::{Result, bail};
use async_trait::async_trait;
use robotxt::Robots;
use screen_agent_action::origin::origin_of;
use screen_agent_ports::{Fetch, FetchFailure};
use tokio::sync::Mutex;
use url::Url;

use crate::drive::Manners;

/// What we are called there.
const NAME: &str = "screen-agent";

/// What the sites of a run ask, each read once.
pub(super) struct Asked {
    fetch: Arc<dyn Fetch>,
    sites: Mutex<Sites>,
}

#[derive(Debug, Default)]
struct Sites {
    /// Where the run is.
    at: Option<String>,
    /// What each asks; nothing of one that has no such file.
    known: HashMap<String, Option<Robots>>,
}

impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Asked")
    }
}

impl Asked {
    pub(super) fn of(fetch: Arc<dyn Fetch>) -> Self {
        Self {
            fetch,
            sites: Mutex::default(),
        }
    }
}

#[async_trait]
impl Manners for Asked {
    /// Refuses to go to a page of another site that keeps programs from it. What is no page of the web asks nothing.
    async fn admit(&self, url: &str) -> Result<()> {
        let Some(site) = origin_of(url) else {
            return Ok(());
        };
        let mut sites = self.sites.lock().await;
        if sites.at.as_ref() == Some(&site) {
            return Ok(());
        }
        let page = Url::parse(url)?;
        if !sites.known.contains_key(&site) {
            let robots = read(&*self.fetch, &page).await?;
            sites.known.insert(site.clone(), robots);
        }
        let robots = sites.known.get(&site).and_then(Option::as_ref);
        if robots.is_some_and(|robots| !robots.is_url_allowed(&page)) {
            bail!("the robots.txt of {site} keeps programs from this page");
        }
        sites.at = Some(site);
        Ok(())
    }
}

async fn read(fetch: &dyn Fetch, page: &Url) -> Result<Option<Robots>> {
    match fetch.download(page.join("/robots.txt")?.as_str()).await {
        Ok(file) => Ok(Some(Robots::parse(&file.bytes, NAME))),
        // Section 2.3.1.3: a site that has none asks nothing. One that cannot say what it asks is left alone (2.3.1.4).
        Err(FetchFailure::Status(400..=499)) => Ok(None),
        Err(error) => bail!("the site's robots.txt could not be read: {error}"),
    }
}
