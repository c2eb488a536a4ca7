//! What all clients ask of HTTP: no redirects, a key only where it may go, bounded bodies.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Response};
use url::Url;

use crate::address::is_here;
use crate::{SecretKey, SetupError, address};

/// Longest wait for a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// A server, and the key that it wants.
#[derive(Debug)]
pub(crate) struct Server {
    http: Client,
    base: String,
    key: Option<SecretKey>,
    /// The header that it stands in; as a bearer without.
    header: Option<&'static str>,
}

impl Server {
    /// At a base address, if that will do.
    pub(crate) fn new(base: &str, key: Option<SecretKey>) -> Result<Self, SetupError> {
        let base = address(base, key.as_ref())?;
        Ok(Self {
            http: client(&base)?,
            base,
            key,
            header: None,
        })
    }

    /// The same, with its key in a header of the server's own.
    pub(crate) fn keyed_in(self, header: &'static str) -> Self {
        Self {
            header: Some(header),
            ..self
        }
    }

    /// A request to one of its addresses, which begins with a slash.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        match (&self.key, self.header) {
            (Some(key), Some(header)) => request.header(header, key.reveal()),
            (Some(key), None) => request.bearer_auth(key.reveal()),
            (None, _) => request,
        }
    }
}

/// Seconds since 1970.
pub(crate) fn unix_seconds() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// A client that follows no redirect: a key or a page must not travel on to somewhere else.
///
/// # Errors
/// When the machine has no TLS to offer.
pub fn client(base: &str) -> reqwest::Result<Client> {
    crate::install_tls();
    let builder = Client::builder()
        .connect_timeout(CONNECT)
        .redirect(Policy::none());
    let here = Url::parse(base).is_ok_and(|url| is_here(&url));
    // What is on this machine is not asked for through a proxy.
    match here {
        true => builder.no_proxy().build(),
        false => builder.build(),
    }
}

/// Why a body was not read.
pub(crate) enum BodyError {
    /// More than may be.
    TooLong,
    /// It broke off.
    Cut,
}

/// Reads a body of at most so many bytes, unpacked.
pub(crate) async fn read(response: &mut Response, most: usize) -> Result<Vec<u8>, BodyError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|_| BodyError::Cut)? {
        if bytes.len() + chunk.len() > most {
            return Err(BodyError::TooLong);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
