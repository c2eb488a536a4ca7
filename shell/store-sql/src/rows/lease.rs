//! The right to advance a task: one holder at a time, for a minute at a time.

use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_action::status::TaskStatus;
use screen_agent_store::Stored;
use screen_agent_store::turn::{BeginRefusal, LEASE_MS, LeaseId, OpenTurn, TakenFrom};

use super::owned::Owned;
use super::{outbox, tasks};
use crate::sql::Sql as _;

/// A task that may be advanced.
pub(crate) struct Found {
    pub(crate) pk: i64,
    pub(crate) session_pk: i64,
    pub(crate) session: SessionId,
    /// Somebody advances it.
    held: bool,
}

impl Owned<'_> {
    /// Looks whether a task may be advanced now, and if not, why.
    pub(crate) fn free_task(
        &self,
        task: TaskId,
        session: Option<SessionId>,
        now_ms: i64,
    ) -> Stored<Result<Found, BeginRefusal>> {
        let found = self.open_task(task, session, now_ms)?;
        Ok(found.and_then(|found| match found.held {
            true => Err(BeginRefusal::Busy),
            false => Ok(found),
        }))
    }

    /// Looks whether a task may be advanced, by whoever holds it.
    fn open_task(
        &self,
        task: TaskId,
        session: Option<SessionId>,
        now_ms: i64,
    ) -> Stored<Result<Found, BeginRefusal>> {
        type Row = ((i64, i64, SessionId), TaskStatus, bool, Option<LeaseId>);
        // A lease that lasts much longer than any can was taken by a clock that was wrong.
        let found: Option<Row> = self.find(
            "SELECT tasks.pk, session_pk, sessions.id, tasks.status, sessions.status = 'archived',
                    CASE WHEN lease_until_ms > ?5 AND lease_until_ms <= ?5 + ?6 THEN lease_id END
             FROM tasks JOIN sessions ON sessions.pk = session_pk
             WHERE tasks.tenant_id = ?1 AND tasks.user_id = ?2 AND tasks.id = ?3
               AND (?4 IS NULL OR sessions.id = ?4)",
            &[&task, &session, &now_ms, &(2 * LEASE_MS)],
        )?;
        Ok(match found {
            None => Err(BeginRefusal::UnknownTask),
            Some((_, status, _, _)) if status.is_terminal() => Err(BeginRefusal::Ended),
            Some((_, _, true, _)) => Err(BeginRefusal::SessionArchived),
            Some(((pk, session_pk, session), _, _, lease)) => Ok(Found {
                pk,
                session_pk,
                session,
                held: self.is_held(lease)?,
            }),
        })
    }

    /// Whether a lease that has not run out is somebody's still: who is gone holds nothing. One that was only slow to
    /// show itself finds its lease lost when it commits.
    pub(crate) fn is_held(&self, lease: Option<LeaseId>) -> Stored<bool> {
        match lease.map(LeaseId::peer) {
            None => Ok(false),
            Some(None) => Ok(true),
            Some(Some(peer)) => Ok(!self.db.is_gone(peer)?),
        }
    }

    /// Takes the lease on a task that was found free.
    pub(crate) fn take_lease(&self, pk: i64, lease: LeaseId, now_ms: i64) -> Stored<()> {
        let sql = "UPDATE tasks SET lease_id = ?2, lease_until_ms = ?3 WHERE pk = ?1";
        self.db.make(sql, &[&pk, &lease, &(now_ms + LEASE_MS)])
    }

    /// Takes the lease for a change without words.
    pub(crate) fn lease_task(
        &self,
        task: TaskId,
        lease: LeaseId,
        from: TakenFrom,
        now_ms: i64,
    ) -> Stored<Result<OpenTurn, BeginRefusal>> {
        let found = match self.open_task(task, None, now_ms)? {
            Ok(found) if found.held && from == TakenFrom::Nobody => {
                return Ok(Err(BeginRefusal::Busy));
            }
            Ok(found) => found,
            Err(refusal) => return Ok(Err(refusal)),
        };
        self.take_lease(found.pk, lease, now_ms)?;
        Ok(Ok(OpenTurn {
            session: found.session,
            task: Some(tasks::stored(self.db, found.pk)?),
            said: None,
        }))
    }

    /// Holds the lease until then, and the question that its turn is to answer.
    pub(crate) fn renew_lease(&self, task: TaskId, lease: LeaseId, until_ms: i64) -> Stored<()> {
        self.change_held(
            "UPDATE tasks SET lease_until_ms = ?5
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND lease_id = ?4",
            &[&task, &lease, &until_ms],
        )?;
        let sql = "UPDATE answered SET claimed_until_ms = ?2 WHERE lease_id = ?1";
        self.db.make(sql, &[&lease, &until_ms])
    }

    /// Lets go without an answer. Harmless when the lease was lost already.
    pub(crate) fn abandon_turn(&self, task: TaskId, lease: LeaseId) -> Stored<()> {
        // Its first turn was never answered: no client knows the task, so none will go on with it. It
        // stays, for the person's words do, and those belong to a task.
        let interrupted: Option<(i64, i64)> = self.find(
            "UPDATE tasks SET status = 'interrupted'
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND lease_id = ?4
               AND turn_count = 0 AND status <> 'interrupted'
             RETURNING pk, updated_ms",
            &[&task, &lease],
        )?;
        if let Some((pk, at_ms)) = interrupted {
            outbox::announce_interrupted(self.db, &[pk], at_ms)?;
        }
        self.make(
            "UPDATE tasks SET lease_id = NULL, lease_until_ms = NULL
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND lease_id = ?4",
            &[&task, &lease],
        )?;
        self.drop_question_of(lease)
    }
}
