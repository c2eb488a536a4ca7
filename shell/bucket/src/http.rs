//! Requests to the bucket's server: by the client that all adapters have, each bounded in time.

use std::time::Duration;

use async_trait::async_trait;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
};
use screen_agent_adapters::SetupError;

/// A client whose every request has so long until an answer begins.
#[derive(Clone, Debug)]
pub(crate) struct Bounded {
    client: HttpClient,
    patience: Duration,
}

impl Bounded {
    pub(crate) fn new(endpoint: &str, patience: Duration) -> Result<Self, SetupError> {
        let client = HttpClient::new(screen_agent_adapters::client(endpoint)?);
        Ok(Self { client, patience })
    }
}

impl HttpConnector for Bounded {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

#[async_trait]
impl HttpService for Bounded {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let answer = tokio::time::timeout(self.patience, self.client.execute(request)).await;
        answer.unwrap_or_else(|late| Err(HttpError::new(HttpErrorKind::Timeout, late)))
    }
}
