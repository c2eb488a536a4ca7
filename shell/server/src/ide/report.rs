//! What becomes of the actions of a reply, as whoever carries them out tells it to their trace.

use screen_agent_engine::trace::Appended;
use screen_agent_ide::report::reported;
use screen_agent_wire::Invalid;
use screen_agent_wire::ide::report::{TraceReport, TraceReportReply};
use screen_agent_wire::invalid::count;
use uuid::Uuid;

use crate::auth::Me;
use crate::error::ApiError;
use crate::http::body::{Answer, Json};

/// Most events at once.
const EVENTS: usize = 100;

/// Tell a trace what became of its actions.
///
/// Those who listen to the trace hear it, and it stands in it. An event that comes again with its `event_id` is told once.
#[utoipa::path(post, path = "/metrics-ingest", tag = "ide", request_body = TraceReport,
    responses(
        (status = 200, description = "It was told", body = TraceReportReply),
        (status = 404, description = "`not_found`: no trace of yours"),
        (status = 409, description = "`trace_open`: it is not at its end; `trace_full`")))]
pub(super) async fn report(
    me: Me,
    Json(body): Json<TraceReport, { super::request::BODY }>,
) -> Answer<TraceReportReply> {
    let trace_id = body.trace_id.or(body.trace_camel);
    let trace_id = trace_id.ok_or(Invalid::new("trace_id", "is missing"))?;
    let events = match body.events.is_empty() {
        true => vec![body.one],
        false => body.events,
    };
    count("events", events.len(), EVENTS)?;
    let events = events.iter().map(reported).collect::<Result<_, _>>()?;
    // Somebody else's trace is none.
    let id = Uuid::try_parse(&trace_id).map_err(|_| ApiError::NOT_FOUND)?;
    match me
        .engine()
        .append_to_trace((me.owner(), id), events)
        .await?
    {
        Appended::Told { accepted, last_seq } => Ok(Json(TraceReportReply {
            ok: true,
            trace_id,
            accepted,
            last_seq,
        })),
        Appended::Unknown => Err(ApiError::NOT_FOUND),
        Appended::Open => Err(ApiError::TRACE_OPEN),
        Appended::Full => Err(ApiError::TRACE_FULL),
    }
}
