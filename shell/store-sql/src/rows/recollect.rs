//! What a turn may remember outside of its task.

use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_store::Stored;
use screen_agent_store::learned::{
    FOUND_ELSEWHERE, PAST_TASKS, REMARK_LENGTH, REMARKS, SESSION_KEYS, SESSION_VALUE, SKILLS,
};
use screen_agent_think::recollect::{
    Cited, OtherConversations, PastSearch, PastTask, Recollection, Remark, Speaker,
};
use screen_agent_think::skill::Skill;

use super::cut;
use super::owned::Owned;
use crate::db::Db;
use crate::sql::{Columns, FromRow, Sql as _, ToColumn, from_row};

impl Owned<'_> {
    /// What a turn of the task `except` may remember.
    pub(crate) fn recollect(
        &self,
        session: SessionId,
        except: TaskId,
        domain: &str,
    ) -> Stored<Recollection> {
        // What has worked on the domain at least every other time, best first.
        let skills = self.list(
            "SELECT goal, failed, fix, tries, wins FROM skills
             WHERE tenant_id = ?1 AND domain = ?3 AND wins * 2 >= tries
             ORDER BY CAST(wins AS DOUBLE PRECISION) / tries DESC, wins DESC, used_ms DESC, pk DESC LIMIT ?4",
            &[&domain, &SKILLS],
        )?;
        let mut found = Recollection {
            skills,
            ..Recollection::default()
        };
        if let Some(pk) = self.pk("sessions", &session)? {
            found.remarks = remarks(self.db, pk, except)?;
            found.tasks = past_tasks(self.db, pk, except)?;
            let handed_on = "SELECT key, value FROM session_memory WHERE session_pk = ?1";
            found.session = self.db.list(handed_on, &[&pk])?.into_iter().collect();
        }
        Ok(found)
    }
}

/// Of other conversations of the owner's: what stands in a time and has all the beginnings of words.
const ELSEWHERE: &str =
    "s.tenant_id = ?1 AND s.user_id = ?2 AND s.id <> ?3 AND s.status <> 'archived'";

impl Owned<'_> {
    /// What is to be found in the owner's other conversations.
    pub(crate) fn elsewhere(
        &self,
        than: SessionId,
        search: &PastSearch,
    ) -> Stored<OtherConversations> {
        let PastSearch {
            since_ms,
            until_ms,
            stems,
        } = search;
        let since_ms = since_ms.unwrap_or(i64::MIN);
        let until_ms = until_ms.unwrap_or(i64::MAX);
        let values: &[&dyn ToColumn] = &[&than, &since_ms, &until_ms, stems, &FOUND_ELSEWHERE];
        let said = |words: &str| {
            format!(
                "NOT EXISTS (SELECT 1 FROM json_each(?6) WHERE instr(lower({words}), value) = 0)"
            )
        };
        let words = said("t.query || ' ' || coalesce(t.result, '')");
        let mut tasks: Vec<Cited<PastTask>> = self.list(
            &format!(
                "SELECT s.id, s.title, t.query, t.status, t.result, t.created_ms
                 FROM tasks t JOIN sessions s ON s.pk = t.session_pk
                 WHERE t.tenant_id = ?1 AND t.user_id = ?2 AND {ELSEWHERE}
                   AND t.created_ms >= ?4 AND t.created_ms < ?5 AND {words}
                 ORDER BY t.created_ms DESC, t.pk DESC LIMIT ?7"
            ),
            values,
        )?;
        let words = said("m.content");
        // Nothing was said in a conversation before it began, nor after it changed last.
        let mut remarks: Vec<Cited<Remark>> = self.list(
            &format!(
                "SELECT s.id, s.title, m.role, m.content, m.at_ms
                 FROM sessions s JOIN messages m ON m.session_pk = s.pk
                 WHERE {ELSEWHERE} AND s.created_ms < ?5
                   AND max(s.updated_ms, s.last_message_ms) >= ?4
                   AND m.at_ms >= ?4 AND m.at_ms < ?5 AND m.role IN ('user', 'assistant')
                   AND {words}
                 ORDER BY m.at_ms DESC, s.pk DESC, m.sequence DESC LIMIT ?7"
            ),
            values,
        )?;
        tasks.reverse();
        remarks.reverse();
        Ok(OtherConversations { tasks, remarks })
    }
}

/// Keeps a value for the conversation. Where there are too many, the one that was written longest
/// ago makes room.
pub(crate) fn hand_on(
    db: &dyn Db,
    session_pk: i64,
    (name, value): &(String, String),
    now_ms: i64,
) -> Stored<()> {
    db.make(
        "INSERT INTO session_memory (session_pk, key, value, at_ms) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (session_pk, key) DO UPDATE SET value = excluded.value, at_ms = excluded.at_ms",
        &[&session_pk, name, &cut(value, SESSION_VALUE), &now_ms],
    )?;
    db.make(
        "DELETE FROM session_memory WHERE session_pk = ?1 AND key IN
           (SELECT key FROM session_memory WHERE session_pk = ?1
            ORDER BY key = ?2 DESC, at_ms DESC, key LIMIT 9223372036854775807 OFFSET ?3)",
        &[&session_pk, name, &SESSION_KEYS],
    )
}

fn remarks(db: &dyn Db, session_pk: i64, except: TaskId) -> Stored<Vec<Remark>> {
    let mut latest: Vec<Remark> = db.list(
        "SELECT role, content, at_ms FROM messages
         WHERE session_pk = ?1 AND task_id IS DISTINCT FROM ?2 AND role IN ('user', 'assistant')
         ORDER BY sequence DESC LIMIT ?3",
        &[&session_pk, &except, &REMARKS],
    )?;
    latest.reverse();
    Ok(latest)
}

fn past_tasks(db: &dyn Db, session_pk: i64, except: TaskId) -> Stored<Vec<PastTask>> {
    let mut latest: Vec<PastTask> = db.list(
        "SELECT query, status, result, created_ms FROM tasks
         WHERE session_pk = ?1 AND id <> ?2 ORDER BY created_ms DESC, pk DESC LIMIT ?3",
        &[&session_pk, &except, &PAST_TASKS],
    )?;
    latest.reverse();
    Ok(latest)
}

fn short(text: String) -> String {
    cut(&text, REMARK_LENGTH).to_owned()
}

impl FromRow for Remark {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        let speaker = match row.take::<String>()?.as_str() {
            "user" => Speaker::Person,
            _ => Speaker::Agent,
        };
        Ok(Self {
            speaker,
            words: short(row.take()?),
            at_ms: row.take()?,
        })
    }
}

impl FromRow for PastTask {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        Ok(Self {
            query: short(row.take()?),
            status: row.take()?,
            result: row.take::<Option<_>>()?.map(short),
            at_ms: row.take()?,
        })
    }
}

impl<T: FromRow> FromRow for Cited<T> {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        Ok(Self {
            conversation: row.take()?,
            title: row.take()?,
            what: row.take()?,
        })
    }
}

from_row!(Skill: goal, failed, fix, tries, wins);
