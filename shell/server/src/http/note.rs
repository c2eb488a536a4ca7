//! Notes requests while debugging: what was asked, how it went, which models had a part in it.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use screen_agent_action::id::TaskId;
use screen_agent_store::debug::{DebugLog, TOKENS};
use screen_agent_store::usage::UsageLine;
use screen_agent_store::{Owner, StoreError};
use uuid::Uuid;

use crate::auth::Caller;
use crate::state::AppState;

/// What an answer is about, where its address does not say it.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    pub(crate) task: Option<TaskId>,
    /// Who asked: name and version of the client.
    pub(crate) client: Option<String>,
    pub(crate) error: Option<String>,
}

/// What an answer cost, for the line of the log about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tokens {
    pub(crate) sent: u32,
    pub(crate) received: u32,
}

/// A request that will be noted once it is answered.
pub(crate) struct Note {
    endpoint: String,
    task: Option<TaskId>,
    began_ms: i64,
    began: Instant,
}

impl Note {
    /// Begins a note; `None` unless the server is in debug mode, and for looking at the notes.
    pub(crate) fn begin(app: &AppState, request: &Request) -> Option<Self> {
        let route = request.extensions().get::<MatchedPath>()?.as_str();
        if !app.config.debug || route.starts_with("/api/debug/") {
            return None;
        }
        Some(Self {
            endpoint: format!("{} {route}", request.method()),
            task: task_in(route, request.uri().path()),
            began_ms: app.now_ms(),
            began: Instant::now(),
        })
    }

    /// Completes the note; `None` when nobody asked who is known.
    pub(crate) fn complete(self, app: &AppState, response: &Response) -> Option<Complete> {
        let caller = response.extensions().get::<Caller>()?;
        let about = response.extensions().get::<About>().cloned();
        let about = about.unwrap_or_default();
        Some(Complete {
            owner: caller.owner(),
            began_ms: self.began_ms,
            log: DebugLog {
                at_ms: app.now_ms(),
                task: self.task.or(about.task),
                endpoint: self.endpoint,
                status: response.status().as_u16(),
                duration_ms: u32::try_from(self.began.elapsed().as_millis()).unwrap_or(u32::MAX),
                notes: about
                    .client
                    .map(|client| format!("client {client}"))
                    .into_iter()
                    .collect(),
                error: about.error,
            },
        })
    }
}

/// A note that only has to be kept.
pub(crate) struct Complete {
    owner: Owner,
    began_ms: i64,
    log: DebugLog,
}

impl Complete {
    /// Keeps it. A note that cannot be kept is no reason to refuse the answer.
    pub(crate) async fn keep(self, app: &AppState) {
        if let Err(error) = self.try_keep(app).await {
            tracing::warn!(%error, "a debug note could not be stored");
        }
    }

    async fn try_keep(mut self, app: &AppState) -> Result<(), StoreError> {
        let rows = app.store().scoped(self.owner);
        if let Some(task) = self.log.task {
            let calls = rows.list::<UsageLine>(task).await?;
            let turn = calls.last().and_then(|call| call.turn);
            let now = |call: &&UsageLine| call.turn == turn && call.at_ms >= self.began_ms;
            self.log.notes.extend(calls.iter().filter(now).map(words));
        }
        rows.add(self.log).await
    }
}

fn words(call: &UsageLine) -> String {
    let (topic, model) = (&call.topic, &call.model);
    let (read, written) = (call.prompt_tokens, call.completion_tokens);
    format!("{topic} {model} {read}+{written}{TOKENS}")
}

/// The task that an address names, where its route has a place for one.
fn task_in(route: &str, path: &str) -> Option<TaskId> {
    let place = route.split('/').position(|part| part == "{taskId}")?;
    let id = path.split('/').nth(place)?;
    Uuid::parse_str(id).ok().map(TaskId::new)
}
