//! The server that replies, and that is told what became of its actions.

use axum::http::StatusCode;
use screen_agent_adapters::sse::StreamEvent;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::settings::{IdeSettings, token};
use super::workspace::Workspace;
use super::{Done, IdeFault, PlaceArgs};
use crate::drive::{Answered, Door, Problem};
use crate::terminal::progress;

/// A server, and us signed in there.
pub(super) struct IdeServer {
    base: String,
    door: Door,
}

impl IdeServer {
    /// The workspace's, or the one that is named.
    pub(super) fn of(workspace: &Workspace, place: &PlaceArgs) -> Done<Self> {
        let kept = IdeSettings::read(workspace)?.server;
        let base = place.server.clone().or(kept);
        let base = base.ok_or_else(|| {
            IdeFault::Config(
                "no server is named: --server URL, or `screen-agent ide config server URL`".into(),
            )
        })?;
        let door = Door::with_token(&base, token(workspace)?);
        Ok(Self { base, door })
    }

    pub(super) fn base(&self) -> &str {
        &self.base
    }

    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str) -> Done<T> {
        match self.door.get::<T, Problem>(path).await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(problem)) => Err(refused(&problem)),
            Err(error) => Err(IdeFault::Network(format!("{error:#}"))),
        }
    }

    pub(super) async fn post(&self, path: &str, body: &impl Serialize) -> Done<Value> {
        match self.door.post::<_, Value>(path, body).await {
            Ok(Answered::Well(value)) => Ok(value),
            Ok(Answered::Badly(status, problem)) if status.is_server_error() => {
                Err(IdeFault::Network(problem.to_string()))
            }
            Ok(Answered::Badly(StatusCode::UNAUTHORIZED, problem)) => {
                Err(IdeFault::Config(problem.to_string()))
            }
            Ok(Answered::Badly(_, problem)) => Err(refused(&problem)),
            Err(error) => Err(IdeFault::Network(format!("{error:#}"))),
        }
    }

    /// Asks for something, shows how far it is, and gives the whole reply.
    pub(super) async fn ask(&self, path: &str, body: &Value) -> Done<Value> {
        let mut last = None;
        let mut hear = |event: StreamEvent| {
            let fields: Value = serde_json::from_slice(&event.data).unwrap_or_default();
            if event.name == b"progress" {
                progress(fields["note"].as_str().unwrap_or_default());
            }
            if [&b"done"[..], b"error", b"aborted"].contains(&event.name.as_slice()) {
                last = Some((event.name == b"done", fields));
            }
        };
        let refusal = self.door.listen::<_, Problem>(path, body, &mut hear).await;
        progress("");
        match (refusal, last) {
            (Err(error), None) => Err(IdeFault::Network(format!("{error:#}"))),
            (Ok(Some(problem)), _) => Err(refused(&problem)),
            (_, Some((true, reply))) => Ok(reply),
            (_, Some((false, error))) => {
                let message = error["message"].as_str().unwrap_or("it was broken off");
                Err(IdeFault::Invalid(message.to_owned()))
            }
            (Ok(None), None) => Err(IdeFault::Network("the server broke off".into())),
        }
    }
}

fn refused(problem: &Problem) -> IdeFault {
    match problem.code.as_str() {
        "unauthorized" | "UNAUTHORIZED" | "invalid_token" | "INVALID_TOKEN" => IdeFault::Config(
            format!("{problem} Sign in with `screen-agent ide init --email YOU`."),
        ),
        "internal_error" | "database_error" | "server_busy" | "rate_limited" => {
            IdeFault::Network(problem.to_string())
        }
        _ => IdeFault::Invalid(problem.to_string()),
    }
}
