//! The way to a server: one in this process, or one that runs already. The same JSON goes through both.

use anyhow::{Context, Result, bail};
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Method, Request, StatusCode, header};
use futures_util::{Stream, StreamExt as _};
use screen_agent_wire::extension::auth::LoginData;
use screen_agent_wire::extension::error::ErrorDetails;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tower::ServiceExt;

use super::events::{Events, Heard};

/// Most bytes of an answer that are read.
const ANSWER_LIMIT: usize = 16 * 1024 * 1024;

/// MIME type of a stream of events.
const EVENTS: &str = "text/event-stream";

/// The way to a server, signed in.
#[derive(Clone)]
pub struct Door {
    to: To,
    token: String,
}

#[derive(Clone)]
enum To {
    Here(Router),
    There { http: reqwest::Client, base: String },
}

/// What an error says. Anything may stand between us and the server, so every field may be missing.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Problem {
    pub(crate) code: String,
    pub(crate) message: String,
    pub(crate) retry_after: Option<f64>,
    pub(crate) details: ErrorDetails,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)?;
        for detail in [&self.details.field, &self.details.reason]
            .into_iter()
            .flatten()
        {
            write!(f, " {detail}")?;
        }
        Ok(())
    }
}

/// How the server answered.
pub(crate) enum Answered<T> {
    /// As hoped.
    Well(T),
    /// With a typed error.
    Badly(StatusCode, Problem),
}

impl Door {
    /// To a server in this process.
    pub fn here(router: Router, token: String) -> Self {
        Self {
            to: To::Here(router),
            token,
        }
    }

    /// To a server that runs already.
    pub async fn there(base: &str, email: &str, password: &str) -> Result<Self> {
        screen_agent_adapters::install_tls();
        let base = base.trim_end_matches('/').to_owned();
        let to = To::There {
            http: reqwest::Client::new(),
            base: base.clone(),
        };
        let door = Self {
            to,
            token: String::new(),
        };
        let body = serde_json::json!({ "email": email, "password": password });
        match door
            .post::<_, LoginData>("/api/v1/auth/login", &body)
            .await?
        {
            Answered::Well(signed_in) => Ok(Self {
                token: signed_in.access_token,
                ..door
            }),
            Answered::Badly(_, problem) => bail!("cannot sign in at {base}: {}", problem.message),
        }
    }

    /// Posts JSON and reads JSON.
    pub(crate) async fn post<B: Serialize, T: DeserializeOwned>(
        &self,
        path: &str,
        body: &B,
    ) -> Result<Answered<T>> {
        let bytes = serde_json::to_vec(body)?;
        let (status, answer) = match &self.to {
            To::Here(router) => self.post_here(router, path, bytes).await?,
            To::There { http, base } => self.post_there(http, base, path, bytes).await?,
        };
        if status.is_success() {
            let answer = serde_json::from_slice(&answer)
                .context("the server's answer is not what the contract says")?;
            return Ok(Answered::Well(answer));
        }
        let problem = serde_json::from_slice(&answer).unwrap_or_else(|_| Problem {
            code: status.as_u16().to_string(),
            message: format!("the server answered {status}"),
            retry_after: None,
            details: ErrorDetails::default(),
        });
        Ok(Answered::Badly(status, problem))
    }

    /// Posts JSON and listens to the events that answer it, as they come. What the server answers
    /// instead of events is an error of its own, which is given back.
    pub(crate) async fn listen<B: Serialize, P: DeserializeOwned>(
        &self,
        path: &str,
        body: &B,
        heard: &mut (dyn FnMut(Heard<'_>) + Send),
    ) -> Result<Option<P>> {
        let bytes = serde_json::to_vec(body)?;
        match &self.to {
            To::Here(router) => {
                let request = self.request(path, bytes, EVENTS)?;
                let response = router.clone().oneshot(request).await?;
                let status = response.status();
                let chunks = response.into_body().into_data_stream();
                follow(status, chunks.boxed(), heard).await
            }
            To::There { http, base } => {
                let request = http
                    .post(format!("{base}{path}"))
                    .header(header::CONTENT_TYPE, "application/json")
                    .header(header::ACCEPT, EVENTS)
                    .bearer_auth(&self.token)
                    .body(bytes);
                let response = request
                    .send()
                    .await
                    .with_context(|| format!("no server answers at {base}"))?;
                let status = response.status();
                follow(status, response.bytes_stream().boxed(), heard).await
            }
        }
    }

    fn request(&self, path: &str, body: Vec<u8>, accept: &str) -> Result<Request<Body>> {
        Ok(Request::builder()
            .method(Method::POST)
            .uri(path)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, accept)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .body(Body::from(body))?)
    }

    async fn post_here(
        &self,
        router: &Router,
        path: &str,
        body: Vec<u8>,
    ) -> Result<(StatusCode, Vec<u8>)> {
        let request = self.request(path, body, "application/json")?;
        let response = router.clone().oneshot(request).await?;
        let status = response.status();
        Ok((
            status,
            to_bytes(response.into_body(), ANSWER_LIMIT).await?.to_vec(),
        ))
    }

    async fn post_there(
        &self,
        http: &reqwest::Client,
        base: &str,
        path: &str,
        body: Vec<u8>,
    ) -> Result<(StatusCode, Vec<u8>)> {
        let response = http
            .post(format!("{base}{path}"))
            .header(header::CONTENT_TYPE, "application/json")
            .bearer_auth(&self.token)
            .body(body)
            .send()
            .await
            .with_context(|| format!("no server answers at {base}"))?;
        let status = response.status();
        Ok((status, response.bytes().await?.to_vec()))
    }
}

/// Hears a stream of events to its end, or reads the error that came instead.
async fn follow<E, P>(
    status: StatusCode,
    mut chunks: impl Stream<Item = Result<Bytes, E>> + Unpin,
    heard: &mut (dyn FnMut(Heard<'_>) + Send),
) -> Result<Option<P>>
where
    E: std::error::Error + Send + Sync + 'static,
    P: DeserializeOwned,
{
    let mut events = Events::default();
    let mut error = Vec::new();
    let mut read = 0_usize;
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.context("the server broke off")?;
        read += chunk.len();
        if read > ANSWER_LIMIT {
            bail!("the server's answer is too long");
        }
        match status.is_success() {
            true => events.feed(&chunk, heard),
            false => error.extend_from_slice(&chunk),
        }
    }
    if status.is_success() {
        return Ok(None);
    }
    let problem = serde_json::from_slice(&error);
    problem
        .map(Some)
        .map_err(|_| anyhow::anyhow!("the server answered {status}"))
}
