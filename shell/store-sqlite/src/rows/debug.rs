//! What is noted of requests while debugging.

use rusqlite::{Connection, Row, named_params};
use screen_agent_kernel::TaskId;
use screen_agent_store::debug::DebugLog;
use screen_agent_store::{Owner, StoreError};
use uuid::Uuid;

use super::{Key, change, key, list};
use crate::error::unknown_word;

/// Notes one request.
pub(crate) fn add(connection: &Connection, owner: Owner, log: &DebugLog) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO debug_logs (tenant_id, user_id, task_id, endpoint, status, duration_ms, notes,
                                 error, at_ms)
         VALUES (:tenant, :user, :task, :endpoint, :status, :duration, :notes, :error, :at)",
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":task": log.task.map(|task| key(task.get())),
            ":endpoint": log.endpoint,
            ":status": log.status,
            ":duration": log.duration_ms,
            ":notes": serde_json::json!(log.notes).to_string(),
            ":error": log.error,
            ":at": log.at_ms,
        },
    )
    .map(drop)
}

/// The latest, newest first.
pub(crate) fn latest(
    connection: &Connection,
    owner: Owner,
    task: Option<TaskId>,
    limit: u32,
) -> Result<Vec<DebugLog>, StoreError> {
    list(
        connection,
        "SELECT at_ms, task_id, endpoint, status, duration_ms, notes, error FROM debug_logs
         WHERE tenant_id = ?1 AND user_id = ?2 AND (?3 IS NULL OR task_id = ?3)
         ORDER BY pk DESC LIMIT ?4",
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            task.map(|task| key(task.get())),
            limit,
        ),
        read,
    )
}

fn read(row: &Row<'_>) -> rusqlite::Result<DebugLog> {
    let notes: String = row.get(5)?;
    let task: Option<Key> = row.get(1)?;
    Ok(DebugLog {
        at_ms: row.get(0)?,
        task: task.map(|task| TaskId::new(Uuid::from_bytes(task))),
        endpoint: row.get(2)?,
        status: row.get(3)?,
        duration_ms: row.get(4)?,
        notes: serde_json::from_str(&notes).map_err(|_| unknown_word(&notes))?,
        error: row.get(6)?,
    })
}
