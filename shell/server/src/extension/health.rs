//! Whether the server is well. No token, no limit, no secrets.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::health::{HealthData, HealthStatus, ServiceHealth};

use uuid::Uuid;

use super::Own;
use crate::http::body::Json;
use crate::state::AppState;
use crate::time;

/// A database that takes longer to read does not work.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether the server and what it needs are well. `degraded` means that something of it does not work, and the rest goes
/// on: nothing can be written, files cannot be kept, or no model, or no search, answered when it was last asked.
#[utoipa::path(get, path = "/api/health", tag = "health", security(()),
    responses(
        (status = 200, description = "`healthy`, or `degraded`: it can read, and something else does not work", body = Mirrored<HealthData>),
        (status = 503, description = "`unhealthy`: it cannot read; or it was told to stop", body = Mirrored<HealthData>)))]
pub(crate) async fn health(
    State(app): State<AppState>,
    Extension(own): Extension<Arc<Own>>,
) -> Response {
    let started = Instant::now();
    let ((reads, took), (writes, files)) = tokio::join!(timed(reads(&app)), own.pulse.writes(&app));
    let stored = match (reads, writes) {
        (true, true) => HealthStatus::Healthy,
        (true, false) => HealthStatus::Degraded,
        (false, _) => HealthStatus::Unhealthy,
    };
    let mut services = BTreeMap::new();
    let mut tell = |name: &str, status, latency_ms| {
        services.insert(name.to_owned(), ServiceHealth { status, latency_ms });
    };
    tell("database", stored, Some(took));
    // Signing in reads, and writes a token.
    tell("auth", stored, None);
    tell("files", well(files), None);
    let engine = app.engine();
    if engine.has_models() {
        tell("models", well(engine.works().models_answer()), None);
    }
    if engine.parts().search.is_some() {
        tell("search", well(engine.works().search_answers()), None);
    }
    let worst = services.values().map(|service| service.status);
    let status = worst.max_by_key(|status| *status as u8).unwrap_or(stored);
    let duration = started.elapsed().as_secs_f64() * 1_000.0;
    let mut reply = Mirrored::new(HealthData {
        status,
        timestamp: time::iso(app.now_ms()),
        duration,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        services,
    });
    reply.success = reads;
    // Nobody new should be sent to a server that was told to stop.
    let code = if reads && !app.leaving.is_cancelled() {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (code, Json(reply)).into_response()
}

async fn timed<T>(work: impl Future<Output = T>) -> (T, f64) {
    let began = Instant::now();
    let done = work.await;
    (done, began.elapsed().as_secs_f64() * 1_000.0)
}

/// What works without it goes on.
const fn well(works: bool) -> HealthStatus {
    if works {
        HealthStatus::Healthy
    } else {
        HealthStatus::Degraded
    }
}

async fn reads(app: &AppState) -> bool {
    match tokio::time::timeout(PATIENCE, app.store().upkeep().ping()).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) => {
            tracing::error!(%error, "the database does not answer");
            false
        }
        Err(_) => false,
    }
}

/// How long what was found about writing counts: anybody may ask, and each look is a write.
const BELIEVED: Duration = Duration::from_secs(1);
/// How long a look is waited for; one that takes longer is told of by the next answer.
const WRITING: Duration = Duration::from_millis(50);

/// Whether the database, and the disk under the files, could be written when that was last tried.
#[derive(Clone, Default)]
pub(crate) struct Pulse(Arc<Mutex<Found>>);

#[derive(Default)]
struct Found {
    looked: Option<Instant>,
    looking: bool,
    failed: bool,
    files_failed: bool,
}

/// Keeps a few bytes for a moment: a full disk, or a folder that is gone, shows.
async fn keeps_files(app: &AppState) -> std::io::Result<()> {
    // An id that no file has.
    app.blobs().put(Uuid::nil(), b"well").await?;
    app.blobs().remove(Uuid::nil()).await
}

impl Pulse {
    /// Tries it, unless somebody did just now or still does; tells what is known of the database, and of the files.
    async fn writes(&self, app: &AppState) -> (bool, bool) {
        if self.begin() {
            let (pulse, app) = (self.clone(), app.clone());
            // To its end, whoever waits for it: a write that hangs is one look and not many.
            let look = tokio::spawn(async move {
                let written = app.store().upkeep().ping_write().await;
                if let Err(error) = &written {
                    tracing::error!(%error, "the database cannot be written");
                }
                let kept = keeps_files(&app).await;
                if let Err(error) = &kept {
                    tracing::error!(%error, "files cannot be kept");
                }
                pulse.end(written.is_err(), kept.is_err());
            });
            let _in_time = tokio::time::timeout(WRITING, look).await;
        }
        let found = self.lock();
        let hangs = found.looking && found.looked.is_none_or(|at| at.elapsed() > PATIENCE);
        (!found.failed && !hangs, !found.files_failed)
    }

    /// True when it is time to look, which is then the caller's to do.
    fn begin(&self) -> bool {
        let mut found = self.lock();
        let fresh = found.looked.is_some_and(|at| at.elapsed() < BELIEVED);
        if found.looking || fresh {
            return false;
        }
        found.looking = true;
        found.looked = Some(Instant::now());
        true
    }

    fn end(&self, failed: bool, files_failed: bool) {
        let mut found = self.lock();
        found.looking = false;
        found.failed = failed;
        found.files_failed = files_failed;
    }

    fn lock(&self) -> MutexGuard<'_, Found> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
