//! What is noted of requests while debugging.

use async_trait::async_trait;
use screen_agent_action::id::TaskId;
use screen_agent_store::debug::DebugLog;
use screen_agent_store::{DebugLogs, Stored};

use super::owned::ScopedStore;
use crate::sql::{Sql as _, from_row};

#[async_trait]
impl DebugLogs for ScopedStore<'_> {
    async fn add_debug_log(&self, log: DebugLog) -> Stored<()> {
        self.write(move |rows| {
            rows.insert(
                "debug_logs",
                &[
                    ("task_id", &log.task),
                    ("endpoint", &log.endpoint),
                    ("status", &log.status),
                    ("duration_ms", &log.duration_ms),
                    ("notes", &log.notes),
                    ("error", &log.error),
                    ("at_ms", &log.at_ms),
                ],
            )
            .map(drop)
        })
        .await
    }

    async fn debug_logs(&self, task: Option<TaskId>, limit: u32) -> Stored<Vec<DebugLog>> {
        let sql = "SELECT at_ms, task_id, endpoint, status, duration_ms, notes, error
                   FROM debug_logs
                   WHERE tenant_id = ?1 AND user_id = ?2 AND (?3 IS NULL OR task_id = ?3)
                   ORDER BY pk DESC LIMIT ?4";
        self.read(move |rows| rows.list(sql, &[&task, &limit]))
            .await
    }
}

from_row!(DebugLog: at_ms, task, endpoint, status, duration_ms, notes, error);
