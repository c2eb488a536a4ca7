//! Tasks, read.

use rusqlite::{Connection, Row, named_params};
use screen_agent_kernel::step::Step;
use screen_agent_kernel::task::TaskStatus;
use screen_agent_kernel::{SessionId, TaskId};
use screen_agent_store::task::{Snapshot, StoredTask, TaskSummary, TimelineStep, status_from_word};
use screen_agent_store::upkeep::IDLE_MS;
use screen_agent_store::{Owner, Packed, StoreError};
use uuid::Uuid;

use super::{Key, find, get, key, list, outbox, sessions};
use crate::error::unknown_word;

/// The columns of a [`TaskSummary`], in the order in which [`read`] takes them.
macro_rules! columns {
    () => {
        "tasks.id, sessions.id, query, tasks.status, tasks.url, step_count, result,
         tasks.created_ms, tasks.updated_ms"
    };
}

/// A task as it is stored.
pub(crate) fn stored(connection: &Connection, task_pk: i64) -> Result<StoredTask, StoreError> {
    let (status, body) = get(
        connection,
        "SELECT status, opened(body) FROM tasks JOIN task_states ON task_pk = pk WHERE pk = ?1",
        [task_pk],
        |row| Ok((read_status(row, 0)?, Packed::stored(row.get(1)?))),
    )?;
    let steps = list(
        connection,
        "SELECT body FROM steps WHERE task_pk = ?1 ORDER BY step_index",
        [task_pk],
        |row| row.get(0).map(Packed::stored),
    )?;
    Ok(StoredTask {
        status,
        body,
        steps,
    })
}

/// A task and its state.
pub(crate) fn one(
    connection: &Connection,
    owner: Owner,
    id: TaskId,
) -> Result<Option<(TaskSummary, StoredTask)>, StoreError> {
    let Some(pk) = place(connection, owner, id)? else {
        return Ok(None);
    };
    let summary = get(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM tasks JOIN sessions ON sessions.pk = session_pk WHERE tasks.pk = ?1"
        ),
        [pk],
        read,
    )?;
    Ok(Some((summary, stored(connection, pk)?)))
}

/// The tasks of a conversation, the oldest first.
pub(crate) fn of_session(
    connection: &Connection,
    owner: Owner,
    session: SessionId,
) -> Result<Vec<TaskSummary>, StoreError> {
    let Some(place) = sessions::place(connection, owner, session)? else {
        return Ok(Vec::new());
    };
    list(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM tasks JOIN sessions ON sessions.pk = session_pk
              WHERE session_pk = ?1 ORDER BY tasks.created_ms, tasks.pk"
        ),
        [place.pk],
        read,
    )
}

/// A task's steps, with what was seen of each.
pub(crate) fn timeline(
    connection: &Connection,
    owner: Owner,
    id: TaskId,
) -> Result<Option<Vec<TimelineStep>>, StoreError> {
    let Some(pk) = place(connection, owner, id)? else {
        return Ok(None);
    };
    let rows = list(
        connection,
        "SELECT steps.body, action, steps.at_ms, verification_records.at_ms,
                EXISTS (SELECT 1 FROM snapshots WHERE snapshots.task_pk = steps.task_pk
                        AND snapshots.step_index = steps.step_index),
                steps.turn
         FROM steps LEFT JOIN verification_records USING (task_pk, step_index)
         WHERE steps.task_pk = ?1 ORDER BY steps.step_index",
        [pk],
        |row| {
            Ok((
                Packed::stored(row.get(0)?),
                row.get(1)?,
                row.get(2)?,
                row.get(3)?,
                row.get(4)?,
                row.get(5)?,
            ))
        },
    )?;
    rows.into_iter()
        .map(|(body, action, at_ms, verdict_ms, has_snapshot, turn)| {
            Ok(TimelineStep {
                step: body.read::<Step>()?,
                action,
                has_snapshot,
                at_ms,
                verdict_ms,
                turn,
            })
        })
        .collect::<Result<_, _>>()
        .map(Some)
}

/// What happened in each turn of a task.
pub(crate) fn records(
    connection: &Connection,
    owner: Owner,
    id: TaskId,
) -> Result<Option<Vec<Packed>>, StoreError> {
    let Some(pk) = place(connection, owner, id)? else {
        return Ok(None);
    };
    list(
        connection,
        "SELECT body FROM turn_records WHERE task_pk = ?1 ORDER BY turn",
        [pk],
        |row| row.get(0).map(Packed::stored),
    )
    .map(Some)
}

/// The picture taken before a step.
pub(crate) fn snapshot(
    connection: &Connection,
    owner: Owner,
    id: TaskId,
    step: u16,
) -> Result<Option<Snapshot>, StoreError> {
    let Some(pk) = place(connection, owner, id)? else {
        return Ok(None);
    };
    find(
        connection,
        "SELECT mime, image FROM snapshots WHERE task_pk = ?1 AND step_index = ?2",
        (pk, step),
        |row| {
            Ok(Snapshot {
                mime: row.get(0)?,
                image: row.get(1)?,
            })
        },
    )
}

/// The task to go on with in a conversation.
pub(crate) fn active(
    connection: &Connection,
    owner: Owner,
    session: SessionId,
    url: Option<&str>,
    now_ms: i64,
) -> Result<Option<TaskSummary>, StoreError> {
    let Some(place) = sessions::place(connection, owner, session)? else {
        return Ok(None);
    };
    interrupt_idle(connection, place.pk, now_ms)?;
    find(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM tasks JOIN sessions ON sessions.pk = session_pk
              WHERE session_pk = :session AND tasks.status NOT IN
                ('completed', 'failed', 'interrupted')
              ORDER BY tasks.url = :url DESC,
                       substr(tasks.url, 1, length(:origin)) = :origin DESC,
                       tasks.updated_ms DESC, tasks.pk DESC
              LIMIT 1"
        ),
        named_params! {
            ":session": place.pk,
            ":url": url.unwrap_or_default(),
            ":origin": url.map(origin_prefix).unwrap_or_default(),
        },
        read,
    )
}

/// Marks what was left lying. A task that waits for the person may wait: people go to lunch.
fn interrupt_idle(connection: &Connection, session_pk: i64, now_ms: i64) -> Result<(), StoreError> {
    let interrupted: Vec<i64> = list(
        connection,
        "UPDATE tasks SET status = 'interrupted', lease_id = NULL, lease_until_ms = NULL
         WHERE session_pk = ?1 AND updated_ms < ?2 AND coalesce(lease_until_ms, 0) <= ?3
           AND status IN ('active', 'planning', 'executing', 'verifying', 'correcting')
         RETURNING pk",
        (session_pk, now_ms - IDLE_MS, now_ms),
        |row| row.get(0),
    )?;
    outbox::announce_interrupted(connection, &interrupted, now_ms)
}

/// How every address of the same origin begins: scheme, host and the slash after them.
fn origin_prefix(url: &str) -> String {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url[host..]
        .find(['/', '?', '#'])
        .map_or(url.len(), |at| host + at);
    format!("{}/", &url[..end])
}

fn place(connection: &Connection, owner: Owner, id: TaskId) -> Result<Option<i64>, StoreError> {
    find(
        connection,
        "SELECT pk FROM tasks WHERE id = ?1 AND tenant_id = ?2 AND user_id = ?3",
        (
            key(id.get()),
            key(owner.tenant.get()),
            key(owner.user.get()),
        ),
        |row| row.get(0),
    )
}

fn read(row: &Row<'_>) -> rusqlite::Result<TaskSummary> {
    Ok(TaskSummary {
        id: TaskId::new(Uuid::from_bytes(row.get::<_, Key>(0)?)),
        session: SessionId::new(Uuid::from_bytes(row.get::<_, Key>(1)?)),
        query: row.get(2)?,
        status: read_status(row, 3)?,
        url: row.get(4)?,
        step_count: row.get(5)?,
        result: row.get(6)?,
        created_ms: row.get(7)?,
        updated_ms: row.get(8)?,
    })
}

fn read_status(row: &Row<'_>, column: usize) -> rusqlite::Result<TaskStatus> {
    let word: String = row.get(column)?;
    status_from_word(&word).ok_or_else(|| unknown_word(&word))
}

#[cfg(test)]
mod tests {
    use super::origin_prefix;

    #[test]
    fn an_origin_is_scheme_and_host_and_never_the_start_of_another_host() {
        for (url, origin) in [
            ("https://a.example/x/y?q#h", "https://a.example/"),
            ("https://a.example", "https://a.example/"),
            ("https://a.example:8443?x=/", "https://a.example:8443/"),
            ("", "/"),
        ] {
            assert_eq!(origin_prefix(url), origin, "{url:?}");
        }
    }
}
