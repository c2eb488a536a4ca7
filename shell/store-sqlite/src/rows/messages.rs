//! What is said in a conversation.

use rusqlite::{Connection, Row, named_params};
use screen_agent_kernel::{MessageId, SessionId, TaskId};
use screen_agent_store::session::{
    MessageError, MessageFilter, MessageRecord, MessageStatus, NewMessage, Page, Role,
};
use screen_agent_store::turn::ActionOutcome;
use screen_agent_store::{Owner, StoreError};
use uuid::Uuid;

use super::{Key, change, find, get, key, list, sessions};
use crate::error::unknown_word;

/// Appends a message with the next number. No two of a conversation share a time, so that a
/// client which pages by time meets each message once.
pub(crate) fn append(
    connection: &Connection,
    (session_pk, task): (i64, TaskId),
    message: &NewMessage,
    now_ms: i64,
) -> Result<MessageRecord, StoreError> {
    let (sequence, last_ms): (u32, i64) = get(
        connection,
        "SELECT message_count, last_message_ms FROM sessions WHERE pk = ?1",
        [session_pk],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let said = MessageRecord {
        id: message.id,
        sequence,
        role: message.role,
        content: message.content.clone(),
        action: message.action.clone(),
        status: message.status,
        error: None,
        dom_summary: message.dom_summary.clone(),
        metadata: message.metadata.clone(),
        at_ms: now_ms.max(last_ms + 1),
    };
    insert(connection, (session_pk, task), &said)?;
    Ok(said)
}

fn insert(
    connection: &Connection,
    (session_pk, task): (i64, TaskId),
    said: &MessageRecord,
) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO messages (session_pk, sequence, id, role, content, action, status,
                               dom_summary, metadata, at_ms, task_id)
         VALUES (:session, :sequence, :id, :role, :content, :action, :status, :summary,
                 :metadata, :at, :task)",
        named_params! {
            ":session": session_pk,
            ":sequence": said.sequence,
            ":id": key(said.id.get()),
            ":role": said.role.word(),
            ":content": said.content,
            ":action": said.action,
            ":status": said.status.map(MessageStatus::word),
            ":summary": said.dom_summary,
            ":metadata": said.metadata,
            ":at": said.at_ms,
            ":task": key(task.get()),
        },
    )
    .map(drop)
}

/// Appends the person's words, unless they are the last that the person said.
pub(crate) fn append_words(
    connection: &Connection,
    (session_pk, task): (i64, TaskId),
    words: &NewMessage,
    now_ms: i64,
) -> Result<Option<MessageRecord>, StoreError> {
    let latest: Option<String> = find(
        connection,
        "SELECT content FROM messages WHERE session_pk = ?1 AND role = 'user'
         ORDER BY sequence DESC LIMIT 1",
        [session_pk],
        |row| row.get(0),
    )?;
    if latest.as_deref() == Some(&words.content) {
        return Ok(None);
    }
    append(connection, (session_pk, task), words, now_ms).map(Some)
}

/// Puts what became of an action on the message that announced it: the latest of ours.
pub(crate) fn note_outcome(
    connection: &Connection,
    session_pk: i64,
    outcome: &ActionOutcome,
) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE messages SET status = ?2, error = ?3
         WHERE session_pk = ?1 AND action IS NOT NULL AND sequence =
           (SELECT max(sequence) FROM messages WHERE session_pk = ?1 AND role = 'assistant')",
        (
            session_pk,
            outcome.status.word(),
            outcome.error.as_ref().map(error_json),
        ),
    )
    .map(drop)
}

/// A page of messages, oldest first.
pub(crate) fn page(
    connection: &Connection,
    owner: Owner,
    session: SessionId,
    filter: MessageFilter,
) -> Result<Option<Page<MessageRecord>>, StoreError> {
    let place = sessions::place(connection, owner, session)?;
    let Some(place) = place.filter(|place| !place.archived) else {
        return Ok(None);
    };
    let items = list(
        connection,
        "SELECT id, sequence, role, content, action, status, error, dom_summary, metadata, at_ms
         FROM messages
         WHERE session_pk = ?1 AND sequence > coalesce(?2, -1)
           AND at_ms >= coalesce(?3, -9223372036854775808)
         ORDER BY sequence LIMIT ?4",
        (place.pk, filter.after, filter.since_ms, filter.limit),
        read,
    )?;
    let total = get(
        connection,
        "SELECT message_count FROM sessions WHERE pk = ?1",
        [place.pk],
        |row| row.get(0),
    )?;
    Ok(Some(Page { items, total }))
}

/// Reads a message off the first ten columns.
pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<MessageRecord> {
    let role: String = row.get(2)?;
    let status: Option<String> = row.get(5)?;
    let error: Option<String> = row.get(6)?;
    Ok(MessageRecord {
        id: MessageId::new(Uuid::from_bytes(row.get::<_, Key>(0)?)),
        sequence: row.get(1)?,
        role: Role::from_word(&role).ok_or_else(|| unknown_word(&role))?,
        content: row.get(3)?,
        action: row.get(4)?,
        status: status
            .map(|word| MessageStatus::from_word(&word).ok_or_else(|| unknown_word(&word)))
            .transpose()?,
        error: error.map(|json| error_from_json(&json)).transpose()?,
        dom_summary: row.get(7)?,
        metadata: row.get(8)?,
        at_ms: row.get(9)?,
    })
}

fn error_json(error: &MessageError) -> String {
    serde_json::json!([error.code, error.message]).to_string()
}

fn error_from_json(json: &str) -> rusqlite::Result<MessageError> {
    let (code, message) = serde_json::from_str(json).map_err(|_| unknown_word(json))?;
    Ok(MessageError { code, message })
}
