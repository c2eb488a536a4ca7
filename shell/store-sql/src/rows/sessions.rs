//! Conversations of the extension's surface.

use async_trait::async_trait;
use screen_agent_action::id::SessionId;
use screen_agent_store::session::{
    MessageFilter, MessageRecord, Page, SessionFacts, SessionFilter, SessionRecord,
};
use screen_agent_store::{Sessions, Stored};

use super::cut;
use super::owned::{Owned, ScopedStore};
use super::records::{self, Bound, Table as _, found, listed, table};
use crate::sql::{Sql as _, ToColumn};

/// Most characters of the person's words in a title.
const TITLE_WORDS: usize = 200;

const COLUMNS: &str = SessionRecord::COLUMNS;

#[async_trait]
impl Sessions for ScopedStore<'_> {
    async fn init_session(&self, id: SessionId, facts: SessionFacts, now_ms: i64) -> Stored<bool> {
        self.write(move |rows| match rows.pk("sessions", &id)? {
            Some(_) => Ok(false),
            None => rows.insert_session(id, &facts, now_ms).map(|_pk| true),
        })
        .await
    }

    async fn rename_session(
        &self,
        id: SessionId,
        title: String,
        now_ms: i64,
    ) -> Stored<Option<SessionRecord>> {
        let sql = format!(
            "UPDATE sessions SET title = ?4, renamed = TRUE, updated_ms = max(updated_ms, ?5)
             WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 RETURNING {COLUMNS}"
        );
        self.write(move |rows| rows.find(&sql, &[&id, &title, &now_ms]))
            .await
    }

    async fn archive_session(&self, id: SessionId, now_ms: i64) -> Stored<Option<SessionRecord>> {
        self.write(move |rows| {
            let archived = rows.change(
                "UPDATE sessions SET status = 'archived', updated_ms = max(updated_ms, ?4)
                 WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3 AND status <> 'archived'",
                &[&id, &now_ms],
            )?;
            if archived > 0 {
                rows.log_deleted("session", &id.to_string())?;
            }
            records::find(rows, &id)
        })
        .await
    }

    async fn messages(
        &self,
        session: SessionId,
        filter: MessageFilter,
    ) -> Stored<Option<Page<MessageRecord>>> {
        self.read(move |rows| rows.messages(session, filter)).await
    }
}

impl Owned<'_> {
    /// Makes a conversation.
    pub(crate) fn insert_session(
        &self,
        id: SessionId,
        facts: &SessionFacts,
        now_ms: i64,
    ) -> Stored<i64> {
        self.insert_keyed(
            "sessions",
            &[
                ("id", &id),
                ("url", &facts.url),
                ("domain", &facts.domain),
                ("title", &title(facts)),
                ("tab", &facts.tab),
                ("initial_url", &facts.url),
                ("initial_domain", &facts.domain),
                ("initial_query", &facts.initial_query),
                ("created_ms", &now_ms),
                ("updated_ms", &now_ms),
            ],
        )
    }

    /// Notes where the tab is now. What stood first is kept; what was missing is filled in.
    pub(crate) fn update_session(&self, pk: i64, facts: &SessionFacts, now_ms: i64) -> Stored<()> {
        let SessionFacts {
            url,
            domain,
            tab,
            initial_query,
            ..
        } = facts;
        self.db.make(
            "UPDATE sessions SET
               url = iif(?2 = '', url, ?2),
               domain = iif(?2 = '' AND ?3 = '', domain, ?3),
               tab = coalesce(?4, tab),
               title = iif(renamed OR title <> '', title, ?5),
               initial_url = iif(initial_url = '', ?2, initial_url),
               initial_domain = iif(initial_domain = '', ?3, initial_domain),
               initial_query = coalesce(initial_query, ?6),
               updated_ms = max(updated_ms, ?7)
             WHERE pk = ?1",
            &[&pk, url, domain, tab, &title(facts), initial_query, &now_ms],
        )
    }
}

table!(SessionRecord, "sessions own" =>
    id, url, domain, title, renamed, tab, status, initial_url, initial_domain, initial_query,
    task_type "(SELECT metadata ->> 'taskType' FROM messages
                WHERE session_pk = pk AND metadata ->> 'taskType' IS NOT NULL ORDER BY sequence DESC LIMIT 1)",
    message_count, created_ms, updated_ms);

found!(SessionRecord);

impl Bound for SessionFilter {
    fn values(&self) -> Vec<Box<dyn ToColumn + '_>> {
        let words: Vec<&str> = self.statuses.iter().map(|status| status.word()).collect();
        let statuses = (!words.is_empty()).then(|| words.join(" "));
        vec![Box::new(statuses), Box::new(&self.domain)]
    }

    fn part(&self) -> Option<(u32, u32)> {
        Some((self.limit, self.offset))
    }
}

listed!(SessionRecord, "(?3 IS NULL OR instr(?3, status) > 0) AND (?4 IS NULL OR domain = ?4)"
    by "updated_ms DESC, pk DESC");

/// The client's title, or the domain and the person's first words; empty while neither is known.
fn title(facts: &SessionFacts) -> String {
    if let Some(title) = &facts.title {
        return title.clone();
    }
    let words = cut(
        facts.initial_query.as_deref().unwrap_or_default(),
        TITLE_WORDS,
    );
    match (facts.domain.as_str(), words) {
        (_, "") => String::new(),
        ("", words) => words.to_owned(),
        (domain, words) => format!("{domain}: {words}"),
    }
}
