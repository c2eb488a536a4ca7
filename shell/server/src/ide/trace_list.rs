//! The traces of a person, the latest first.

use screen_agent_engine::iso;
use screen_agent_store::Stored;
use screen_agent_store::ide::{IdeTrace, TraceFilter};
use screen_agent_wire::ide::trace::{TraceEntry, TraceListing};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::IntoParams;

use super::trace::standing;
use crate::auth::Me;
use crate::http::body::{Answer, Json};
use crate::http::params::{InQuery, number};

/// Most traces of a list.
const LISTED: u32 = 100;

/// Which part of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct TraceListQuery {
    /// At most so many, 100 at most
    limit: Option<String>,
    /// So many are left out
    offset: Option<String>,
}

/// List one's traces, those that told something last first.
#[utoipa::path(get, path = "/trace-list", tag = "ide", params(TraceListQuery),
    responses((status = 200, description = "Some of them, and how many there are", body = TraceListing)))]
pub(super) async fn list(me: Me, InQuery(query): InQuery<TraceListQuery>) -> Answer<TraceListing> {
    let limit = number("limit", query.limit.as_deref(), LISTED, 1..=LISTED)?;
    let offset = number("offset", query.offset.as_deref(), 0, 0..=u32::MAX)?;
    let page = me
        .rows()
        .page::<IdeTrace>(TraceFilter { limit, offset })
        .await?;
    let next = offset.saturating_add(limit);
    let mut items = Vec::new();
    for trace in page.items {
        items.extend(entry(&me, trace).await?);
    }
    Ok(Json(TraceListing {
        ok: true,
        items,
        next_offset: (next < page.total).then_some(next),
        count: page.total,
    }))
}

async fn entry(me: &Me, trace: IdeTrace) -> Stored<Option<TraceEntry>> {
    let Some(id) = trace.topic.trace() else {
        return Ok(None);
    };
    let meta = trace.meta.as_deref().unwrap_or("{}");
    let meta: Map<String, Value> = serde_json::from_str(meta).unwrap_or_default();
    let word = |name: &str| meta.get(name).and_then(Value::as_str).map(str::to_owned);
    let names: Vec<&str> = trace.kinds.split(' ').collect();
    let text = meta
        .get("intent")
        .and_then(|intent| intent["text"].as_str());
    Ok(Some(TraceEntry {
        trace_id: id.to_string(),
        status: standing(me, id, &names, Some(trace.told_ms)).await?,
        operation: word("task_type").or_else(|| word("operation")),
        text: text.unwrap_or_default().chars().take(200).collect(),
        project_id: word("project_id"),
        events: names.len(),
        started_at: iso(trace.began_ms),
        last_event_at: iso(trace.told_ms),
    }))
}
