//! What a turn may remember outside of its task.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row};
use screen_agent_kernel::recollect::{PastTask, Recollection, Remark, Speaker};
use screen_agent_kernel::{SessionId, TaskId};
use screen_agent_store::learned::{
    PAST_TASKS, REMARK_LENGTH, REMARKS, SESSION_KEYS, SESSION_VALUE,
};
use screen_agent_store::task::status_from_word;
use screen_agent_store::{Owner, StoreError};

use super::{change, key, list, sessions, skills};
use crate::error::unknown_word;

/// What a turn of the task `except` may remember.
pub(crate) fn recollect(
    connection: &Connection,
    owner: Owner,
    session: SessionId,
    except: TaskId,
    domain: &str,
) -> Result<Recollection, StoreError> {
    let mut found = Recollection {
        skills: skills::of_domain(connection, owner, domain)?,
        ..Recollection::default()
    };
    if let Some(place) = sessions::place(connection, owner, session)? {
        found.remarks = remarks(connection, place.pk, except)?;
        found.tasks = tasks(connection, place.pk, except)?;
        found.session = handed_on(connection, place.pk)?;
    }
    Ok(found)
}

/// Keeps a value for the conversation. Where there are too many, the one that was written longest
/// ago makes room.
pub(crate) fn hand_on(
    connection: &Connection,
    session_pk: i64,
    (name, value): &(String, String),
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO session_memory (session_pk, key, value, at_ms) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET value = excluded.value, at_ms = excluded.at_ms",
        (session_pk, name, cut(value, SESSION_VALUE), now_ms),
    )?;
    change(
        connection,
        "DELETE FROM session_memory WHERE session_pk = ?1 AND key IN
           (SELECT key FROM session_memory WHERE session_pk = ?1
            ORDER BY key = ?2 DESC, at_ms DESC, key LIMIT -1 OFFSET ?3)",
        (session_pk, name, SESSION_KEYS),
    )
    .map(drop)
}

fn remarks(
    connection: &Connection,
    session_pk: i64,
    except: TaskId,
) -> Result<Vec<Remark>, StoreError> {
    let mut latest = list(
        connection,
        "SELECT role, content, at_ms FROM messages
         WHERE session_pk = ?1 AND task_id IS NOT ?2 AND role IN ('user', 'assistant')
         ORDER BY sequence DESC LIMIT ?3",
        (session_pk, key(except.get()), REMARKS),
        |row| {
            let role: String = row.get(0)?;
            let speaker = match role.as_str() {
                "user" => Speaker::Person,
                _ => Speaker::Agent,
            };
            Ok(Remark {
                speaker,
                words: cut(&row.get::<_, String>(1)?, REMARK_LENGTH).to_owned(),
                at_ms: row.get(2)?,
            })
        },
    )?;
    latest.reverse();
    Ok(latest)
}

fn tasks(
    connection: &Connection,
    session_pk: i64,
    except: TaskId,
) -> Result<Vec<PastTask>, StoreError> {
    let mut latest = list(
        connection,
        "SELECT query, status, result, created_ms FROM tasks
         WHERE session_pk = ?1 AND id <> ?2 ORDER BY created_ms DESC, pk DESC LIMIT ?3",
        (session_pk, key(except.get()), PAST_TASKS),
        past_task,
    )?;
    latest.reverse();
    Ok(latest)
}

fn past_task(row: &Row<'_>) -> rusqlite::Result<PastTask> {
    let short = |text: String| cut(&text, REMARK_LENGTH).to_owned();
    let status: String = row.get(1)?;
    Ok(PastTask {
        query: short(row.get(0)?),
        status: status_from_word(&status).ok_or_else(|| unknown_word(&status))?,
        result: row.get::<_, Option<String>>(2)?.map(short),
        at_ms: row.get(3)?,
    })
}

fn handed_on(
    connection: &Connection,
    session_pk: i64,
) -> Result<BTreeMap<String, String>, StoreError> {
    let pairs = list(
        connection,
        "SELECT key, value FROM session_memory WHERE session_pk = ?1",
        [session_pk],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(pairs.into_iter().collect())
}

/// The beginning of a text, in characters.
fn cut(text: &str, most: usize) -> &str {
    text.char_indices()
        .nth(most)
        .map_or(text, |(end, _)| &text[..end])
}
