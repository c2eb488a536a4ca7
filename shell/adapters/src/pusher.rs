//! The HTTP API of a server that speaks the Pusher Channels protocol: Pusher's own, or any other.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use screen_agent_realtime::{ApiRequest, Credentials, sign_request};
use serde::Serialize;
use serde_json::json;

use crate::SetupError;
use crate::http::{self, Server, unix_seconds};

/// Most events of one batch; the protocol's own limit.
pub const BATCH: usize = 10;
/// Most bytes of an answer that are read.
const ANSWER: usize = 64 * 1024;

/// Where the server is, and who we are there.
#[derive(Clone, Debug)]
pub struct PusherConfig {
    /// Base address of its HTTP API, such as `https://api-eu.pusher.com`.
    pub api_url: String,
    /// What we sign with. The secret itself is never sent.
    pub credentials: Credentials,
    /// Longest wait for an answer.
    pub timeout: Duration,
}

impl PusherConfig {
    /// A server at this address.
    pub fn new(api_url: impl Into<String>, credentials: Credentials) -> Self {
        Self {
            api_url: api_url.into(),
            credentials,
            timeout: Duration::from_secs(10),
        }
    }
}

/// One event of a batch.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PusherEvent<'a> {
    /// The channel.
    pub channel: &'a str,
    /// The event's name.
    pub name: &'a str,
    /// Its data, as text.
    pub data: &'a str,
}

/// Why the server did not do as it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PusherError {
    /// No answer: no connection, or none in time.
    #[error("the realtime server cannot be reached: {0}")]
    Unreachable(&'static str),
    /// It does not know us: wrong app, key or secret, or a clock that is off.
    #[error("the realtime server does not accept our credentials (status {0})")]
    Unknown(u16),
    /// It will not do so just now.
    #[error("the realtime server answered with status {0}")]
    Failed(u16),
    /// It will never take this.
    #[error("the realtime server refused the events (status {0})")]
    Refused(u16),
}

/// A server of the protocol.
#[derive(Debug)]
pub struct PusherServer {
    server: Server,
    config: PusherConfig,
}

impl PusherServer {
    /// A server by these settings.
    ///
    /// # Errors
    /// When the address will not do, or no TLS is to be had.
    pub fn new(config: PusherConfig) -> Result<Self, SetupError> {
        Ok(Self {
            server: Server::new(&config.api_url, None)?,
            config,
        })
    }

    /// Publishes at most [`BATCH`] events, in this order.
    pub async fn publish(&self, events: &[PusherEvent<'_>]) -> Result<(), PusherError> {
        let body = json!({ "batch": events }).to_string();
        self.call(&Method::POST, "batch_events", &[], body).await
    }

    /// Asks for something small, to see whether the server knows us.
    pub async fn check(&self) -> Result<(), PusherError> {
        let few = [("filter_by_prefix", "presence-none-")];
        self.call(&Method::GET, "channels", &few, String::new())
            .await
    }

    async fn call(
        &self,
        method: &Method,
        what: &str,
        query: &[(&str, &str)],
        body: String,
    ) -> Result<(), PusherError> {
        let app = &self.config.credentials.app_id;
        let path = format!("/apps/{app}/{what}");
        let signed = sign_request(
            &self.config.credentials,
            &ApiRequest {
                method: method.as_str(),
                path: &path,
                query,
                body: body.as_bytes(),
            },
            unix_seconds(),
        );
        let mut request = self
            .server
            .request(method.clone(), &format!("{path}?{signed}"))
            .timeout(self.config.timeout);
        if !body.is_empty() {
            request = request
                .header("content-type", "application/json")
                .body(body);
        }
        // The address holds a signature, so the library's own words stay here.
        let mut response = request.send().await.map_err(|error| unreachable(&error))?;
        let status = response.status();
        // Read, so that the connection can be used again.
        let _whole = http::read(&mut response, ANSWER).await;
        answered(status)
    }
}

fn answered(status: StatusCode) -> Result<(), PusherError> {
    match status.as_u16() {
        _ if status.is_success() => Ok(()),
        code @ (400 | 413 | 422) => Err(PusherError::Refused(code)),
        code @ (401 | 403 | 404) => Err(PusherError::Unknown(code)),
        code => Err(PusherError::Failed(code)),
    }
}

fn unreachable(error: &reqwest::Error) -> PusherError {
    PusherError::Unreachable(match error {
        error if error.is_timeout() => "no answer in time",
        error if error.is_connect() => "no connection",
        _ => "the connection broke off",
    })
}
