//! What was put right in a task.

use rusqlite::{Connection, Row, named_params};
use screen_agent_kernel::TaskId;
use screen_agent_kernel::step::{Correction, Strategy};
use screen_agent_store::learned::CorrectionRecord;
use screen_agent_store::turn::NewCorrection;
use screen_agent_store::{Owner, StoreError};

use super::{change, key, list};
use crate::error::unknown_word;

/// Keeps what a step puts right.
pub(crate) fn keep(
    connection: &Connection,
    task_pk: i64,
    new: &NewCorrection,
    now_ms: i64,
) -> Result<(), StoreError> {
    let correction = &new.correction;
    change(
        connection,
        "INSERT INTO correction_records
           (task_pk, step_index, failed_step, strategy, reason, action, at_ms)
         VALUES (:task, :step, :failed, :strategy, :reason, :action, :now)",
        named_params! {
            ":task": task_pk,
            ":step": new.index,
            ":failed": correction.failed_step,
            ":strategy": correction.strategy.word(),
            ":reason": correction.reason,
            ":action": new.action,
            ":now": now_ms,
        },
    )
    .map(drop)
}

/// What was put right in a task, in order.
pub(crate) fn of_task(
    connection: &Connection,
    owner: Owner,
    task: TaskId,
) -> Result<Vec<CorrectionRecord>, StoreError> {
    list(
        connection,
        "SELECT step_index, failed_step, strategy, reason, action, at_ms
         FROM correction_records
         WHERE task_pk = (SELECT pk FROM tasks WHERE id = ?1 AND tenant_id = ?2 AND user_id = ?3)
         ORDER BY pk",
        (
            key(task.get()),
            key(owner.tenant.get()),
            key(owner.user.get()),
        ),
        read,
    )
}

fn read(row: &Row<'_>) -> rusqlite::Result<CorrectionRecord> {
    let strategy: String = row.get(2)?;
    Ok(CorrectionRecord {
        index: row.get(0)?,
        correction: Correction {
            failed_step: row.get(1)?,
            strategy: strategy_from_word(&strategy)?,
            reason: row.get(3)?,
        },
        action: row.get(4)?,
        at_ms: row.get(5)?,
    })
}

/// A strategy's word is also how it is serialised.
fn strategy_from_word(word: &str) -> rusqlite::Result<Strategy> {
    serde_json::from_value(word.into()).map_err(|_| unknown_word(word))
}
