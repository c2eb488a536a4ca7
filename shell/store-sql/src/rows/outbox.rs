//! What is to be told to listeners.

use async_trait::async_trait;
use screen_agent_store::outbox::{
    Announced, Happened, OutboxPosition, Publication, Published, TopicName,
};
use screen_agent_store::session::MessageRecord;
use screen_agent_store::{Outbox, Owner, StoreError, Stored};

use super::owned::{Owned, ScopedStore};
use super::records::{Listed, Unowned, listed, table};
use crate::SqlStore;
use crate::db::{Db, Freshness};
use crate::sql::{Columns, FromRow, Sql as _};
use crate::value::unknown_word;

#[async_trait]
impl Outbox for SqlStore {
    async fn sent_up_to(&self) -> Stored<OutboxPosition> {
        self.read_as(Freshness::Settled, move |db| {
            let unsent = db.dialect().by_index("outbox_unsent");
            let sql = format!(
                "SELECT coalesce(
                   (SELECT min(pk) - 1 FROM outbox{unsent} WHERE sent_ms IS NULL),
                   (SELECT max(pk) FROM outbox),
                   0)"
            );
            db.get(&sql, &[])
        })
        .await
    }

    async fn mark_sent(&self, up_to: OutboxPosition, now_ms: i64) -> Stored<()> {
        self.write(None, move |db| {
            let unsent = db.dialect().by_index("outbox_unsent");
            let which = "sent_ms IS NULL AND pk <= ?1";
            let sql = format!("UPDATE outbox{unsent} SET sent_ms = ?2 WHERE {which}");
            db.make(&sql, &[&up_to, &now_ms])
        })
        .await
    }

    async fn first_owner(&self, topic: TopicName) -> Stored<Option<Owner>> {
        let sql = "SELECT tenant_id, user_id FROM topics WHERE name = ?1";
        self.read(move |db| db.find(sql, &[&topic])).await
    }

    async fn publish(
        &self,
        owner: Owner,
        publications: Vec<Publication>,
        now_ms: i64,
    ) -> Stored<()> {
        let rows = ScopedStore { store: self, owner };
        rows.write(move |rows| {
            let mut each = publications.iter();
            each.try_for_each(|publication| publish(rows, publication, now_ms))
        })
        .await
    }

    async fn publish_next(
        &self,
        owner: Owner,
        (topic, published): (TopicName, u32),
        publications: Vec<Publication>,
        now_ms: i64,
    ) -> Stored<()> {
        let rows = ScopedStore { store: self, owner };
        rows.write(move |rows| {
            let by_topic = rows.db.dialect().by_index("outbox_by_topic");
            let sql = format!(
                "SELECT count(*) FROM outbox{by_topic}
                 WHERE tenant_id = ?1 AND user_id = ?2 AND topic = ?3 AND body IS NOT NULL"
            );
            if rows.get::<u32>(&sql, &[&topic])? != published {
                return Err(StoreError::LeaseLost);
            }
            let mut each = publications.iter();
            each.try_for_each(|publication| publish(rows, publication, now_ms))
        })
        .await
    }
}

/// Tells listeners of a topic something, with whatever else is written.
pub(crate) fn publish(rows: &Owned<'_>, told: &Publication, now_ms: i64) -> Stored<()> {
    let Publication { topic, kind, body } = told;
    rows.make(
        "INSERT INTO topics (name, tenant_id, user_id) VALUES (?3, ?1, ?2)
         ON CONFLICT (name) DO NOTHING",
        &[topic],
    )?;
    rows.insert(
        "outbox",
        &[
            ("topic", topic),
            ("kind", kind),
            ("body", body),
            ("at_ms", &now_ms),
        ],
    )
}

table!(Published, "outbox own" => kind, body, at_ms);

listed!(Published, "own.topic = ?3 AND own.body IS NOT NULL" by "own.pk");

table!(Announced, "outbox o
                   LEFT JOIN messages m ON m.session_pk = o.session_pk AND m.sequence = o.sequence
                   LEFT JOIN tasks t ON t.pk = o.task_pk
                   LEFT JOIN turn_records r ON r.task_pk = o.task_pk AND r.turn = o.turn" =>
    place "o.pk", at_ms "o.at_ms", owner "o.tenant_id, o.user_id", topic "o.topic",
    is_first "EXISTS (SELECT 1 FROM topics WHERE name = o.topic
                      AND tenant_id = o.tenant_id AND user_id = o.user_id)",
    what "o.kind, o.body, t.id, o.turn, r.round, t.step_count,
          m.id, m.sequence, m.role, m.content, m.action, m.status, m.error, m.dom_summary,
          m.metadata, m.at_ms");

impl Unowned for Announced {}

/// The oldest after a place, so many.
impl Listed for Announced {
    const WHICH: &'static str = "o.pk > ?1";
    const ORDER: &'static str = "o.pk LIMIT ?2";
    const READING: Freshness = Freshness::Settled;
}

impl FromRow for Happened {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        let (kind, body): (String, Option<String>) = row.take()?;
        if let Some(body) = body {
            return Ok(Self::Published { kind, body });
        }
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
pub(crate) fn announce_interrupted(db: &dyn Db, tasks: &[i64], now_ms: i64) -> Stored<()> {
    let sql = "INSERT INTO outbox
                 (tenant_id, user_id, topic, kind, session_pk, task_pk, turn, at_ms)
               SELECT s.tenant_id, s.user_id, 'session-' || lower(hex(s.id)), 'interrupted', s.pk,
                      t.pk, t.turn_count, ?2
               FROM tasks t JOIN sessions s ON s.pk = t.session_pk WHERE t.pk = ?1";
    let mut tasks = tasks.iter();
    tasks.try_for_each(|task_pk| db.make(sql, &[task_pk, &now_ms]))
}
