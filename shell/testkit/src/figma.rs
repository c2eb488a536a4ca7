//! Figma's REST API with the files that a test puts there, and the troubles that it scripts.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::door::Door;
use crate::log::{Log, Waiting, hold};

/// What stands in the way of an answer.
#[derive(Clone, Debug)]
pub enum FigmaTurn {
    /// Asked too much: after so many seconds it may be asked again.
    Busy(u64),
    /// A status, and what Figma says with it.
    Status(u16, &'static str),
    /// A page that is no design.
    Garbage,
    /// More than anybody reads.
    Huge,
    /// Nothing, ever.
    Hang,
    /// The answer as usual, once there is a permit.
    Held(Arc<Semaphore>),
}

/// What was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigmaAsked {
    /// The path.
    pub path: String,
    /// The token, where one was shown.
    pub token: Option<String>,
    /// `ids`.
    pub ids: Option<String>,
    /// `plugin_data`.
    pub plugin_data: Option<String>,
}

struct Shared {
    token: String,
    files: Mutex<HashMap<String, Value>>,
    turns: Mutex<VecDeque<FigmaTurn>>,
    log: Arc<Log<FigmaAsked>>,
}

/// Figma on a port of its own. It ends when dropped.
pub struct ScriptedFigma {
    door: Door,
    shared: Arc<Shared>,
}

impl ScriptedFigma {
    /// A server without files that wants this token.
    ///
    /// # Errors
    /// When no port is to be had.
    pub async fn start(token: &str) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            token: token.to_owned(),
            files: Mutex::default(),
            turns: Mutex::default(),
            log: Arc::default(),
        });
        let router = Router::new()
            .route("/v1/files/{key}", get(file))
            .route("/v1/files/{key}/nodes", get(nodes))
            .with_state(Arc::clone(&shared));
        let door = Door::open(router).await?;
        Ok(Self { door, shared })
    }

    /// The base address that a client is given.
    pub fn url(&self) -> String {
        self.door.base()
    }

    /// A file, as `GET /v1/files/KEY` answers it.
    pub fn file(&self, key: &str, answer: Value) -> &Self {
        hold(&self.shared.files).insert(key.to_owned(), answer);
        self
    }

    /// What happens at the next request, after those scripted before.
    pub fn then(&self, turn: FigmaTurn) -> &Self {
        hold(&self.shared.turns).push_back(turn);
        self
    }

    /// Every request so far, in order.
    pub fn asked(&self) -> Vec<FigmaAsked> {
        self.shared.log.asked()
    }

    /// Waits until so many requests have come in.
    pub async fn until_asked(&self, times: usize) {
        self.shared.log.until_asked(times).await;
    }

    /// Waits until so many callers have hung up before their answer was done.
    pub async fn until_gone(&self, times: usize) {
        self.shared.log.until_gone(times).await;
    }
}

type Asking = (Path<String>, Query<HashMap<String, String>>, HeaderMap);

async fn file(State(shared): State<Arc<Shared>>, asking: Asking) -> Response {
    let path = format!("/v1/files/{}", asking.0.0);
    let key = asking.0.0.clone();
    if let Some(trouble) = met(&shared, path, &asking).await {
        return trouble;
    }
    let found = hold(&shared.files).get(&key).cloned();
    match found {
        Some(file) => Json(file).into_response(),
        None => trouble(404, "Not found"),
    }
}

async fn nodes(State(shared): State<Arc<Shared>>, asking: Asking) -> Response {
    let path = format!("/v1/files/{}/nodes", asking.0.0);
    let (key, ids) = (asking.0.0.clone(), asking.1.0.get("ids").cloned());
    if let Some(trouble) = met(&shared, path, &asking).await {
        return trouble;
    }
    let Some(file) = hold(&shared.files).get(&key).cloned() else {
        return trouble(404, "Not found");
    };
    let Some(ids) = ids else {
        return trouble(400, "ids: Required");
    };
    let node = |id: &str| {
        let found = within(&file["document"], id);
        let node = found.map_or(Value::Null, |node| {
            json!({ "document": node, "components": {}, "componentSets": {}, "styles": {}, "schemaVersion": 0 })
        });
        (id.to_owned(), node)
    };
    let nodes: serde_json::Map<String, Value> = ids.split(',').map(node).collect();
    Json(json!({ "name": file["name"], "version": "42", "nodes": nodes })).into_response()
}

fn within<'a>(node: &'a Value, id: &str) -> Option<&'a Value> {
    if node["id"] == id {
        return Some(node);
    }
    let children = node["children"].as_array()?;
    children.iter().find_map(|child| within(child, id))
}

/// What comes instead of an answer.
async fn met(shared: &Shared, path: String, (_, query, headers): &Asking) -> Option<Response> {
    let token = headers.get("x-figma-token");
    let token = token
        .and_then(|token| token.to_str().ok())
        .map(str::to_owned);
    let said = |name: &str| query.0.get(name).cloned();
    let is_known = token.as_ref() == Some(&shared.token);
    shared.log.note(FigmaAsked {
        path,
        token,
        ids: said("ids"),
        plugin_data: said("plugin_data"),
    });
    if !is_known {
        return Some(trouble(403, "Invalid token"));
    }
    let turn = hold(&shared.turns).pop_front();
    match turn? {
        FigmaTurn::Busy(seconds) => {
            let after = [("retry-after", seconds.to_string())];
            Some((after, trouble(429, "Rate limit exceeded")).into_response())
        }
        FigmaTurn::Status(status, words) => Some(trouble(status, words)),
        FigmaTurn::Garbage => Some("<html>".into_response()),
        FigmaTurn::Huge => {
            let text = "x".repeat(17 * 1024 * 1024);
            Some(Json(json!({ "document": { "name": text } })).into_response())
        }
        FigmaTurn::Hang => {
            let _waiting = Waiting::new(Arc::clone(&shared.log));
            std::future::pending().await
        }
        FigmaTurn::Held(gate) => {
            if let Ok(permit) = gate.acquire().await {
                permit.forget();
            }
            None
        }
    }
}

fn trouble(status: u16, words: &str) -> Response {
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (code, Json(json!({ "status": status, "err": words }))).into_response()
}
