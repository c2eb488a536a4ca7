//! Listening over Phoenix Channels: to a trace, whose past comes first, and to whatever else those of an organisation tell
//! each other.

use async_trait::async_trait;
use axum::extract::Request;
use axum::http::StatusCode;
use screen_agent_engine::trace::TraceBody;
use screen_agent_realtime::{Knock, Told, ToldPayload, TopicDoor};
use screen_agent_store::Owner;
use screen_agent_store::outbox::{Announced, Happened, TopicName};
use screen_agent_wire::invalid::{count, given};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

use super::access::{self, KeyKind};
use super::trace;
use crate::auth::{Caller, Me};
use crate::error::ApiError;
use crate::http::body::{Json, OTHER, is_json, receive_any};
use crate::http::params::InPath;
use crate::realtime::{Announcement, Traced, Wording};
use crate::state::AppState;

/// What clients put before the names of topics.
const REALTIME: &str = "realtime:";
/// What the names of traces' topics begin with there.
const TRACE: &str = "realtime:trace:";

/// Most bytes of an event that is told: what is larger is read from the trace.
const MOST: usize = 64 * 1024;
/// Most bytes of a field that stays in an event that is larger.
const FIELD: usize = 4 * 1024;
/// Most messages that are broadcast at once.
const MESSAGES: usize = 100;

/// How this surface words what happens on its topics, which are traces.
pub(super) const WORDING: Wording = (TopicName::TRACE, announcement);

fn announcement(row: Announced) -> Option<Announcement> {
    let trace = row.topic.trace()?;
    let Happened::Published { kind, body } = row.what else {
        return None;
    };
    let (seq, data) = told(body)?;
    Some(Announcement {
        channel: format!("{TRACE}{trace}"),
        event: kind,
        data,
        traced: Some(Traced {
            group: of_person(row.owner),
            seq,
        }),
    })
}

/// An event's number, and as much of it as is told: of one that is too large, the fields that are small.
fn told(body: String) -> Option<(u32, String)> {
    let mut fields: TraceBody = serde_json::from_str(&body).ok()?;
    let seq = fields.get("seq")?.as_u64()?;
    if body.len() <= MOST {
        return Some((seq as u32, body));
    }
    fields.retain(|_, value| value.to_string().len() <= FIELD);
    fields.insert("truncated".to_owned(), json!(true));
    Some((seq as u32, Value::Object(fields).to_string()))
}

/// Those who may hear what is one person's own.
fn of_person(owner: Owner) -> String {
    format!("user {}", owner.user.get())
}

/// Whose topics somebody may be in: their own traces, and everything else with the others of their organisation.
async fn group(app: &AppState, caller: &Caller, topic: &str) -> Result<String, ApiError> {
    let Some(trace) = topic.strip_prefix(TRACE) else {
        return Ok(format!("tenant {}", caller.owner().tenant.get()));
    };
    let id = Uuid::try_parse(trace).map_err(|_| ApiError::CHANNEL_FORBIDDEN)?;
    let owner = app.store().upkeep().first_owner(TopicName::of_trace(id));
    // As it is published, and no other way of writing the same id.
    let is_same = id.to_string() == trace;
    match owner.await? {
        Some(owner) if owner == caller.owner() && is_same => Ok(of_person(owner)),
        _ => Err(ApiError::CHANNEL_FORBIDDEN),
    }
}

/// Who may listen to what.
pub(crate) struct IdeDoor(pub(crate) AppState);

impl IdeDoor {
    async fn admitted(&self, knock: &Knock) -> Result<String, ApiError> {
        let app = &self.0;
        let mut refused = ApiError::UNAUTHORIZED;
        for token in &knock.tokens {
            match access::by_key(app, token).await {
                Ok((caller, kind)) => {
                    let group = group(app, &caller, &knock.topic).await?;
                    let hub = app.realtime.hub().ok_or(ApiError::REALTIME_OFF)?;
                    // What was signed elsewhere is not known here, and cannot be looked up again.
                    let is_kept = kind == KeyKind::Kept;
                    let noted = !is_kept || app.sockets.note(hub, caller.token, &knock.socket);
                    return match noted {
                        true => Ok(group),
                        false => Err(ApiError::TOO_MANY_SOCKETS),
                    };
                }
                Err(error) => refused = error,
            }
        }
        Err(refused)
    }
}

/// What a client is told: refusals as they are, and of faults of ours that there was one.
fn sentence(error: &ApiError) -> &'static str {
    error.log();
    match error.status {
        StatusCode::UNAUTHORIZED => "Please sign in again.",
        StatusCode::FORBIDDEN => "Not allowed on this topic.",
        StatusCode::TOO_MANY_REQUESTS => "Too many live connections with this sign-in.",
        _ => "Something went wrong on the server. Please try again.",
    }
}

#[async_trait]
impl TopicDoor for IdeDoor {
    async fn admit(&self, knock: Knock) -> Result<String, &'static str> {
        let admitted = self.admitted(&knock).await;
        admitted.map_err(|error| sentence(&error))
    }

    async fn past(&self, _group: &str, topic: &str) -> Result<Vec<Told>, &'static str> {
        let trace = topic.strip_prefix(TRACE).map(Uuid::try_parse);
        let Some(Ok(trace)) = trace else {
            return Ok(Vec::new());
        };
        let (app, topic) = (&self.0, TopicName::of_trace(trace));
        let read = async {
            // Whoever was let in is its owner.
            match app.store().upkeep().first_owner(topic).await? {
                Some(owner) => trace::events(app, owner, trace).await,
                None => Ok(Vec::new()),
            }
        };
        let events = read.await.map_err(|error| sentence(&error.into()))?;
        let past = events.into_iter().filter_map(|event| {
            let (seq, data) = told(event.body)?;
            Some(Told {
                seq: Some(seq),
                event: event.name,
                payload: ToldPayload::Json(data),
            })
        });
        Ok(past.collect())
    }
}

/// What is to be broadcast.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct BroadcastRequest {
    /// At most a hundred.
    messages: Vec<BroadcastMessage>,
}

/// One message.
#[derive(Debug, Deserialize, ToSchema)]
struct BroadcastMessage {
    /// Its topic, with or without `realtime:`.
    topic: String,
    /// Its name.
    event: String,
    /// What is told.
    #[serde(default)]
    #[schema(value_type = Object)]
    payload: Value,
}

/// Tell those who listen something, without a socket.
#[utoipa::path(post, path = "/realtime/v1/api/broadcast", tag = "ide",
    request_body = BroadcastRequest,
    responses(
        (status = 202, description = "It was told to those who listen just now"),
        (status = 403, description = "`channel_forbidden`"),
        (status = 503, description = "`realtime_off`")))]
pub(super) async fn broadcast(
    me: Me,
    Json(body): Json<BroadcastRequest>,
) -> Result<StatusCode, ApiError> {
    count("messages", body.messages.len(), MESSAGES)?;
    let mut messages = Vec::new();
    for message in body.messages {
        let payload = ToldPayload::Json(message.payload.to_string());
        messages.push(Broadcast::of(&me, message.topic, message.event, payload).await?);
    }
    messages.iter().for_each(|message| message.tell(&me));
    Ok(StatusCode::ACCEPTED)
}

/// Tell those who listen one thing, as JSON or in bytes.
#[utoipa::path(post, path = "/realtime/v1/api/broadcast/{topic}/events/{event}", tag = "ide",
    params(
        ("topic" = String, Path, description = "Its topic, with or without `realtime:`"),
        ("event" = String, Path, description = "Its name")),
    request_body(content((Value = "application/json"), (Vec<u8> = "application/octet-stream"))),
    responses(
        (status = 202, description = "It was told to those who listen just now"),
        (status = 403, description = "`channel_forbidden`"),
        (status = 503, description = "`realtime_off`")))]
pub(super) async fn broadcast_one(
    me: Me,
    InPath((topic, event)): InPath<(String, String)>,
    request: Request,
) -> Result<StatusCode, ApiError> {
    let is_bytes = !is_json(request.headers());
    let held = receive_any(&me.app, request, OTHER).await?;
    let payload = match is_bytes {
        true => ToldPayload::Bytes(held.bytes.to_vec()),
        false => ToldPayload::Json(screen_agent_wire::read::<Value>(&held.bytes)?.to_string()),
    };
    Broadcast::of(&me, topic, event, payload).await?.tell(&me);
    Ok(StatusCode::ACCEPTED)
}

/// Something that may be told.
struct Broadcast {
    group: String,
    topic: String,
    told: Told,
}

impl Broadcast {
    async fn of(
        me: &Me,
        topic: String,
        event: String,
        payload: ToldPayload,
    ) -> Result<Self, ApiError> {
        if me.app.phoenix.is_none() {
            return Err(ApiError::REALTIME_OFF);
        }
        given("topic", &topic, 200)?;
        given("event", &event, 200)?;
        let topic = match topic.starts_with(REALTIME) {
            true => topic,
            false => format!("{REALTIME}{topic}"),
        };
        let group = group(&me.app, &me.caller, &topic).await?;
        let told = Told {
            seq: None,
            event,
            payload,
        };
        Ok(Self { group, topic, told })
    }

    fn tell(&self, me: &Me) {
        if let Some(phoenix) = &me.app.phoenix {
            phoenix.publish(&self.group, &self.topic, &self.told);
        }
    }
}
