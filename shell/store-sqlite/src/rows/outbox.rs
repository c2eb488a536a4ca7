//! What is to be told to listeners.

use rusqlite::{Connection, Row};
use screen_agent_kernel::{SessionId, TaskId, TenantId, UserId};
use screen_agent_store::outbox::{Announced, Happened, Place};
use screen_agent_store::{Owner, StoreError};
use uuid::Uuid;

use super::{Key, change, find, get, key, list, messages};
use crate::error::unknown_word;

/// The last place before the first that is not marked as sent.
pub(crate) fn sent_up_to(connection: &Connection) -> Result<Place, StoreError> {
    get(
        connection,
        "SELECT coalesce(
           (SELECT min(pk) - 1 FROM outbox INDEXED BY outbox_unsent WHERE sent_ms IS NULL),
           (SELECT max(pk) FROM outbox),
           0)",
        [],
        |row| row.get(0).map(Place),
    )
}

/// The oldest that stand after a place, in the order of their commits.
pub(crate) fn announced(
    connection: &Connection,
    after: Place,
    limit: u32,
) -> Result<Vec<Announced>, StoreError> {
    list(
        connection,
        "SELECT m.id, m.sequence, m.role, m.content, m.action, m.status, m.error, m.dom_summary,
                m.metadata, m.at_ms,
                o.pk, o.at_ms, s.tenant_id, s.user_id, s.id,
                NOT EXISTS (SELECT 1 FROM sessions f WHERE f.id = s.id AND f.pk < s.pk),
                o.kind, t.id, o.turn, r.round, t.step_count
         FROM outbox o
         JOIN sessions s ON s.pk = o.session_pk
         LEFT JOIN messages m ON m.session_pk = o.session_pk AND m.sequence = o.sequence
         LEFT JOIN tasks t ON t.pk = o.task_pk
         LEFT JOIN turn_records r ON r.task_pk = o.task_pk AND r.turn = o.turn
         WHERE o.pk > ?1
         ORDER BY o.pk LIMIT ?2",
        (after.0, limit),
        read,
    )
}

fn read(row: &Row<'_>) -> rusqlite::Result<Announced> {
    let id = |column| Ok::<_, rusqlite::Error>(Uuid::from_bytes(row.get::<_, Key>(column)?));
    let kind: String = row.get(16)?;
    let what = match kind.as_str() {
        "new_message" => Happened::Message(Box::new(messages::read(row)?)),
        "interact_response" => Happened::Turn {
            task: TaskId::new(id(17)?),
            turn: row.get(18)?,
            round: row.get(19)?,
        },
        "interrupted" => Happened::Interrupted {
            task: TaskId::new(id(17)?),
            turn: row.get(18)?,
            step_count: row.get(20)?,
        },
        other => return Err(unknown_word(other)),
    };
    Ok(Announced {
        place: Place(row.get(10)?),
        at_ms: row.get(11)?,
        owner: Owner {
            tenant: TenantId::new(id(12)?),
            user: UserId::new(id(13)?),
        },
        session: SessionId::new(id(14)?),
        is_first: row.get(15)?,
        what,
    })
}

/// Marks everything up to a place as sent.
pub(crate) fn mark_sent(
    connection: &Connection,
    up_to: Place,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE outbox INDEXED BY outbox_unsent SET sent_ms = ?2
         WHERE sent_ms IS NULL AND pk <= ?1",
        (up_to.0, now_ms),
    )
    .map(drop)
}

/// Who had a conversation with this id first.
pub(crate) fn first_owner(
    connection: &Connection,
    session: SessionId,
) -> Result<Option<Owner>, StoreError> {
    find(
        connection,
        "SELECT tenant_id, user_id FROM sessions WHERE id = ?1 ORDER BY pk LIMIT 1",
        [key(session.get())],
        |row| {
            Ok(Owner {
                tenant: TenantId::new(Uuid::from_bytes(row.get::<_, Key>(0)?)),
                user: UserId::new(Uuid::from_bytes(row.get::<_, Key>(1)?)),
            })
        },
    )
}

/// Announces tasks that were interrupted without a turn, by their keys.
pub(crate) fn announce_interrupted(
    connection: &Connection,
    tasks: &[i64],
    now_ms: i64,
) -> Result<(), StoreError> {
    for task_pk in tasks {
        change(
            connection,
            "INSERT INTO outbox (session_pk, kind, task_pk, turn, at_ms)
             SELECT session_pk, 'interrupted', pk, turn_count, ?2 FROM tasks WHERE pk = ?1",
            (task_pk, now_ms),
        )?;
    }
    Ok(())
}
