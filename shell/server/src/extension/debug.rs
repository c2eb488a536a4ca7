//! For developers: what was noted of requests, and a whole task to take away. Only in debug mode,
//! and only the caller's own.

use std::collections::BTreeMap;

use screen_agent_action::id::TaskId;
use screen_agent_store::debug::{DebugFilter, DebugLog, LogKind};
use screen_agent_store::usage::UsageLine;
use screen_agent_wire::Invalid;
use screen_agent_wire::extension::Mirrored;
use screen_agent_wire::extension::debug::{
    DebugCall, DebugError, DebugExport, DebugLogEntry, DebugLogsData, DebugMetrics, DebugSummary,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::IntoParams;
use uuid::Uuid;

use super::mask::masked;
use super::timeline::{Told, sum};
use super::{Reply, convert, reply};
use crate::auth::{Me, event};
use crate::error::ApiError;
use crate::http::params::{InPath, InQuery, number};
use crate::state::AppState;
use crate::time;

/// Form of an exported task.
const EXPORT_VERSION: &str = "1.0";
/// Notes that are exported with a task.
const EXPORTED_LOGS: u32 = 1_000;

/// Which notes are meant.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct LogsQuery {
    /// 1 to 1000; 100 without.
    limit: Option<String>,
    /// Only those about this task.
    task_id: Option<String>,
    /// Only those that failed (`error`), that asked models (`model`), or the rest (`request`).
    log_type: Option<String>,
    /// Only those answered at or after this, ISO 8601.
    since: Option<String>,
}

/// What was noted of the caller's requests, newest first.
#[utoipa::path(get, path = "/api/debug/logs", tag = "debug",
    params(LogsQuery),
    responses(
        (status = 200, description = "Notes", body = Mirrored<DebugLogsData>),
        (status = 404, description = "`NOT_FOUND`: the server is not in debug mode")))]
pub(crate) async fn logs(me: Me, InQuery(query): InQuery<LogsQuery>) -> Reply<DebugLogsData> {
    only_while_debugging(&me.app)?;
    let limit = number("limit", query.limit.as_deref(), 100, 1..=1_000)?;
    let task = query.task_id.as_deref().map(Uuid::parse_str).transpose();
    let task = task.map_err(|_| Invalid::new("taskId", "is not a UUID"))?;
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let since_ms = given(&query.since).map(|since| time::parse("since", &since));
    let rows = me.rows();
    let logs = rows
        .list::<DebugLog>(DebugFilter {
            task: task.map(TaskId::new),
            kind: given(&query.log_type).map(|word| kind(&word)).transpose()?,
            since_ms: since_ms.transpose()?,
            limit,
        })
        .await?;
    let logs = logs.into_iter().map(entry).collect();
    reply(DebugLogsData { logs })
}

fn kind(word: &str) -> Result<LogKind, Invalid> {
    let mut kinds = LogKind::ALL.into_iter();
    let kind = kinds.find(|kind| kind.word() == word);
    kind.ok_or_else(|| Invalid::new("logType", "is not error, model or request"))
}

/// `{taskId}`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportPath {
    task_id: Uuid,
}

/// A whole task to take away, with what stands under secret names masked.
#[utoipa::path(get, path = "/api/debug/session/{taskId}/export", tag = "debug",
    params(("taskId" = uuid::Uuid, Path, description = "The task")),
    responses(
        (status = 200, description = "The task", body = Mirrored<DebugExport>),
        (status = 404, description = "`TASK_NOT_FOUND`; `NOT_FOUND`: the server is not in debug mode")))]
pub(crate) async fn export(me: Me, InPath(path): InPath<ExportPath>) -> Reply<Value> {
    only_while_debugging(&me.app)?;
    let task = TaskId::new(path.task_id);
    let rows = me.rows();
    let found = rows.task(task).await?.ok_or(ApiError::TASK_NOT_FOUND)?;
    let told = Told::read(&*rows, found).await?;
    let logs = rows
        .list::<DebugLog>(DebugFilter {
            task: Some(task),
            limit: EXPORTED_LOGS,
            ..DebugFilter::default()
        })
        .await?;
    let export = exported(&told, logs, me.now_ms())?;
    event::exported(&me, "debug", &task.to_string()).await?;
    let export = serde_json::to_value(export).map_err(ApiError::internal)?;
    reply(masked(export))
}

fn only_while_debugging(app: &AppState) -> Result<(), ApiError> {
    if app.config.debug {
        Ok(())
    } else {
        Err(ApiError::NOT_FOUND)
    }
}

fn exported(told: &Told, logs: Vec<DebugLog>, now_ms: i64) -> Result<DebugExport, ApiError> {
    let errors = errors(told, &logs);
    let verdicts = || {
        told.steps
            .iter()
            .filter_map(|stored| stored.step.verdict.as_ref())
    };
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let corrections = told.steps.iter().filter(|it| it.step.correction.is_some());
    Ok(DebugExport {
        export_version: EXPORT_VERSION.to_owned(),
        exported_at: time::iso(now_ms),
        task_id: told.summary.id.get(),
        task: task(told)?,
        actions: told.steps(),
        metrics: metrics(told),
        summary: DebugSummary {
            steps: count(told.steps.len()),
            verified: count(verdicts().filter(|verdict| verdict.met).count()),
            failed: count(verdicts().filter(|verdict| !verdict.met).count()),
            corrections: count(corrections.count()),
            errors: count(errors.len()),
            duration: told.summary.updated_ms - told.summary.created_ms,
        },
        errors,
        debug_logs: logs.into_iter().map(entry).collect(),
    })
}

/// The task without its steps, and without what its page or its person said.
fn task(told: &Told) -> Result<Map<String, Value>, ApiError> {
    let about = &told.task;
    let value = serde_json::to_value(convert::task(told.summary.clone()));
    let Value::Object(mut task) = value.map_err(ApiError::internal)? else {
        return Ok(Map::new());
    };
    let more = json!({
        "sessionId": told.summary.session,
        "url": told.summary.url,
        "taskType": about.task_type,
        "complexity": about.complexity,
        "takenOver": about.thinking.taken_over,
        "plan": about.thinking.plan,
        "searches": about.thinking.reasoning.searches.len(),
        "waiting": about.phase.question().is_some(),
        "tries": about.tries,
        "failures": about.failures,
        "origins": about.origins,
    });
    if let Value::Object(more) = more {
        task.extend(more);
    }
    Ok(task)
}

fn metrics(told: &Told) -> DebugMetrics {
    let mut by_topic: BTreeMap<&str, Vec<&UsageLine>> = BTreeMap::new();
    for call in &told.calls {
        by_topic.entry(&call.topic).or_default().push(call);
    }
    DebugMetrics {
        usage: told.usage().unwrap_or_default(),
        by_topic: by_topic
            .into_iter()
            .filter_map(|(topic, calls)| Some((topic.to_owned(), sum(calls.into_iter())?)))
            .collect(),
        calls: told.calls.iter().map(call).collect(),
    }
}

fn call(line: &UsageLine) -> DebugCall {
    DebugCall {
        topic: line.topic.clone(),
        model: line.model.clone(),
        prompt_tokens: line.prompt_tokens,
        completion_tokens: line.completion_tokens,
        cost_micros: line.micros,
        duration: line.duration_ms,
        succeeded: line.succeeded,
        turn: line.turn,
    }
}

/// Steps that failed, then requests that did.
fn errors(told: &Told, logs: &[DebugLog]) -> Vec<DebugError> {
    let failed = told.steps.iter().filter_map(|stored| {
        let step = &stored.step;
        let verdict = step.verdict.as_ref().filter(|verdict| !verdict.met)?;
        let code = step.report.code.clone();
        let message = step.report.message.clone();
        Some(DebugError {
            step_index: Some(step.index.into()),
            code: code.unwrap_or_else(|| "NOT_VERIFIED".to_owned()),
            message: message.unwrap_or_else(|| verdict.reason.clone()),
        })
    });
    let refused = logs.iter().filter_map(|log| {
        Some(DebugError {
            step_index: None,
            code: log.error.clone()?,
            message: format!("{} answered {}", log.endpoint, log.status),
        })
    });
    failed.chain(refused).collect()
}

fn entry(log: DebugLog) -> DebugLogEntry {
    DebugLogEntry {
        log_type: log.kind().word().to_owned(),
        timestamp: time::iso(log.at_ms),
        task_id: log.task.map(TaskId::get),
        endpoint: log.endpoint,
        status: log.status,
        duration: log.duration_ms,
        notes: log.notes,
        error_code: log.error,
    }
}
