//! What is to be told to listeners.

use async_trait::async_trait;
use rusqlite::Connection;
use screen_agent_action::id::SessionId;
use screen_agent_store::outbox::{Announced, Happened, Place};
use screen_agent_store::session::MessageRecord;
use screen_agent_store::{Outbox, Owner, Stored};

use crate::SqliteStore;
use crate::error::unknown_word;
use crate::sql::{Columns, FromRow, Sql as _};

#[async_trait]
impl Outbox for SqliteStore {
    async fn sent_up_to(&self) -> Stored<Place> {
        let sql = "SELECT coalesce(
             (SELECT min(pk) - 1 FROM outbox INDEXED BY outbox_unsent WHERE sent_ms IS NULL),
             (SELECT max(pk) FROM outbox),
             0)";
        self.read(move |db| db.get(sql, &[]).map(Place)).await
    }

    async fn announced(&self, after: Place, limit: u32) -> Stored<Vec<Announced>> {
        let sql = "SELECT o.pk, o.at_ms, s.tenant_id, s.user_id, s.id,
                  NOT EXISTS (SELECT 1 FROM sessions f WHERE f.id = s.id AND f.pk < s.pk),
                  o.kind, t.id, o.turn, r.round, t.step_count,
                  m.id, m.sequence, m.role, m.content, m.action, m.status, m.error, m.dom_summary,
                  m.metadata, m.at_ms
           FROM outbox o
           JOIN sessions s ON s.pk = o.session_pk
           LEFT JOIN messages m ON m.session_pk = o.session_pk AND m.sequence = o.sequence
           LEFT JOIN tasks t ON t.pk = o.task_pk
           LEFT JOIN turn_records r ON r.task_pk = o.task_pk AND r.turn = o.turn
           WHERE o.pk > ?1
           ORDER BY o.pk LIMIT ?2";
        self.read(move |db| db.list(sql, &[&after.0, &limit])).await
    }

    async fn mark_sent(&self, up_to: Place, now_ms: i64) -> Stored<()> {
        let sql = "UPDATE outbox INDEXED BY outbox_unsent SET sent_ms = ?2
                   WHERE sent_ms IS NULL AND pk <= ?1";
        self.write(move |db| db.make(sql, &[&up_to.0, &now_ms]))
            .await
    }

    async fn first_owner(&self, session: SessionId) -> Stored<Option<Owner>> {
        let sql = "SELECT tenant_id, user_id FROM sessions WHERE id = ?1 ORDER BY pk LIMIT 1";
        self.read(move |db| db.find(sql, &[&session])).await
    }
}

impl FromRow for Announced {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            place: Place(row.take()?),
            at_ms: row.take()?,
            owner: row.take()?,
            session: row.take()?,
            is_first: row.take()?,
            what: row.take()?,
        })
    }
}

impl FromRow for Happened {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        let kind: String = row.take()?;
        if kind == "new_message" {
            row.skip(4);
            return Ok(Self::Message(Box::new(row.take::<MessageRecord>()?)));
        }
        let (task, turn) = (row.take()?, row.take()?);
        let (round, step_count): (Option<String>, _) = (row.take()?, row.take()?);
        match (kind.as_str(), round) {
            ("interact_response", Some(round)) => Ok(Self::Turn { task, turn, round }),
            ("interrupted", _) => Ok(Self::Interrupted {
                task,
                turn,
                step_count,
            }),
            (other, _) => Err(unknown_word(other)),
        }
    }
}

/// Announces tasks that were interrupted without a turn, by their keys.
pub(crate) fn announce_interrupted(db: &Connection, tasks: &[i64], now_ms: i64) -> Stored<()> {
    let sql = "INSERT INTO outbox (session_pk, kind, task_pk, turn, at_ms)
               SELECT session_pk, 'interrupted', pk, turn_count, ?2 FROM tasks WHERE pk = ?1";
    let mut tasks = tasks.iter();
    tasks.try_for_each(|task_pk| db.make(sql, &[task_pk, &now_ms]))
}
