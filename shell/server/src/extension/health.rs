//! Whether the server is well. No token, no limit, no secrets.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::health::{HealthData, HealthStatus, ServiceHealth};

use crate::http::body::Json;
use crate::state::AppState;
use crate::time;

/// A database that takes longer does not work.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether the server and what it needs are well.
#[utoipa::path(get, path = "/api/health", tag = "health", security(()),
    responses(
        (status = 200, description = "Well", body = Mirrored<HealthData>),
        (status = 503, description = "Not well", body = Mirrored<HealthData>)))]
pub(crate) async fn health(State(app): State<AppState>) -> Response {
    let started = Instant::now();
    let pinged = tokio::time::timeout(PATIENCE, app.store().upkeep().ping()).await;
    let well = match pinged {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            tracing::error!(%error, "the database does not answer");
            false
        }
        Err(_) => false,
    };
    let status = if well {
        HealthStatus::Healthy
    } else {
        HealthStatus::Unhealthy
    };
    let duration = started.elapsed().as_secs_f64() * 1_000.0;
    let database = ServiceHealth {
        status,
        latency_ms: Some(duration),
    };
    let auth = ServiceHealth {
        status,
        latency_ms: None,
    };
    let mut reply = Mirrored::new(HealthData {
        status,
        timestamp: time::iso(app.now_ms()),
        duration,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        services: BTreeMap::from([("database".to_owned(), database), ("auth".to_owned(), auth)]),
    });
    reply.success = well;
    let code = if well {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (code, Json(reply)).into_response()
}
