//! A task to take away: JSON for programs, CSV for spreadsheets, Markdown for people. Spec 001 §11.

mod csv;
mod markdown;

use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use screen_agent_action::status::TaskStatus;
use screen_agent_store::task::StoredStep;
use screen_agent_wire::Invalid;
use screen_agent_wire::extension::task_report::{
    ReportFormat, ReportMetadata, ReportSummary, ReportTask, ReportedAction, ReportedStatus,
    TaskReport,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::timeline::Told;
use crate::auth::Me;
use crate::auth::event::exported;
use crate::error::ApiError;
use crate::http::params::{InPath, InQuery, TaskPath};
use crate::time;

/// In which form.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReportQuery {
    /// `json`, `csv` or `markdown`; `json` without.
    format: Option<String>,
}

/// A task to take away, as a file.
#[utoipa::path(get, path = "/api/session/{sessionId}/task/{taskId}/report", tag = "task",
    params(ReportQuery,
        TaskPath),
    responses(
        (status = 200, description = "The report; text/csv or text/markdown where that was asked for", body = TaskReport),
        (status = 404, description = "`NOT_FOUND`")))]
pub(crate) async fn report(
    me: Me,
    InPath(path): InPath<TaskPath>,
    InQuery(query): InQuery<ReportQuery>,
) -> Result<Response, ApiError> {
    let format = format(query.format.as_deref())?;
    let scoped = me.rows();
    let found = scoped.task(path.task_id).await?;
    let found = found.filter(|(summary, _)| summary.session == path.session_id);
    let found = found.ok_or(ApiError::NOT_FOUND)?;
    let told = Told::read(&*scoped, found).await?;
    let now_ms = me.now_ms();
    let report = made(&told, format, now_ms);
    let body = match format {
        ReportFormat::Json => serde_json::to_vec_pretty(&report).map_err(ApiError::internal)?,
        ReportFormat::Csv => csv::write(&report).into_bytes(),
        ReportFormat::Markdown => markdown::write(&report).into_bytes(),
    };
    exported(&me, "report", &path.task_id.to_string()).await?;
    Ok(download(body, format, now_ms))
}

fn format(text: Option<&str>) -> Result<ReportFormat, Invalid> {
    match text {
        None | Some("json") => Ok(ReportFormat::Json),
        Some("csv") => Ok(ReportFormat::Csv),
        Some("markdown") => Ok(ReportFormat::Markdown),
        Some(_) => Err(Invalid::new("format", "is none of json, csv and markdown")),
    }
}

/// Secrets never reach a step's row, so there is none to hide here: what is told is what a timeline
/// tells.
fn made(told: &Told, format: ReportFormat, now_ms: i64) -> TaskReport {
    let summary = &told.summary;
    let ended = summary.status.is_terminal() || summary.status == TaskStatus::Interrupted;
    let actions: Vec<ReportedAction> = told.steps.iter().map(action).collect();
    let met = |action: &&ReportedAction| action.status == ReportedStatus::Success;
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let until_ms = if ended { summary.updated_ms } else { now_ms };
    TaskReport {
        metadata: ReportMetadata {
            task_id: summary.id.get(),
            session_id: summary.session.get(),
            generated_at: time::iso(now_ms),
            format,
        },
        task: ReportTask {
            query: summary.query.clone(),
            status: summary.status.into(),
            task_type: told.task.task_type.into(),
            started_at: time::iso(summary.created_ms),
            completed_at: ended.then(|| time::iso(summary.updated_ms)),
            result: summary.result.clone(),
        },
        summary: ReportSummary {
            total_steps: count(actions.len()),
            successful_steps: count(actions.iter().filter(met).count()),
            duration: duration(until_ms - summary.created_ms),
        },
        action_history: actions,
    }
}

fn action(stored: &StoredStep) -> ReportedAction {
    let status = match &stored.step.verdict {
        Some(verdict) if verdict.met => ReportedStatus::Success,
        Some(_) => ReportedStatus::Failure,
        None => ReportedStatus::Pending,
    };
    ReportedAction {
        step_index: stored.step.index.into(),
        action: stored.action.clone(),
        status,
        thought: stored.step.thought.clone(),
        timestamp: time::iso(stored.at_ms),
    }
}

/// `3m 0s`, with hours where there are any.
fn duration(ms: i64) -> String {
    let seconds = ms.max(0) / 1_000;
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    let seconds = seconds % 60;
    match (hours, minutes) {
        (0, 0) => format!("{seconds}s"),
        (0, _) => format!("{minutes}m {seconds}s"),
        _ => format!("{hours}h {minutes}m {seconds}s"),
    }
}

fn download(body: Vec<u8>, format: ReportFormat, now_ms: i64) -> Response {
    let (mime, ending) = match format {
        ReportFormat::Json => ("application/json", "json"),
        ReportFormat::Csv => ("text/csv; charset=utf-8", "csv"),
        ReportFormat::Markdown => ("text/markdown; charset=utf-8", "md"),
    };
    // Letters that every file system takes.
    let moment = time::iso(now_ms).replace([':', '.'], "-");
    let saved = format!("attachment; filename=\"task-report-{moment}.{ending}\"");
    let kept = "no-cache, no-store, must-revalidate";
    let headers = [
        (header::CONTENT_TYPE, mime),
        (header::CONTENT_DISPOSITION, &saved),
        (header::CACHE_CONTROL, kept),
    ];
    (headers, body).into_response()
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn durations_are_written_as_people_say_them() {
        for (ms, expected) in [
            (-5, "0s"),
            (999, "0s"),
            (59_000, "59s"),
            (180_000, "3m 0s"),
            (3_600_000, "1h 0m 0s"),
            (90_061_000, "25h 1m 1s"),
        ] {
            assert_eq!(duration(ms), expected, "{ms}");
        }
    }
}
