//! Webhooks: what a person has agreed to is sent to a service that the settings name, signed, so
//! that the service knows whose word it is.

pub(crate) mod signature;

use std::time::Duration;

use async_trait::async_trait;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Response};
use screen_agent_ports::{Hook, HookFailure};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::http::{self, unix_seconds};
use crate::{AddressError, SecretKey, SetupError};

/// The header that bears the signature.
pub const SIGNATURE: &str = "X-Screen-Agent-Signature";
/// Most bytes of an answer.
const ANSWER: usize = 64 * 1024;

/// A service that may be invoked.
#[derive(Clone, Debug)]
pub struct HookConfig {
    /// What it is called.
    pub name: String,
    /// Where it is: https, or this machine.
    pub url: String,
    /// What is signed with.
    pub secret: SecretKey,
    /// What it can do.
    pub operations: Vec<String>,
    /// Longest wait for an answer.
    pub timeout: Duration,
}

impl HookConfig {
    /// A service, with the usual patience.
    pub fn new(name: impl Into<String>, url: impl Into<String>, secret: SecretKey) -> Self {
        Self {
            name: name.into(),
            url: url.into(),
            secret,
            operations: Vec::new(),
            timeout: Duration::from_secs(10),
        }
    }
}

/// The services that the settings name.
pub struct Hooks(Vec<Service>);

struct Service {
    config: HookConfig,
    url: String,
    http: Client,
}

impl Hooks {
    /// These services.
    ///
    /// # Errors
    /// When an address will not do, or no TLS is to be had.
    pub fn new(configs: Vec<HookConfig>) -> Result<Self, SetupError> {
        let services = configs.into_iter().map(Service::new);
        services.collect::<Result<_, _>>().map(Self)
    }
}

impl Service {
    fn new(config: HookConfig) -> Result<Self, SetupError> {
        let url = hook_address(&config.url)?;
        Ok(Self {
            http: http::client(&url)?,
            url,
            config,
        })
    }

    async fn send(&self, body: String) -> Result<Value, HookFailure> {
        let signed = signature::header(&self.config.secret, unix_seconds(), &body);
        let request = self
            .http
            .post(&self.url)
            .header(CONTENT_TYPE, "application/json")
            .header(SIGNATURE, signed)
            .body(body);
        // The library's own words hold the address, and stay here.
        let sent = request.send().await;
        let mut response = sent.map_err(|error| match error.is_timeout() {
            true => HookFailure::TimedOut,
            false => HookFailure::Unreachable,
        })?;
        let status = response.status();
        if !status.is_success() {
            return Err(HookFailure::Status(status.as_u16()));
        }
        answer(&mut response).await
    }
}

#[async_trait]
impl Hook for Hooks {
    fn services(&self) -> Vec<(String, Vec<String>)> {
        let named = |service: &Service| {
            let config = &service.config;
            (config.name.clone(), config.operations.clone())
        };
        self.0.iter().map(named).collect()
    }

    async fn invoke(
        &self,
        service: &str,
        operation: &str,
        payload: &Value,
        key: &str,
    ) -> Result<Value, HookFailure> {
        let known = self.0.iter().find(|known| {
            let config = &known.config;
            config.name == service && config.operations.iter().any(|one| one == operation)
        });
        let service = known.ok_or(HookFailure::Unknown)?;
        let body = json!({
            "operation": operation,
            "payload": payload,
            "idempotency_key": key,
            "sent_at": unix_seconds(),
        });
        timeout(service.config.timeout, service.send(body.to_string()))
            .await
            .unwrap_or(Err(HookFailure::TimedOut))
    }
}

/// An answer is JSON, or nothing at all.
async fn answer(response: &mut Response) -> Result<Value, HookFailure> {
    let bytes = http::read(response, ANSWER).await;
    let bytes = bytes.map_err(|_| HookFailure::Unreadable)?;
    match bytes.trim_ascii().is_empty() {
        true => Ok(Value::Null),
        false => serde_json::from_slice(&bytes).map_err(|_| HookFailure::Unreadable),
    }
}

/// Where a service may be: what is sent there is the person's own, so it never travels in the clear.
///
/// # Errors
/// When it is no such address.
pub fn hook_address(url: &str) -> Result<String, AddressError> {
    let url = crate::address::of_the_web(url)?;
    if url.scheme() == "http" && !crate::address::is_here(&url) {
        return Err(AddressError::KeyInTheClear);
    }
    Ok(url.into())
}
