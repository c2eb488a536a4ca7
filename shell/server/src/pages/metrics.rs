//! `/metrics`, as Prometheus reads it.

use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use metrics::{counter, gauge};
use screen_agent_realtime::Hub;
use screen_agent_store::queue::QueueFigures;

use crate::error::ApiError;
use crate::metrics::handle;
use crate::state::AppState;

/// What the hub counts itself.
fn take_over(hub: &Hub) {
    let stats = hub.stats();
    gauge!("screen_agent_live_sockets")
        .set(f64::from(u32::try_from(stats.sockets).unwrap_or(u32::MAX)));
    counter!("screen_agent_live_deliveries_total").absolute(stats.delivered);
    counter!("screen_agent_live_dropped_total").absolute(stats.dropped);
}

/// What waits for workers, which any server of the database tells alike. Where the database does not answer, the rest is
/// shown as it is.
async fn count_runs(app: &AppState) {
    let now_ms = app.now_ms();
    let counted = app.store().upkeep().find::<QueueFigures>(now_ms).await;
    let figures = match counted {
        Ok(figures) => figures,
        Err(error) => return tracing::warn!(%error, "the queue could not be counted"),
    };
    let Some(figures) = figures else { return };
    for (status, count) in [
        ("queued", figures.queued),
        ("running", figures.running),
        ("waiting", figures.waiting),
    ] {
        gauge!("screen_agent_runs", "status" => status).set(f64::from(count));
    }
    gauge!("screen_agent_runs_workers").set(f64::from(figures.workers));
    let waited = figures.oldest_ms.map_or(0, |since| now_ms - since);
    let waited = Duration::from_millis(u64::try_from(waited).unwrap_or(0));
    gauge!("screen_agent_runs_oldest_seconds").set(waited.as_secs_f64());
}

/// `GET /metrics`: for this machine alone, unless the operator shows it to everybody.
pub(crate) async fn page(State(app): State<AppState>, request: Request) -> Response {
    if !app.config.public_metrics && !is_from_here(&request) {
        return ApiError::NOT_FOUND.into_response();
    }
    let Some(handle) = handle() else {
        return ApiError::NOT_FOUND.into_response();
    };
    if let Some(hub) = app.realtime.hub() {
        take_over(hub);
    }
    count_runs(&app).await;
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], handle.render()).into_response()
}

/// The caller is on this machine, and no proxy on it speaks for somebody elsewhere.
fn is_from_here(request: &Request) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let forwarded = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];
    peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback())
        && !forwarded
            .iter()
            .any(|name| request.headers().contains_key(*name))
}
