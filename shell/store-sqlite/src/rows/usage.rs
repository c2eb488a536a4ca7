//! What calls of models have cost.

use rusqlite::{Connection, Row, named_params};
use screen_agent_kernel::TaskId;
use screen_agent_kernel::mind::Spent;
use screen_agent_store::turn::UsageRow;
use screen_agent_store::usage::UsageLine;
use screen_agent_store::{Owner, StoreError};

use super::{change, get, key, list};

/// Keeps one call, with the turn in which it was made.
pub(crate) fn count(
    connection: &Connection,
    owner: Owner,
    (task, turn): (TaskId, u32),
    row: &UsageRow,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO model_usage (tenant_id, user_id, task_id, turn, proposer, topic,
                                  prompt_tokens, completion_tokens, micros, duration_ms,
                                  succeeded, at_ms)
         VALUES (:tenant, :user, :task, :turn, :proposer, :topic, :prompt, :completion, :micros,
                 :duration, :succeeded, :now)",
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":task": key(task.get()),
            ":turn": turn,
            ":proposer": row.proposer,
            ":topic": row.topic,
            ":prompt": row.prompt_tokens,
            ":completion": row.completion_tokens,
            ":micros": i64::try_from(row.micros).unwrap_or(i64::MAX),
            ":duration": row.duration_ms,
            ":succeeded": row.succeeded,
            ":now": now_ms,
        },
    )
    .map(drop)
}

/// What a whole tenant has spent since then. Sums that would not fit stop at the largest that do:
/// a budget must not fail because it is far exceeded.
pub(crate) fn spent_since(
    connection: &Connection,
    owner: Owner,
    since_ms: i64,
) -> Result<Spent, StoreError> {
    get(
        connection,
        "SELECT count(*), CAST(total(prompt_tokens) AS INTEGER),
                CAST(total(completion_tokens) AS INTEGER), CAST(total(micros) AS INTEGER)
         FROM model_usage WHERE tenant_id = ?1 AND at_ms >= ?2",
        (key(owner.tenant.get()), since_ms),
        |row| {
            Ok(Spent {
                calls: row.get(0)?,
                prompt_tokens: amount(row, 1)?,
                completion_tokens: amount(row, 2)?,
                micros: amount(row, 3)?,
            })
        },
    )
}

/// Each call that was made for a task, in order.
pub(crate) fn of_task(
    connection: &Connection,
    owner: Owner,
    task: TaskId,
) -> Result<Vec<UsageLine>, StoreError> {
    list(
        connection,
        "SELECT topic, proposer, prompt_tokens, completion_tokens, micros, duration_ms, succeeded,
                at_ms, turn
         FROM model_usage WHERE task_id = ?1 AND tenant_id = ?2 AND user_id = ?3 ORDER BY pk",
        (
            key(task.get()),
            key(owner.tenant.get()),
            key(owner.user.get()),
        ),
        read,
    )
}

fn read(row: &Row<'_>) -> rusqlite::Result<UsageLine> {
    Ok(UsageLine {
        topic: row.get(0)?,
        model: row.get(1)?,
        prompt_tokens: row.get(2)?,
        completion_tokens: row.get(3)?,
        micros: amount(row, 4)?,
        duration_ms: row.get(5)?,
        succeeded: row.get(6)?,
        at_ms: row.get(7)?,
        turn: row.get(8)?,
    })
}

fn amount(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let amount: i64 = row.get(column)?;
    Ok(u64::try_from(amount).unwrap_or_default())
}
