//! A web search that finds what the script says, over Tavily's protocol.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::door::Door;
use crate::log::{Log, Waiting, hold};

/// A page that is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Title.
    pub title: String,
    /// Address.
    pub url: String,
    /// What it says.
    pub content: String,
}

impl Hit {
    /// A page.
    pub fn new(title: &str, url: &str, content: &str) -> Self {
        Self {
            title: title.into(),
            url: url.into(),
            content: content.into(),
        }
    }
}

/// What comes back for one search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchTurn {
    /// These pages, and a summary.
    Finds(Option<String>, Vec<Hit>),
    /// A status alone.
    Status(u16),
    /// A page that is no result.
    Garbage,
    /// Nothing, ever.
    Hang,
}

/// A search, as it came in.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// The bearer key, when there was one.
    pub key: Option<String>,
    /// The whole body.
    pub body: Value,
}

#[derive(Default)]
struct Shared {
    turns: Mutex<VecDeque<SearchTurn>>,
    log: Arc<Log<Searched>>,
}

/// A search engine on a port of its own. It ends when dropped.
pub struct ScriptedTavily {
    door: Door,
    shared: Arc<Shared>,
}

impl ScriptedTavily {
    /// A server with an empty script.
    ///
    /// # Errors
    /// When no port is to be had.
    pub async fn start() -> std::io::Result<Self> {
        let shared = Arc::<Shared>::default();
        let router = Router::new()
            .route("/search", post(search))
            .with_state(Arc::clone(&shared));
        let door = Door::open(router).await?;
        Ok(Self { door, shared })
    }

    /// The base address that a client is given.
    pub fn url(&self) -> String {
        self.door.base()
    }

    /// What the next search brings, after those scripted before.
    pub fn then(&self, turn: SearchTurn) -> &Self {
        hold(&self.shared.turns).push_back(turn);
        self
    }

    /// The next search finds these pages.
    pub fn finds(&self, hits: impl IntoIterator<Item = Hit>) -> &Self {
        self.then(SearchTurn::Finds(None, hits.into_iter().collect()))
    }

    /// Every search so far, in order.
    pub fn asked(&self) -> Vec<Searched> {
        self.shared.log.asked()
    }

    /// Searches that nothing was scripted for.
    pub fn mistakes(&self) -> Vec<String> {
        self.shared.log.mistakes()
    }

    /// Waits until so many callers have hung up before their answer was done.
    pub async fn until_gone(&self, times: usize) {
        self.shared.log.until_gone(times).await;
    }
}

async fn search(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    let key = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .map(str::to_owned);
    shared.log.note(Searched { key, body });
    let turn = hold(&shared.turns).pop_front();
    match turn {
        Some(SearchTurn::Finds(answer, hits)) => Json(found(answer, &hits)).into_response(),
        Some(SearchTurn::Status(status)) => StatusCode::from_u16(status)
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
            .into_response(),
        Some(SearchTurn::Garbage) => "<html>".into_response(),
        Some(SearchTurn::Hang) => {
            let _waiting = Waiting::new(Arc::clone(&shared.log));
            std::future::pending().await
        }
        None => {
            shared
                .log
                .mistake("nothing is scripted for a search".into());
            StatusCode::NOT_FOUND.into_response()
        }
    }
}

fn found(answer: Option<String>, hits: &[Hit]) -> Value {
    let results: Vec<Value> = hits
        .iter()
        .map(|hit| json!({ "title": hit.title, "url": hit.url, "content": hit.content, "score": 0.9 }))
        .collect();
    json!({ "answer": answer, "results": results, "response_time": 0.1 })
}
