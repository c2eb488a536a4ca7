//! The file that came with a person's words, as a task needs it.

use screen_agent_kernel::file::{Reading, TaskFile};
use screen_agent_store::Owner;

use crate::request::TurnRequest;
use crate::{Runner, TurnError};

/// Looks it up among the caller's own and takes what bears on their words. It was read when it
/// came, and is not read again.
pub(crate) async fn given(
    runner: &Runner,
    caller: Owner,
    request: &TurnRequest,
) -> Result<Option<TaskFile>, TurnError> {
    let Some(key) = &request.file else {
        return Ok(None);
    };
    let found = runner.rows(caller).file(key.clone()).await?;
    let record = found.ok_or(TurnError::UnknownFile)?;
    let reading: Reading = record.reading.read()?;
    let file = TaskFile::new(record.key, record.name, &reading, &request.query);
    Ok(Some(file))
}
