//! The way to a server: one in this process, or one that runs already. The same JSON goes through both.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Method, Request, StatusCode, header};
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use screen_agent_adapters::sse::{Events, StreamEvent};
use screen_agent_wire::extension::auth::LoginData;
use screen_agent_wire::extension::error::ErrorDetails;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tower::ServiceExt;

/// Most bytes of an answer that are read.
const ANSWER_LIMIT: usize = 16 * 1024 * 1024;

/// MIME types of answers.
const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
const ANY: &str = "*/*";

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

    /// To a server that runs already, with a token of before.
    pub(crate) fn with_token(base: &str, token: String) -> Self {
        screen_agent_adapters::install_tls();
        let to = To::There {
            http: reqwest::Client::new(),
            base: base.trim_end_matches('/').to_owned(),
        };
        Self { to, token }
    }

    /// The same for requests that are answered soon: after so much silence nobody answers, though the connection stands.
    pub(crate) fn within(mut self, silence: Duration) -> Result<Self> {
        if let To::There { http, .. } = &mut self.to {
            *http = reqwest::Client::builder().read_timeout(silence).build()?;
        }
        Ok(self)
    }

    /// To the same server, as somebody else.
    pub(crate) fn of(&self, token: String) -> Self {
        Self {
            to: self.to.clone(),
            token,
        }
    }

    /// Whether the server is a process of its own.
    pub(crate) fn is_remote(&self) -> bool {
        matches!(self.to, To::There { .. })
    }

    /// What shows who we are.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// To a server that runs already.
    pub async fn there(base: &str, email: &str, password: &str) -> Result<Self> {
        let door = Self::with_token(base, String::new());
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
        self.send(Method::POST, path, body).await
    }

    /// Posts JSON under a key, with which it counts once however often it is sent.
    pub(crate) async fn post_once<B: Serialize, T: DeserializeOwned>(
        &self,
        path: &str,
        key: &str,
        body: &B,
    ) -> Result<Answered<T>> {
        let head = Head {
            key: Some(key),
            ..Head::JSON
        };
        let bytes = serde_json::to_vec(body)?;
        read(self.open(Method::POST, path, head, bytes).await?).await
    }

    /// Sends JSON by this method and reads JSON.
    pub(crate) async fn send<B: Serialize, T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &B,
    ) -> Result<Answered<T>> {
        let bytes = serde_json::to_vec(body)?;
        read(self.open(method, path, Head::JSON, bytes).await?).await
    }

    /// Posts bytes of a type and reads JSON.
    pub(crate) async fn post_bytes<T: DeserializeOwned>(
        &self,
        path: &str,
        (kind, bytes): (&str, Bytes),
    ) -> Result<Answered<T>> {
        let head = Head { kind, ..Head::JSON };
        read(self.open(Method::POST, path, head, bytes).await?).await
    }

    /// Posts JSON and takes what is answered as it is.
    pub(crate) async fn post_for_bytes<B: Serialize>(
        &self,
        path: &str,
        body: &B,
    ) -> Result<Answered<Vec<u8>>> {
        let bytes = serde_json::to_vec(body)?;
        taken(self.open(Method::POST, path, Head::BYTES, bytes).await?).await
    }

    /// Gets what is there as it is.
    pub(crate) async fn get_bytes(&self, path: &str) -> Result<Answered<Vec<u8>>> {
        let answer = self.open(Method::GET, path, Head::BYTES, Vec::new());
        taken(answer.await?).await
    }

    /// Gets JSON, or the error that the server answers with.
    pub(crate) async fn get<T: DeserializeOwned, P: DeserializeOwned>(
        &self,
        path: &str,
    ) -> Result<Result<T, P>> {
        let (status, chunks) = self.open(Method::GET, path, Head::JSON, Vec::new()).await?;
        let answer = whole(chunks).await?;
        match status.is_success() {
            true => Ok(Ok(agreed(&answer)?)),
            false => refusal(status, &answer).map(Err),
        }
    }

    /// Posts JSON and listens to the events that answer it, as they come. What the server answers
    /// instead of events is an error of its own, which is given back.
    pub(crate) async fn listen<B: Serialize, P: DeserializeOwned>(
        &self,
        path: &str,
        body: &B,
        heard: &mut (dyn FnMut(StreamEvent) + Send),
    ) -> Result<Option<P>> {
        let bytes = serde_json::to_vec(body)?;
        let head = Head {
            accept: EVENTS,
            ..Head::JSON
        };
        let (status, mut chunks) = self.open(Method::POST, path, head, bytes).await?;
        if !status.is_success() {
            return refusal(status, &whole(chunks).await?).map(Some);
        }
        let mut events = Events::default();
        while let Some(chunk) = chunks.next().await {
            events.feed(&chunk?).into_iter().for_each(&mut *heard);
        }
        Ok(None)
    }

    /// Opens a websocket that takes messages of so many bytes, or gives back what the server answers instead.
    pub(crate) async fn socket(&self, path: &str, most: usize) -> Result<Result<Socket, Problem>> {
        let To::There { base, .. } = &self.to else {
            bail!("a server in this process opens no socket");
        };
        // A socket begins as a request of the older version, and has its connection to itself.
        let http = reqwest::Client::builder().http1_only().build()?;
        let asked = http
            .get(format!("{base}{path}"))
            .bearer_auth(&self.token)
            .header(header::CONNECTION, "upgrade")
            .header(header::UPGRADE, "websocket")
            .header(header::SEC_WEBSOCKET_VERSION, "13")
            .header(header::SEC_WEBSOCKET_KEY, generate_key());
        let response = asked.send().await;
        let response = response.with_context(|| format!("no server answers at {base}"))?;
        let status = response.status();
        if status != StatusCode::SWITCHING_PROTOCOLS {
            let chunks = response.bytes_stream().map_err(anyhow::Error::from).boxed();
            return refusal(status, &whole(chunks).await?).map(Err);
        }
        let config = WebSocketConfig::default()
            .max_message_size(Some(most))
            .max_frame_size(Some(most));
        let io = response.upgrade().await?;
        Ok(Ok(WebSocketStream::from_raw_socket(
            io,
            Role::Client,
            Some(config),
        )
        .await))
    }

    /// Sends a request; the answer comes in pieces.
    async fn open(
        &self,
        method: Method,
        path: &str,
        head: Head<'_>,
        body: impl Into<Bytes>,
    ) -> Result<(StatusCode, Chunks)> {
        let base = match &self.to {
            To::Here(_) => "",
            To::There { base, .. } => base,
        };
        let request = Request::builder()
            .method(method)
            .uri(format!("{base}{path}"))
            .header(header::CONTENT_TYPE, head.kind)
            .header(header::ACCEPT, head.accept)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        let request = match head.key {
            Some(key) => request.header("Idempotency-Key", key),
            None => request,
        };
        let request = request.body(body.into())?;
        Ok(match &self.to {
            To::Here(router) => {
                let response = router.clone().oneshot(request.map(Body::from)).await?;
                let status = response.status();
                let chunks = response.into_body().into_data_stream();
                (status, chunks.map_err(anyhow::Error::from).boxed())
            }
            To::There { http, .. } => {
                let sent = http.execute(request.try_into()?).await;
                let response = sent.with_context(|| format!("no server answers at {base}"))?;
                let (status, chunks) = (response.status(), response.bytes_stream());
                (status, chunks.map_err(anyhow::Error::from).boxed())
            }
        })
    }
}

/// A websocket to the server.
pub(crate) type Socket = WebSocketStream<reqwest::Upgraded>;

/// What stands before a body.
#[derive(Clone, Copy)]
struct Head<'a> {
    kind: &'a str,
    accept: &'a str,
    /// It counts once under it.
    key: Option<&'a str>,
}

impl Head<'_> {
    const JSON: Self = Self {
        kind: JSON,
        accept: JSON,
        key: None,
    };
    const BYTES: Self = Self {
        accept: ANY,
        ..Self::JSON
    };
}

/// An answer as it comes.
type Chunks = BoxStream<'static, Result<Bytes>>;

/// An answer as bytes, or the error in its place.
async fn taken((status, chunks): (StatusCode, Chunks)) -> Result<Answered<Vec<u8>>> {
    let answer = whole(chunks).await?;
    if status.is_success() {
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

/// The same, read as JSON.
async fn read<T: DeserializeOwned>((status, chunks): (StatusCode, Chunks)) -> Result<Answered<T>> {
    Ok(match taken((status, chunks)).await? {
        Answered::Well(_) if status == StatusCode::NO_CONTENT => Answered::Well(agreed(b"null")?),
        Answered::Well(answer) => Answered::Well(agreed(&answer)?),
        Answered::Badly(status, problem) => Answered::Badly(status, problem),
    })
}

/// A whole answer.
async fn whole(mut chunks: Chunks) -> Result<Vec<u8>> {
    let mut answer = Vec::new();
    while let Some(chunk) = chunks.next().await {
        answer.extend_from_slice(&chunk.context("the server broke off")?);
        if answer.len() > ANSWER_LIMIT {
            bail!("the server's answer is too long");
        }
    }
    Ok(answer)
}

fn agreed<T: DeserializeOwned>(answer: &[u8]) -> Result<T> {
    serde_json::from_slice(answer).context("the server's answer is not what the contract says")
}

/// What the server says instead of an answer; anything may stand between us and it.
fn refusal<P: DeserializeOwned>(status: StatusCode, answer: &[u8]) -> Result<P> {
    serde_json::from_slice(answer).map_err(|_| anyhow::anyhow!("the server answered {status}"))
}
