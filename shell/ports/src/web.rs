//! The web: searching it, fetching its pages, calling configured services.

use std::time::Duration;

use async_trait::async_trait;
use screen_agent_think::search::{Found, SearchFailure, SearchQuery};
use serde_json::Value;

/// A search engine for the web. What it finds is untrusted.
#[async_trait]
pub trait WebSearcher: Send + Sync {
    /// Searches.
    async fn search(&self, query: &SearchQuery) -> Result<Found, SearchFailure>;
}

/// Fetches pages. Every address, and every one that it leads on to, is checked before it is
/// connected to: http and https, ports 80 and 443, nothing in this machine or a private network. A
/// page is followed about its own site alone.
#[async_trait]
pub trait Fetch: Send + Sync {
    /// Fetches one as text.
    async fn fetch(&self, url: &str) -> Result<Fetched, FetchFailure>;

    /// Fetches whatever is there, for whoever reads files.
    async fn download(&self, url: &str) -> Result<Downloaded, FetchFailure>;

    /// Fetches a short JSON document at exactly this address: it leads on to no other, and no private host is one that may
    /// be named.
    async fn document(&self, url: &str) -> Result<FetchedDocument, FetchFailure>;
}

/// Tells people's own services of what happened, where they said. An address is checked as what is fetched.
#[async_trait]
pub trait Callbacks: Send + Sync {
    /// Posts JSON, signed. Only what is answered with success was heard.
    async fn call(&self, url: &str, secret: &str, body: String) -> Result<(), FetchFailure>;
}

/// What was fetched as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Downloaded {
    /// Where it was in the end.
    pub url: String,
    /// What came.
    pub bytes: Vec<u8>,
}

/// A document that was fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedDocument {
    /// What it says, unread.
    pub bytes: Vec<u8>,
    /// How long it may be taken for what is there.
    pub fresh: Duration,
}

/// A page that was fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// Where it was in the end.
    pub url: String,
    /// MIME type, without parameters, in small letters.
    pub mime: String,
    /// Its text, decoded.
    pub text: String,
}

/// Why a page was not fetched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FetchFailure {
    /// It is no address of the public web.
    #[error("this is not a public web address")]
    Blocked,
    /// It leads on to this address of another site, which nobody has asked for.
    #[error("the page redirects to another site, which is not followed: {0}")]
    LeadsElsewhere(String),
    /// No answer in time.
    #[error("the site did not answer in time")]
    TimedOut,
    /// Not reached.
    #[error("the site could not be reached")]
    Unreachable,
    /// It answered with an error.
    #[error("the site answered with status {0}")]
    Status(u16),
    /// It is no text.
    #[error("the address does not lead to a text page")]
    NotText,
    /// It is larger than may be read.
    #[error("the page is too large")]
    TooLarge,
}

/// Reads designs of Figma.
#[async_trait]
pub trait Designs: Send + Sync {
    /// What its API answers of a file, or of one node of it: JSON, which is untrusted.
    async fn design(&self, file: &str, node: Option<&str>) -> Result<Vec<u8>, DesignFailure>;
}

/// Why a design was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DesignFailure {
    /// The key may not read it.
    #[error("Figma does not let this server's key read it")]
    Forbidden,
    /// There is no such file.
    #[error("there is no such file")]
    NotFound,
    /// Too much was asked; it may be asked again after so many seconds.
    #[error("Figma takes no more requests for now")]
    Busy(u64),
    /// It is larger than may be read.
    #[error("the design is too large")]
    TooLarge,
    /// No answer in time.
    #[error("Figma did not answer in time")]
    TimedOut,
    /// Not reached, or no answer that can be read.
    #[error("Figma could not be reached")]
    Unavailable,
}

/// Sends things to configured services, signed.
#[async_trait]
pub trait Hook: Send + Sync {
    /// Names of the services, and what each can do.
    fn services(&self) -> Vec<(String, Vec<String>)>;

    /// Invokes one. The same key does the same thing once.
    async fn invoke(
        &self,
        service: &str,
        operation: &str,
        payload: &Value,
        key: &str,
    ) -> Result<Value, HookFailure>;
}

/// Why a service was not invoked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HookFailure {
    /// There is no such service, or it cannot do this.
    #[error("no such service or operation")]
    Unknown,
    /// No answer in time.
    #[error("the service did not answer in time")]
    TimedOut,
    /// Not reached.
    #[error("the service could not be reached")]
    Unreachable,
    /// It answered with an error.
    #[error("the service answered with status {0}")]
    Status(u16),
    /// Its answer is no JSON, or too long. What it was asked may have been done.
    #[error("the service's answer could not be read")]
    Unreadable,
}
