//! The extension surface: how the calls of a turn are performed, and what one transaction keeps of it.
//!
//! A turn is two transactions: one before the first proposer is called, which makes the person's words
//! durable, and one that keeps everything the turn came to before a byte of the answer goes out.

mod run;

mod addressed;
mod calls;
mod close;
mod notes;
mod open;
mod person;

mod audit;
mod draft;
mod held;
mod kept;
mod said;
mod snapshot;

mod error;

use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_store::answer::StoredResponse;
use screen_agent_store::{Owner, StoreError};
use screen_agent_turn::task::Task;

use crate::Engine;
use crate::work::detached;

pub use crate::request::{Help, TurnAnswer, TurnReply, TurnRequest};
pub use error::TurnError;
pub use kept::opened as opened_workflow;

impl Engine {
    /// Advances a task by one turn and answers with what `encode` makes of it.
    ///
    /// The answer is committed, with everything that it rests on, before this returns. A caller
    /// that goes away in the middle of a model's thought breaks that off and lets the task go, unless
    /// it left a key: then the turn is finished without it, and its answer waits under the key.
    pub async fn turn(
        &self,
        caller: Owner,
        request: TurnRequest,
        encode: impl FnOnce(&TurnReply) -> StoredResponse + Send + 'static,
    ) -> Result<TurnAnswer, TurnError> {
        let engine = self.clone();
        detached(|gone| async move { run::run(&engine, caller, request, gone, encode).await }).await
    }

    /// Stops a task, also in the middle of a turn; the next look takes it up again.
    pub async fn stop(&self, caller: Owner, task: TaskId) -> Result<Task, TurnError> {
        let engine = self.clone();
        detached(|_| async move { person::stop(&engine, caller, task).await }).await
    }

    /// Takes up a task that waits for the person, with what they said, and what they gave to get past
    /// a blocker, if anything. The next look goes on from there. What they gave is held in memory for a
    /// few minutes, handed to the turns that need it, and never stored.
    pub async fn resume(
        &self,
        caller: Owner,
        session: SessionId,
        task: TaskId,
        help: Help,
    ) -> Result<Task, TurnError> {
        let engine = self.clone();
        detached(|_| async move { person::resume(&engine, caller, (session, task), help).await })
            .await
    }

    /// What happened in a task, one line of JSON a turn, for replay.
    pub async fn export(&self, caller: Owner, task: TaskId) -> Result<String, TurnError> {
        let records = self.rows(caller).turn_records(task).await?;
        let mut lines = String::new();
        for record in records.ok_or(TurnError::UnknownTask)? {
            let line = String::from_utf8(record.open()?);
            lines.push_str(&line.map_err(|cause| StoreError::Corrupt(cause.into()))?);
            lines.push('\n');
        }
        Ok(lines)
    }
}
