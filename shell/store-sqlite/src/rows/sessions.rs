//! Conversations.

use rusqlite::{Connection, Row, named_params};
use screen_agent_kernel::SessionId;
use screen_agent_store::session::{
    Page, SessionFacts, SessionFilter, SessionRecord, SessionStatus, WhichSessions,
};
use screen_agent_store::{Owner, StoreError};
use uuid::Uuid;

use super::{Key, audit, change, find, get, key, list};
use crate::error::unknown_word;

/// Most characters of the person's words in a title.
const TITLE_WORDS: usize = 200;

/// The columns of a [`SessionRecord`], in the order in which [`read`] takes them.
macro_rules! columns {
    () => {
        "id, url, domain, title, renamed, tab, status, initial_url, initial_domain,
         initial_query, message_count, created_ms, updated_ms"
    };
}
/// A conversation's short key and whether it was put away.
pub(crate) struct Place {
    pub(crate) pk: i64,
    pub(crate) archived: bool,
}

/// Where a conversation is kept.
pub(crate) fn place(
    connection: &Connection,
    owner: Owner,
    id: SessionId,
) -> Result<Option<Place>, StoreError> {
    find(
        connection,
        "SELECT pk, status = 'archived' FROM sessions
         WHERE tenant_id = :tenant AND user_id = :user AND id = :id",
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":id": key(id.get()),
        },
        |row| {
            Ok(Place {
                pk: row.get(0)?,
                archived: row.get(1)?,
            })
        },
    )
}

/// Makes a conversation.
pub(crate) fn insert(
    connection: &Connection,
    owner: Owner,
    id: SessionId,
    facts: &SessionFacts,
    now_ms: i64,
) -> Result<i64, StoreError> {
    change(
        connection,
        "INSERT INTO sessions (tenant_id, user_id, id, url, domain, title, tab, initial_url,
                               initial_domain, initial_query, created_ms, updated_ms)
         VALUES (:tenant, :user, :id, :url, :domain, :title, :tab, :url, :domain, :query, :now, :now)",
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":id": key(id.get()),
            ":url": facts.url,
            ":domain": facts.domain,
            ":title": title(facts),
            ":tab": facts.tab,
            ":query": facts.initial_query,
            ":now": now_ms,
        },
    )?;
    Ok(connection.last_insert_rowid())
}

/// Notes where the tab is now. What stood first is kept; what was missing is filled in.
pub(crate) fn update(
    connection: &Connection,
    pk: i64,
    facts: &SessionFacts,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE sessions SET
           url = iif(:url = '', url, :url),
           domain = iif(:url = '' AND :domain = '', domain, :domain),
           tab = coalesce(:tab, tab),
           title = iif(renamed OR title <> '', title, :title),
           initial_url = iif(initial_url = '', :url, initial_url),
           initial_domain = iif(initial_domain = '', :domain, initial_domain),
           initial_query = coalesce(initial_query, :query),
           updated_ms = max(updated_ms, :now)
         WHERE pk = :pk",
        named_params! {
            ":pk": pk,
            ":url": facts.url,
            ":domain": facts.domain,
            ":tab": facts.tab,
            ":title": title(facts),
            ":query": facts.initial_query,
            ":now": now_ms,
        },
    )
    .map(drop)
}

/// Marks a conversation as changed.
pub(crate) fn touch(connection: &Connection, pk: i64, now_ms: i64) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE sessions SET updated_ms = max(updated_ms, ?2) WHERE pk = ?1",
        (pk, now_ms),
    )
    .map(drop)
}

/// Makes a conversation unless it is there.
pub(crate) fn init(
    connection: &Connection,
    owner: Owner,
    id: SessionId,
    facts: &SessionFacts,
    now_ms: i64,
) -> Result<bool, StoreError> {
    if place(connection, owner, id)?.is_some() {
        return Ok(false);
    }
    insert(connection, owner, id, facts, now_ms).map(|_pk| true)
}

/// One conversation.
pub(crate) fn one(
    connection: &Connection,
    owner: Owner,
    id: SessionId,
) -> Result<Option<SessionRecord>, StoreError> {
    find(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM sessions WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3"
        ),
        (
            key(owner.tenant.get()),
            key(owner.user.get()),
            key(id.get()),
        ),
        read,
    )
}

/// A page of conversations.
pub(crate) fn page(
    connection: &Connection,
    owner: Owner,
    filter: SessionFilter,
) -> Result<Page<SessionRecord>, StoreError> {
    let status = match filter.which {
        WhichSessions::With(status) => Some(status.word()),
        WhichSessions::All => None,
    };
    let (tenant, user) = (key(owner.tenant.get()), key(owner.user.get()));
    let items = list(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM sessions
              WHERE tenant_id = ?1 AND user_id = ?2 AND (?3 IS NULL OR status = ?3)
              ORDER BY updated_ms DESC, pk DESC LIMIT ?4 OFFSET ?5"
        ),
        (tenant, user, status, filter.limit, filter.offset),
        read,
    )?;
    let total = get(
        connection,
        "SELECT count(*) FROM sessions
         WHERE tenant_id = ?1 AND user_id = ?2 AND (?3 IS NULL OR status = ?3)",
        (tenant, user, status),
        |row| row.get(0),
    )?;
    Ok(Page { items, total })
}

/// The active conversation on a domain that changed last.
pub(crate) fn by_domain(
    connection: &Connection,
    owner: Owner,
    domain: &str,
) -> Result<Option<SessionRecord>, StoreError> {
    find(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM sessions
              WHERE tenant_id = ?1 AND user_id = ?2 AND domain = ?3 AND status = 'active'
              ORDER BY updated_ms DESC, pk DESC LIMIT 1"
        ),
        (key(owner.tenant.get()), key(owner.user.get()), domain),
        read,
    )
}

/// Gives a title for good.
pub(crate) fn rename(
    connection: &Connection,
    owner: Owner,
    id: SessionId,
    title: &str,
    now_ms: i64,
) -> Result<Option<SessionRecord>, StoreError> {
    let Some(place) = place(connection, owner, id)? else {
        return Ok(None);
    };
    change(
        connection,
        "UPDATE sessions SET title = ?2, renamed = 1, updated_ms = max(updated_ms, ?3)
         WHERE pk = ?1",
        (place.pk, title, now_ms),
    )?;
    one(connection, owner, id)
}

/// Puts a conversation away.
pub(crate) fn archive(
    connection: &Connection,
    owner: Owner,
    id: SessionId,
    now_ms: i64,
) -> Result<Option<SessionRecord>, StoreError> {
    let Some(place) = place(connection, owner, id)? else {
        return Ok(None);
    };
    let archived = change(
        connection,
        "UPDATE sessions SET status = 'archived', updated_ms = max(updated_ms, ?2)
         WHERE pk = ?1 AND status <> 'archived'",
        (place.pk, now_ms),
    )?;
    audit::log_deleted(
        connection,
        owner,
        ("session", &id.to_string()),
        archived > 0,
    )?;
    one(connection, owner, id)
}

fn read(row: &Row<'_>) -> rusqlite::Result<SessionRecord> {
    let status: String = row.get(6)?;
    Ok(SessionRecord {
        id: SessionId::new(Uuid::from_bytes(row.get::<_, Key>(0)?)),
        url: row.get(1)?,
        domain: row.get(2)?,
        title: row.get(3)?,
        renamed: row.get(4)?,
        tab: row.get(5)?,
        status: SessionStatus::from_word(&status).ok_or_else(|| unknown_word(&status))?,
        initial_url: row.get(7)?,
        initial_domain: row.get(8)?,
        initial_query: row.get(9)?,
        message_count: row.get(10)?,
        created_ms: row.get(11)?,
        updated_ms: row.get(12)?,
    })
}

/// The client's title, or the domain and the person's first words; empty while neither is known.
fn title(facts: &SessionFacts) -> String {
    if let Some(title) = &facts.title {
        return title.clone();
    }
    let words = facts.initial_query.as_deref().unwrap_or_default();
    let words: String = words.chars().take(TITLE_WORDS).collect();
    match (facts.domain.as_str(), words.as_str()) {
        (_, "") => String::new(),
        ("", words) => words.to_owned(),
        (domain, words) => format!("{domain}: {words}"),
    }
}
