//! Figures of the server in the form that Prometheus reads.
//!
//! They are of the process, so there is one place where they are collected, whatever number of
//! servers the process holds. Labels name kinds, never a tenant or a person.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use metrics::{counter, describe_counter, describe_gauge, describe_histogram, histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

/// Bounds of the histograms of durations, in seconds.
const SECONDS: &[f64] = &[
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 7.0, 10.0, 30.0, 60.0,
    120.0,
];
/// Bounds of the histogram of confidences.
const CONFIDENCE: &[f64] = &[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
/// So many requests lie between two times that single measurements are put into their histograms.
const UPKEEP: u32 = 1_024;

/// Begins to collect, once in a process. `None` when somebody else in it collects already.
pub(crate) fn handle() -> Option<&'static PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    HANDLE.get_or_init(install).as_ref()
}

fn install() -> Option<PrometheusHandle> {
    let recorder = match builder() {
        Ok(builder) => builder.build_recorder(),
        Err(error) => {
            tracing::error!(%error, "metrics are not collected");
            return None;
        }
    };
    let handle = recorder.handle();
    if metrics::set_global_recorder(recorder).is_err() {
        tracing::warn!("another metrics recorder is installed; /metrics stays empty");
        return None;
    }
    describe();
    screen_agent_engine::describe_measures();
    Some(handle)
}

fn builder() -> Result<PrometheusBuilder, BuildError> {
    PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_duration_seconds".to_owned()), SECONDS)?
        .set_buckets_for_metric(
            Matcher::Full("screen_agent_confidence".to_owned()),
            CONFIDENCE,
        )
}

fn describe() {
    describe_counter!(
        "screen_agent_http_requests_total",
        "Requests, by class of route and status"
    );
    describe_histogram!(
        "screen_agent_http_request_duration_seconds",
        "How long requests took until their answer began"
    );
    describe_gauge!(
        "screen_agent_runs",
        "Runs that are not over, by how they stand: of the whole database"
    );
    describe_gauge!(
        "screen_agent_runs_workers",
        "Workers that hold a run: of the whole database"
    );
    describe_gauge!(
        "screen_agent_runs_oldest_seconds",
        "How long the oldest run waits that no worker has ever taken"
    );
    describe_gauge!(
        "screen_agent_live_sockets",
        "Sockets that listen at the hub in this process"
    );
    describe_counter!(
        "screen_agent_live_deliveries_total",
        "Events that the hub left for sockets"
    );
    describe_counter!(
        "screen_agent_live_dropped_total",
        "Sockets that read too slowly"
    );
    describe_counter!(
        "screen_agent_live_events_total",
        "Events from the outbox, by what became of them"
    );
    describe_counter!(
        "screen_agent_live_failures_total",
        "Times that events were held back because nobody took them"
    );
    describe_histogram!(
        "screen_agent_live_lag_duration_seconds",
        "From the commit of an event until it was published"
    );
}

/// Counts a request.
pub(crate) fn answered(route: &str, status: u16, took: Duration) {
    static ANSWERED: AtomicU32 = AtomicU32::new(0);
    let class = class(route);
    counter!("screen_agent_http_requests_total", "class" => class, "status" => status.to_string())
        .increment(1);
    histogram!("screen_agent_http_request_duration_seconds", "class" => class)
        .record(took.as_secs_f64());
    if ANSWERED
        .fetch_add(1, Ordering::Relaxed)
        .is_multiple_of(UPKEEP)
        && let Some(handle) = handle()
    {
        handle.run_upkeep();
    }
}

/// Which kind of route this is, by its pattern.
fn class(route: &str) -> &'static str {
    const CLASSES: &[(&str, &str)] = &[
        ("/api/agent/", "interact"),
        ("/api/realtime", "stream"),
        ("/api/pusher/", "stream"),
        ("/app", "stream"),
        ("/api/session/{sessionId}/task", "task"),
        ("/api/session", "session"),
        ("/api/v1/auth", "auth"),
        ("/api/auth", "auth"),
        ("/api/v1/user", "preferences"),
        ("/api/health", "health"),
        ("/api/debug/", "debug"),
        ("/api/knowledge/", "knowledge"),
        ("/api/", "documents"),
        ("/metrics", "metrics"),
    ];
    CLASSES
        .iter()
        .find(|(start, _)| route.starts_with(start))
        .map_or("other", |(_, class)| class)
}

#[cfg(test)]
mod tests {
    use super::class;

    #[test]
    fn every_route_has_a_class_without_ids() {
        for (route, expected) in [
            ("/api/agent/interact", "interact"),
            ("/api/session", "session"),
            ("/api/session/{sessionId}/messages", "session"),
            ("/api/session/{sessionId}/task/{taskId}", "task"),
            ("/api/session/{sessionId}/tasks", "task"),
            ("/api/realtime", "stream"),
            ("/api/pusher/auth", "stream"),
            ("/app/{key}", "stream"),
            ("/api/knowledge/upload-to-s3", "knowledge"),
            ("/api/openapi.json", "documents"),
            ("(none)", "other"),
        ] {
            assert_eq!(class(route), expected, "{route}");
        }
    }
}
