//! What happened in a task, for replay.

use screen_agent_kernel::TaskId;
use screen_agent_store::{Owner, StoreError};

use crate::{Runner, TurnError};

/// The records of a task, one line a turn.
pub(crate) async fn export(
    runner: &Runner,
    caller: Owner,
    task: TaskId,
) -> Result<String, TurnError> {
    let records = runner.rows(caller).turn_records(task).await?;
    let mut lines = String::new();
    for record in records.ok_or(TurnError::UnknownTask)? {
        let line =
            String::from_utf8(record.open()?).map_err(|cause| StoreError::Corrupt(cause.into()))?;
        lines.push_str(&line);
        lines.push('\n');
    }
    Ok(lines)
}
