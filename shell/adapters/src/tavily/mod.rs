//! Web search by Tavily, or any server that speaks its protocol.

mod reply;

use std::time::Duration;

use async_trait::async_trait;
use reqwest::Method;
use screen_agent_ports::WebSearcher;
use screen_agent_think::search::{Finding, Found, SearchFailure, SearchQuery};
use serde_json::json;
use tokio::time::timeout;

use crate::http::{self, Server};
use crate::{SecretKey, SetupError};

/// Most pages of a search. Facts §3.
const PAGES: usize = 10;
/// Fewer of a site's own pages than this, and the whole web is searched. Spec 002 §4.7.3.
const TOO_FEW: usize = 3;
/// Most characters of a query.
const WORDS: usize = 400;
/// Most bytes of an answer.
const ANSWER: usize = 1024 * 1024;

/// Where the web is searched, and how.
#[derive(Clone, Debug)]
pub struct TavilyConfig {
    /// Base address, such as `https://api.tavily.com`.
    pub base_url: String,
    /// Bearer key, where the server wants one.
    pub key: Option<SecretKey>,
    /// Longest wait for a search, the wider one included.
    pub timeout: Duration,
}

impl TavilyConfig {
    /// A server at this address.
    pub fn new(base_url: impl Into<String>, key: Option<SecretKey>) -> Self {
        Self {
            base_url: base_url.into(),
            key,
            timeout: Duration::from_secs(10),
        }
    }
}

/// A web search.
pub struct Tavily {
    server: Server,
    timeout: Duration,
}

impl Tavily {
    /// A search by these settings.
    ///
    /// # Errors
    /// When the address will not do, or no TLS is to be had.
    pub fn new(config: TavilyConfig) -> Result<Self, SetupError> {
        Ok(Self {
            server: Server::new(&config.base_url, config.key)?,
            timeout: config.timeout,
        })
    }

    /// The site's own pages first; where they are too few, the rest of the web after them.
    async fn find(&self, query: &SearchQuery) -> Result<Found, SearchFailure> {
        let first = self.once(&query.words, query.domain.as_deref()).await;
        let enough = |found: &Found| query.domain.is_none() || found.findings.len() >= TOO_FEW;
        if first.as_ref().is_ok_and(enough) || (first.is_err() && query.domain.is_none()) {
            return first;
        }
        match (first, self.once(&query.words, None).await) {
            (Ok(own), Ok(wide)) => Ok(joined(own, wide)),
            (Err(_), Ok(wide)) => Ok(joined(Found::default(), wide)),
            (first, Err(_)) => first,
        }
    }

    async fn once(&self, words: &str, domain: Option<&str>) -> Result<Found, SearchFailure> {
        let words: String = words.chars().take(WORDS).collect();
        let mut body = json!({
            "query": words,
            "max_results": PAGES,
            "include_answer": true,
        });
        if let Some(domain) = domain {
            body["include_domains"] = json!([domain]);
        }
        let request = self.server.request(Method::POST, "/search").json(&body);
        let sent = request.send().await;
        let mut response = sent.map_err(|_| unavailable("no connection", None))?;
        let status = response.status();
        if !status.is_success() {
            return Err(unavailable("refused", Some(status.as_u16())));
        }
        let bytes = http::read(&mut response, ANSWER).await;
        let bytes = bytes.map_err(|_| unavailable("the answer broke off or is too long", None))?;
        reply::read(&bytes).ok_or_else(|| unavailable("the answer is no search result", None))
    }
}

#[async_trait]
impl WebSearcher for Tavily {
    async fn search(&self, query: &SearchQuery) -> Result<Found, SearchFailure> {
        match timeout(self.timeout, self.find(query)).await {
            Ok(found) => found,
            Err(_) => {
                tracing::warn!("no answer from the web search in time");
                Err(SearchFailure::TimedOut)
            }
        }
    }
}

/// Own pages first, no page twice.
fn joined(own: Found, wide: Found) -> Found {
    let mut findings: Vec<Finding> = own.findings;
    for finding in wide.findings {
        if !findings.iter().any(|known| known.url == finding.url) {
            findings.push(finding);
        }
    }
    findings.truncate(PAGES);
    Found {
        answer: own.answer.or(wide.answer),
        findings,
        widened: true,
    }
}

fn unavailable(why: &str, status: Option<u16>) -> SearchFailure {
    tracing::warn!(why, status, "the web search brought nothing");
    SearchFailure::Unavailable
}
