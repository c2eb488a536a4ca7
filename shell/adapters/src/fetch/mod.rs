//! Fetches pages of the public web, and nothing else.
//!
//! A page's address is a stranger's word, and so is every one that it leads on to. Another site is
//! never gone to by a page's word: whoever asked is told its address instead. Each address is checked
//! before it is connected to, and the connection goes to the very addresses that were checked: a
//! name that means something else the next time it is looked up gains nothing.

mod callback;
mod document;
mod names;
mod public;
mod target;
mod text;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use reqwest::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, LOCATION, USER_AGENT};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use screen_agent_ports::{Downloaded, Fetch, FetchFailure, Fetched, FetchedDocument};
use tokio::time::timeout;
use url::Url;

pub use names::{Names, SystemNames};
pub use target::{PrivateHost, PrivateHostError};

use crate::http::{BodyError, read};
use names::{Guarded, Refused};
use target::{Target, same_site, target};

/// Most addresses that a page may lead on to.
const REDIRECTS: usize = 5;
/// Most bytes of a page, unpacked, and of a file: as many as a person may upload.
const LARGEST: usize = 5 * 1024 * 1024;
const LARGEST_FILE: usize = 10 * 1024 * 1024;
/// Longest wait for a connection.
const CONNECT: Duration = Duration::from_secs(5);
/// What we say that we are.
const NAME: &str = concat!("screen-agent/", env!("CARGO_PKG_VERSION"));
/// What we can read.
const READABLE: &str = "text/html, application/xhtml+xml, text/markdown, text/plain, application/json;q=0.5, application/xml;q=0.5";
const ANYTHING: &str = "*/*";

/// How pages are fetched.
#[derive(Clone, Debug)]
pub struct FetchConfig {
    /// Exactly these may be fetched though they are in a private network: one's own intranet.
    pub private_hosts: Vec<PrivateHost>,
    /// Longest wait for a page, everything that it leads on to included.
    pub timeout: Duration,
}

impl Default for FetchConfig {
    fn default() -> Self {
        Self {
            private_hosts: Vec::new(),
            timeout: Duration::from_secs(10),
        }
    }
}

/// Fetches pages of the public web.
pub struct WebFetch {
    config: FetchConfig,
    /// Connects to public addresses alone.
    outside: Client,
    /// Connects to the private hosts that the settings name; asked for no others.
    inside: Client,
}

impl WebFetch {
    /// By these settings, with the system's own names.
    ///
    /// # Errors
    /// When no TLS is to be had.
    pub fn new(config: FetchConfig) -> reqwest::Result<Self> {
        Self::with_names(config, Arc::new(SystemNames))
    }

    /// With names of the caller's.
    ///
    /// # Errors
    /// When no TLS is to be had.
    pub fn with_names(config: FetchConfig, names: Arc<dyn Names>) -> reqwest::Result<Self> {
        Ok(Self {
            outside: client(&names, false)?,
            inside: client(&names, true)?,
            config,
        })
    }

    /// What stands at an address in the end, and where that is.
    async fn follow(
        &self,
        url: &str,
        accept: &'static str,
    ) -> Result<(Url, Response), FetchFailure> {
        let first = Url::parse(url).map_err(|_| FetchFailure::Blocked)?;
        let mut url = first.clone();
        for _ in 0..=REDIRECTS {
            let response = self.once(&url, &first, accept).await?;
            match next(&url, &response)? {
                Some(to) if same_site(&url, &to) => url = to,
                Some(to) => return Err(elsewhere(&to)),
                None => return Ok((url, response)),
            }
        }
        Err(FetchFailure::Unreachable)
    }

    /// What connects to an address, if anything may.
    fn client_for(&self, url: &Url, private: &[PrivateHost]) -> Result<&Client, FetchFailure> {
        Ok(match target(url, private)? {
            Target::Outside => &self.outside,
            Target::Inside => &self.inside,
        })
    }

    async fn in_time<T>(
        &self,
        fetching: impl Future<Output = Result<T, FetchFailure>>,
    ) -> Result<T, FetchFailure> {
        let fetched = timeout(self.config.timeout, fetching).await;
        fetched.unwrap_or(Err(FetchFailure::TimedOut))
    }

    /// A private host is reached where the first address names it, and never by another's word.
    async fn once(
        &self,
        url: &Url,
        first: &Url,
        accept: &'static str,
    ) -> Result<Response, FetchFailure> {
        let private = match url.origin() == first.origin() {
            true => self.config.private_hosts.as_slice(),
            false => &[],
        };
        let request = self
            .client_for(url, private)?
            .get(url.clone())
            .header(USER_AGENT, NAME)
            .header(ACCEPT, accept);
        request.send().await.map_err(|error| failure(&error))
    }
}

#[async_trait]
impl Fetch for WebFetch {
    async fn fetch(&self, url: &str) -> Result<Fetched, FetchFailure> {
        self.in_time(async {
            let (url, response) = self.follow(url, READABLE).await?;
            page(url, response).await
        })
        .await
    }

    async fn download(&self, url: &str) -> Result<Downloaded, FetchFailure> {
        self.in_time(async {
            let (url, mut response) = self.follow(url, ANYTHING).await?;
            let bytes = body(&mut response, LARGEST_FILE).await?;
            Ok(Downloaded {
                url: url.into(),
                bytes,
            })
        })
        .await
    }

    async fn document(&self, url: &str) -> Result<FetchedDocument, FetchFailure> {
        // A stranger names it: what a person may fetch of one's own network, they may not.
        self.document_at(url, &[]).await
    }
}

/// No redirects of its own, no proxy: both would connect to what was not checked.
fn client(names: &Arc<dyn Names>, inside: bool) -> reqwest::Result<Client> {
    crate::install_tls();
    let names = Arc::clone(names);
    Client::builder()
        .connect_timeout(CONNECT)
        .redirect(Policy::none())
        .no_proxy()
        .dns_resolver(Arc::new(Guarded { names, inside }))
        .build()
}

/// Where a page leads on to, if it does.
fn next(from: &Url, response: &Response) -> Result<Option<Url>, FetchFailure> {
    let status = response.status();
    if !status.is_redirection() {
        return match status.is_success() {
            true => Ok(None),
            false => Err(FetchFailure::Status(status.as_u16())),
        };
    }
    let to = response
        .headers()
        .get(LOCATION)
        .and_then(|to| to.to_str().ok())
        .ok_or(FetchFailure::Status(status.as_u16()))?;
    let mut to = from.join(to).map_err(|_| FetchFailure::Blocked)?;
    if to.fragment().is_none() {
        to.set_fragment(from.fragment());
    }
    Ok(Some(to))
}

/// Whether another site is gone to is somebody else's to decide; of what nobody may reach not even
/// the address is told.
fn elsewhere(to: &Url) -> FetchFailure {
    match target(to, &[]) {
        Ok(_) => FetchFailure::LeadsElsewhere(to.to_string()),
        Err(refused) => refused,
    }
}

async fn page(url: Url, mut response: Response) -> Result<Fetched, FetchFailure> {
    let kind = text::Kind::of(header(&response, CONTENT_TYPE)).ok_or(FetchFailure::NotText)?;
    let bytes = body(&mut response, LARGEST).await?;
    let (mime, text) = kind.decode(&bytes).ok_or(FetchFailure::NotText)?;
    Ok(Fetched {
        url: url.into(),
        mime,
        text,
    })
}

fn header(response: &Response, name: HeaderName) -> Option<&str> {
    response.headers().get(name)?.to_str().ok()
}

async fn body(response: &mut Response, most: usize) -> Result<Vec<u8>, FetchFailure> {
    let declared = header(response, CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
    if declared.is_some_and(|length| length > most) {
        return Err(FetchFailure::TooLarge);
    }
    read(response, most).await.map_err(|error| match error {
        BodyError::TooLong => FetchFailure::TooLarge,
        BodyError::Cut => FetchFailure::Unreachable,
    })
}

/// The library's own words stay here: they hold addresses.
fn failure(error: &reqwest::Error) -> FetchFailure {
    if Refused::caused(error) {
        return FetchFailure::Blocked;
    }
    match error.is_timeout() {
        true => FetchFailure::TimedOut,
        false => FetchFailure::Unreachable,
    }
}
