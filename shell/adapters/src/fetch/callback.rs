//! Tells somebody of something, where they said: signed, and by the rules of what may be fetched. A stranger says where.

use async_trait::async_trait;
use reqwest::header::{CONTENT_TYPE, USER_AGENT};
use screen_agent_ports::{Callbacks, FetchFailure};
use url::Url;

use super::{NAME, WebFetch, failure};
use crate::SecretKey;
use crate::hook::{SIGNATURE, signature};
use crate::http::unix_seconds;

#[async_trait]
impl Callbacks for WebFetch {
    async fn call(&self, url: &str, secret: &str, body: String) -> Result<(), FetchFailure> {
        self.in_time(async {
            let url = Url::parse(url).map_err(|_| FetchFailure::Blocked)?;
            let client = self.client_for(&url, &self.config.private_hosts)?;
            let signed = signature::header(&SecretKey::new(secret), unix_seconds(), &body);
            let request = client
                .post(url)
                .header(USER_AGENT, NAME)
                .header(CONTENT_TYPE, "application/json")
                .header(SIGNATURE, signed)
                .body(body);
            let response = request.send().await.map_err(|error| failure(&error))?;
            match response.status() {
                status if status.is_success() => Ok(()),
                status => Err(FetchFailure::Status(status.as_u16())),
            }
        })
        .await
    }
}
