//! How a trace stands, for those who do not follow it.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use screen_agent_engine::iso;
use screen_agent_engine::trace::TraceEvent;
use screen_agent_ide::trace::{is_chat, next_actions, state, tells_of_actions};
use screen_agent_store::{Owner, Stored};
use screen_agent_wire::ide::trace::{
    ChatOutput, TraceState, TraceStatus, TraceStatusReply, TracedEvent,
};
use screen_agent_wire::invalid::given;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::IntoParams;
use uuid::Uuid;

use super::artifact::links_of;
use super::precondition::{is_tagged, words};
use super::stream;
use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{Answer, Json};
use crate::http::events::{slot, wants_events};
use crate::http::params::{InPath, InQuery};
use crate::state::AppState;

/// Which trace.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct TraceQuery {
    /// The trace
    trace_id: String,
}

/// How a trace stands, and what it has told.
///
/// A trace that nobody knows, or that is somebody else's, is pending and has told nothing. With
/// `Accept: text/event-stream` its events are the answer: those that it has told, then those that it tells.
#[utoipa::path(get, path = "/trace-status", tag = "ide", params(TraceQuery),
    responses(
        (status = 200, description = "How it stands; with an ETag", body = TraceStatusReply),
        (status = 304, description = "As `If-None-Match` says")))]
pub(super) async fn status(
    me: Me,
    headers: HeaderMap,
    InQuery(query): InQuery<TraceQuery>,
) -> Result<Response, ApiError> {
    if let (true, Ok(trace)) = (wants_events(&headers), Uuid::try_parse(&query.trace_id)) {
        let slot = slot(&me)?;
        let told = events(&me.app, me.owner(), trace).await?;
        let names: Vec<&str> = told.iter().map(|event| event.name.as_str()).collect();
        let last = told.last().map(|last| last.at_ms);
        let elsewhere = !is_over(standing(&me, trace, &names, last).await?);
        let follower = me
            .engine()
            .follow_trace(me.owner(), trace, elsewhere && last.is_some());
        let follower = follower.await?;
        return Ok(stream::response(follower, slot, me.app));
    }
    let told = told(&me, &query.trace_id).await?;
    let stands = match serde_json::to_value(told.status) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    };
    let tag = format!("\"{}-{stands}\"", told.events.len());
    // What cannot be read is no tag that is known.
    let known = words(&headers, header::IF_NONE_MATCH).ok().flatten();
    let is_known = known.is_some_and(|known| is_tagged(known, &tag));
    let tagged = [(header::ETAG, tag)];
    Ok(match is_known {
        true => (StatusCode::NOT_MODIFIED, tagged).into_response(),
        false => (tagged, axum::Json(told)).into_response(),
    })
}

/// What a trace has told, and what was made of it.
#[utoipa::path(get, path = "/api-router/metrics/trace/{trace_id}", tag = "ide",
    params(("trace_id" = String, Path, description = "The trace")),
    responses((status = 200, description = "`events`, the newest first, and `artifacts.links`", body = Value)))]
pub(super) async fn metrics(
    me: Me,
    headers: HeaderMap,
    InPath(trace_id): InPath<String>,
) -> Answer<Value> {
    let told = told(&me, &trace_id).await?;
    let links = match Uuid::try_parse(&trace_id) {
        Ok(trace) => links_of(&me, &headers, trace).await?,
        Err(_) => Vec::new(),
    };
    Ok(Json(json!({
        "ok": true,
        "trace_id": told.trace_id,
        "status": told.status,
        "events": told.events,
        "event_counts": told.event_counts,
        "artifacts": { "links": links },
    })))
}

/// The same, where commands look for it.
#[utoipa::path(get, path = "/api/metrics/trace/{trace_id}", tag = "ide",
    params(("trace_id" = String, Path, description = "The trace")),
    responses((status = 200, description = "`events`, the newest first, and `artifacts.links`", body = Value)))]
pub(super) async fn metrics_of_commands(
    me: Me,
    headers: HeaderMap,
    path: InPath<String>,
) -> Answer<Value> {
    metrics(me, headers, path).await
}

async fn told(me: &Me, trace_id: &str) -> Result<TraceStatusReply, ApiError> {
    given("trace_id", trace_id, 100)?;
    let id = Uuid::try_parse(trace_id).unwrap_or_default();
    let events = events(&me.app, me.owner(), id).await?;
    let names: Vec<&str> = events.iter().map(|event| event.name.as_str()).collect();
    let last = events.last();
    let state = standing(me, id, &names, last.map(|last| last.at_ms)).await?;
    let meta = events
        .iter()
        .find(|event| event.name == "meta")
        .map(TraceEvent::fields);
    let is_chat = meta.is_some_and(|meta| is_chat(&meta));
    let status = match (state, is_chat) {
        (TraceState::Pending, _) => TraceStatus::Pending,
        (TraceState::Queued, _) => TraceStatus::Queued,
        (TraceState::Handoff, _) => TraceStatus::Handoff,
        (TraceState::Done, false) => TraceStatus::Done,
        (TraceState::Error, false) => TraceStatus::Error,
        (TraceState::Done, true) => TraceStatus::Ready,
        (TraceState::Error, true) => TraceStatus::Failed,
    };
    let output = last.filter(|last| last.name == "done").and_then(|last| {
        let text = last
            .fields()
            .get("output")?
            .get("text")?
            .as_str()?
            .to_owned();
        Some(ChatOutput { text })
    });
    let at = |is_meant: fn(&TraceEvent) -> bool| {
        let event = events.iter().find(|event| is_meant(event));
        event.map(|event| iso(event.at_ms))
    };
    let of_actions = events.iter().filter(|event| tells_of_actions(&event.name));
    let of_actions: Vec<_> = of_actions
        .map(|event| (event.name.as_str(), event.fields()))
        .collect();
    let mut event_counts = BTreeMap::new();
    for name in &names {
        *event_counts.entry((*name).to_owned()).or_default() += 1;
    }
    Ok(TraceStatusReply {
        ok: true,
        trace_id: trace_id.to_owned(),
        status,
        state,
        output,
        event_counts,
        last_event_at: last.map(|last| iso(last.at_ms)),
        queued_at: at(|event| event.name == "queued"),
        started_at: at(|event| event.name == "ready"),
        handoff_at: at(|event| event.name == "handoff"),
        done_at: at(TraceEvent::is_last),
        next_actions: next_actions(&of_actions),
        events: rows(&events, trace_id),
    })
}

/// What a trace has told. One in whose middle a process that is gone stopped is ended first.
pub(super) async fn events(app: &AppState, owner: Owner, id: Uuid) -> Stored<Vec<TraceEvent>> {
    let engine = app.engine();
    let told = engine.trace_events(owner, id).await?;
    let names: Vec<&str> = told.iter().map(|event| event.name.as_str()).collect();
    let is_of_before = told.last().is_some_and(|last| app.is_of_before(last.at_ms));
    if !is_of_before || is_over(state(&names)) {
        return Ok(told);
    }
    // Somebody goes on with it here.
    let Some(writer) = engine.resume_trace(owner, id).await? else {
        return Ok(told);
    };
    // Unless somebody else has ended it meanwhile.
    if !writer.trace().is_over() {
        writer.break_off().await?;
    }
    engine.trace_events(owner, id).await
}

fn is_over(state: TraceState) -> bool {
    matches!(state, TraceState::Done | TraceState::Error)
}

/// How a trace stands that has told these events, the last of them then.
pub(super) async fn standing(
    me: &Me,
    id: Uuid,
    names: &[&str],
    last_ms: Option<i64>,
) -> Stored<TraceState> {
    let state = state(names);
    let open = !is_over(state) && !me.engine().is_traced(me.owner(), id);
    Ok(match last_ms.filter(|_| open) {
        Some(last) if is_cut_off(&me.app, id, last).await? => TraceState::Error,
        Some(_) | None => state,
    })
}

/// Whether who said something last then, and is not at it here, is gone.
pub(super) async fn is_cut_off(app: &AppState, id: Uuid, last_ms: i64) -> Stored<bool> {
    Ok(app.is_of_before(last_ms) || app.engine().is_cut_off(id, last_ms).await?)
}

fn rows(events: &[TraceEvent], trace_id: &str) -> Vec<TracedEvent> {
    let meta = events.iter().find(|event| event.name == "meta");
    let project = meta.and_then(|meta| Some(meta.fields().get("project_id")?.as_str()?.to_owned()));
    let row = |event: &TraceEvent| TracedEvent {
        event_type: event.name.clone(),
        message_id: trace_id.to_owned(),
        project_id: project.clone(),
        seq: event.seq,
        payload: event.fields(),
        created_at: iso(event.at_ms),
        ts: event.at_ms,
    };
    events.iter().rev().map(row).collect()
}
