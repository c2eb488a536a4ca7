//! Designs by Figma's REST API, or any server that speaks it.

use std::time::Duration;

use async_trait::async_trait;
use reqwest::header::RETRY_AFTER;
use reqwest::{Method, Response, StatusCode};
use screen_agent_ports::{DesignFailure, Designs};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use url::form_urlencoded::byte_serialize;

use crate::http::{self, BodyError, Server};
use crate::{SecretKey, SetupError};

/// Designs that are read at once: each may fill the memory that one may take.
const AT_ONCE: usize = 4;
/// Bytes of a design.
const DESIGN: usize = 16 * 1024 * 1024;
/// Bytes of an error.
const TROUBLE: usize = 4 * 1024;
/// Seconds that are waited where Figma says when to come again; whoever asks waits for anything longer.
const SOON: u64 = 10;
/// After so many seconds where it does not say.
const LATER: u64 = 60;

/// Where Figma is, and how it is asked.
#[derive(Clone, Debug)]
pub struct FigmaConfig {
    /// Base address, such as `https://api.figma.com`.
    pub base_url: String,
    /// A token that may read files.
    pub key: SecretKey,
    /// Longest wait for a design.
    pub timeout: Duration,
}

impl FigmaConfig {
    /// A server at this address.
    pub fn new(base_url: impl Into<String>, key: SecretKey) -> Self {
        Self {
            base_url: base_url.into(),
            key,
            timeout: Duration::from_secs(60),
        }
    }
}

/// Figma.
pub struct Figma {
    server: Server,
    timeout: Duration,
    at_once: Semaphore,
}

impl Figma {
    /// Figma by these settings.
    ///
    /// # Errors
    /// When the address will not do, or no TLS is to be had.
    pub fn new(config: FigmaConfig) -> Result<Self, SetupError> {
        let server = Server::new(&config.base_url, Some(config.key))?;
        Ok(Self {
            server: server.keyed_in("X-Figma-Token"),
            timeout: config.timeout,
            at_once: Semaphore::new(AT_ONCE),
        })
    }

    async fn read(&self, file: &str, node: Option<&str>) -> Result<Vec<u8>, DesignFailure> {
        let _place = self.at_once.acquire().await;
        match self.once(file, node).await {
            Err(DesignFailure::Busy(seconds)) if seconds <= SOON => {
                sleep(Duration::from_secs(seconds)).await;
                self.once(file, node).await
            }
            read => read,
        }
    }

    async fn once(&self, file: &str, node: Option<&str>) -> Result<Vec<u8>, DesignFailure> {
        let coded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
        // What the plugin noted of nodes is told only to those who ask for it.
        let path = match node {
            Some(node) => format!("/nodes?plugin_data=shared&ids={}", coded(node)),
            None => "?plugin_data=shared".to_owned(),
        };
        let path = format!("/v1/files/{}{path}", coded(file));
        let sent = self.server.request(Method::GET, &path).send().await;
        let mut response = sent.map_err(|_| DesignFailure::Unavailable)?;
        if response.status() != StatusCode::OK {
            return Err(trouble(&mut response).await);
        }
        let read = http::read(&mut response, DESIGN).await;
        read.map_err(|error| match error {
            BodyError::TooLong => DesignFailure::TooLarge,
            BodyError::Cut => DesignFailure::Unavailable,
        })
    }
}

#[async_trait]
impl Designs for Figma {
    async fn design(&self, file: &str, node: Option<&str>) -> Result<Vec<u8>, DesignFailure> {
        let read = timeout(self.timeout, self.read(file, node)).await;
        let read = read.unwrap_or(Err(DesignFailure::TimedOut));
        if let Err(failure) = read {
            tracing::warn!(%failure, "a design was not read");
        }
        read
    }
}

/// Why there was no design.
async fn trouble(response: &mut Response) -> DesignFailure {
    match response.status() {
        StatusCode::FORBIDDEN | StatusCode::UNAUTHORIZED => DesignFailure::Forbidden,
        StatusCode::NOT_FOUND => DesignFailure::NotFound,
        StatusCode::TOO_MANY_REQUESTS => {
            let after = response.headers().get(RETRY_AFTER);
            let after = after.and_then(|after| after.to_str().ok()?.trim().parse().ok());
            DesignFailure::Busy(after.unwrap_or(LATER))
        }
        StatusCode::PAYLOAD_TOO_LARGE => DesignFailure::TooLarge,
        StatusCode::GATEWAY_TIMEOUT => DesignFailure::TimedOut,
        // It says so in words alone that a file is more than it gives at once.
        StatusCode::BAD_REQUEST => match http::read(response, TROUBLE).await {
            Ok(said)
                if String::from_utf8_lossy(&said)
                    .to_lowercase()
                    .contains("too large") =>
            {
                DesignFailure::TooLarge
            }
            _ => DesignFailure::Unavailable,
        },
        _ => DesignFailure::Unavailable,
    }
}
