//! What all clients ask of HTTP: no redirects, bounded bodies.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use url::Url;

use crate::address::is_here;

/// Longest wait for a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// A client that follows no redirect: a key or a page must not travel on to somewhere else.
pub(crate) fn client(base: &str) -> reqwest::Result<Client> {
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
