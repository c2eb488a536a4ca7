//! What is said in a conversation.

use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_store::Stored;
use screen_agent_store::session::{ActionError, MessageFilter, MessageRecord, NewMessage, Page};
use screen_agent_store::turn::ActionOutcome;

use super::owned::Owned;
use crate::db::Db;
use crate::sql::{Columns, FromRow, Sql as _, from_row};
use crate::value::unknown_word;

/// Appends a message with the next number. No two of a conversation share a time, so that a
/// client which pages by time meets each message once.
pub(crate) fn append(
    db: &dyn Db,
    (session_pk, task): (i64, TaskId),
    message: &NewMessage,
    now_ms: i64,
) -> Stored<MessageRecord> {
    let (sequence, last_ms): (u32, i64) = db.get(
        "SELECT message_count, last_message_ms FROM sessions WHERE pk = ?1",
        &[&session_pk],
    )?;
    let message = message.clone();
    let said = MessageRecord {
        id: message.id,
        sequence,
        role: message.role,
        content: message.content,
        action: message.action,
        status: message.status,
        error: None,
        dom_summary: message.dom_summary,
        metadata: message.metadata,
        at_ms: now_ms.max(last_ms + 1),
    };
    db.insert(
        "messages",
        &[
            ("session_pk", &session_pk),
            ("sequence", &said.sequence),
            ("id", &said.id),
            ("role", &said.role),
            ("content", &said.content),
            ("action", &said.action),
            ("status", &said.status),
            ("dom_summary", &said.dom_summary),
            ("metadata", &said.metadata),
            ("at_ms", &said.at_ms),
            ("task_id", &task),
        ],
    )?;
    Ok(said)
}

/// Appends the person's words, unless they are the last that the person said.
pub(crate) fn append_words(
    db: &dyn Db,
    place: (i64, TaskId),
    words: &NewMessage,
    now_ms: i64,
) -> Stored<Option<MessageRecord>> {
    let latest: Option<String> = db.find(
        "SELECT content FROM messages WHERE session_pk = ?1 AND role = 'user'
         ORDER BY sequence DESC LIMIT 1",
        &[&place.0],
    )?;
    if latest.as_deref() == Some(&words.content) {
        return Ok(None);
    }
    append(db, place, words, now_ms).map(Some)
}

/// Puts what became of an action on the message that announced it: the latest of ours.
pub(crate) fn note_outcome(db: &dyn Db, session_pk: i64, outcome: &ActionOutcome) -> Stored<()> {
    let error = outcome.error.as_ref();
    let error = error.map(|error| serde_json::json!([error.code, error.message]).to_string());
    db.make(
        "UPDATE messages SET status = ?2, error = ?3
         WHERE session_pk = ?1 AND action IS NOT NULL AND sequence =
           (SELECT max(sequence) FROM messages WHERE session_pk = ?1 AND role = 'assistant')",
        &[&session_pk, &outcome.status, &error],
    )
}

impl Owned<'_> {
    /// A page of messages, oldest first.
    pub(crate) fn messages(
        &self,
        session: SessionId,
        filter: MessageFilter,
    ) -> Stored<Option<Page<MessageRecord>>> {
        let columns = "pk, message_count, status = 'archived'";
        let found: Option<(i64, u32, bool)> = self.one("sessions", columns, &session)?;
        let Some((pk, total, false)) = found else {
            return Ok(None);
        };
        let items = self.db.list(
            "SELECT id, sequence, role, content, action, status, error, dom_summary, metadata, at_ms
             FROM messages
             WHERE session_pk = ?1 AND sequence > coalesce(?2, -1)
               AND at_ms >= ?3
             ORDER BY sequence LIMIT ?4",
            &[
                &pk,
                &filter.after,
                &filter.since_ms.unwrap_or(i64::MIN),
                &filter.limit,
            ],
        )?;
        Ok(Some(Page { items, total }))
    }
}

from_row!(MessageRecord:
    id, sequence, role, content, action, status, error, dom_summary, metadata, at_ms);

impl FromRow for ActionError {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        let json: String = row.take()?;
        let (code, message) = serde_json::from_str(&json).map_err(|_| unknown_word(&json))?;
        Ok(Self { code, message })
    }
}
