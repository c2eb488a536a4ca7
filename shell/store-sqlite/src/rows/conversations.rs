//! Conversations of packets.

use rusqlite::{Connection, Row, named_params};
use screen_agent_store::conversation::{
    ConversationFilter, ConversationRecord, NewConversation, PacketRecord, PacketsAdded,
    TITLE_CHARS,
};
use screen_agent_store::session::Page;
use screen_agent_store::{Owner, StoreError};

use super::{answered, audit, change, cut, find, get, key, list, packets, runs};

/// The columns of a [`ConversationRecord`], in the order in which [`read`] takes them.
macro_rules! columns {
    () => {
        "id, title, origin, created_ms, updated_ms, packet_count"
    };
}

/// Where a conversation is kept.
pub(crate) struct Place {
    pub(crate) pk: i64,
    pub(crate) latest_turn: u32,
    pub(crate) packet_count: u32,
}

/// Adds packets, all or none.
pub(crate) fn add(
    connection: &Connection,
    owner: Owner,
    conversation: &NewConversation,
    sent: &[PacketRecord],
    now_ms: i64,
) -> Result<PacketsAdded, StoreError> {
    let known = place(connection, owner, &conversation.id)?;
    // It was forgotten while an answer was on its way: it does not come back for that.
    if known.is_none()
        && sent
            .first()
            .is_none_or(|first| first.packet_type != "request")
    {
        return Ok(PacketsAdded::Added { new: 0 });
    }
    let new = match &known {
        Some(place) => packets::unknown(connection, place.pk, sent)?,
        None => packets::distinct(sent),
    };
    if let Some(latest) = packets::runs_back(connection, known.as_ref(), &new)? {
        return Ok(PacketsAdded::TurnRanBack { latest });
    }
    let place = match known {
        Some(place) => place,
        None => insert(connection, owner, conversation, now_ms)?,
    };
    for (count, packet) in (place.packet_count..).zip(&new) {
        let title = (count == 0).then(|| cut(&conversation.title, TITLE_CHARS));
        packets::insert(connection, owner, place.pk, packet, title)?;
    }
    if !new.is_empty() {
        touch(connection, place.pk, now_ms)?;
    }
    let new = u32::try_from(new.len()).unwrap_or(u32::MAX);
    Ok(PacketsAdded::Added { new })
}

fn insert(
    connection: &Connection,
    owner: Owner,
    conversation: &NewConversation,
    now_ms: i64,
) -> Result<Place, StoreError> {
    change(
        connection,
        "INSERT INTO conversations (tenant_id, user_id, id, title, origin, created_ms, updated_ms)
         VALUES (:tenant, :user, :id, :title, :origin, :now, :now)",
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":id": conversation.id,
            ":title": cut(&conversation.title, TITLE_CHARS),
            ":origin": conversation.origin,
            ":now": now_ms,
        },
    )?;
    Ok(Place {
        pk: connection.last_insert_rowid(),
        latest_turn: 0,
        packet_count: 0,
    })
}

fn touch(connection: &Connection, pk: i64, now_ms: i64) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE conversations SET updated_ms = max(updated_ms, ?2) WHERE pk = ?1",
        (pk, now_ms),
    )
    .map(drop)
}

/// Where a conversation is kept, if there is one.
pub(crate) fn place(
    connection: &Connection,
    owner: Owner,
    id: &str,
) -> Result<Option<Place>, StoreError> {
    find(
        connection,
        "SELECT pk, latest_turn, packet_count FROM conversations
         WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3",
        (key(owner.tenant.get()), key(owner.user.get()), id),
        |row| {
            Ok(Place {
                pk: row.get(0)?,
                latest_turn: row.get(1)?,
                packet_count: row.get(2)?,
            })
        },
    )
}

/// One conversation.
pub(crate) fn one(
    connection: &Connection,
    owner: Owner,
    id: &str,
) -> Result<Option<ConversationRecord>, StoreError> {
    find(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM conversations WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3"
        ),
        (key(owner.tenant.get()), key(owner.user.get()), id),
        read,
    )
}

/// A page of conversations.
pub(crate) fn page(
    connection: &Connection,
    owner: Owner,
    filter: &ConversationFilter,
) -> Result<Page<ConversationRecord>, StoreError> {
    match filter.search.as_deref().map(str::trim) {
        None | Some("") => all(connection, owner, filter),
        Some(words) => match packets::query(owner, words) {
            Some(query) => found(connection, owner, &query, filter),
            // Signs alone, of which no word is made.
            None => Ok(Page {
                items: Vec::new(),
                total: 0,
            }),
        },
    }
}

fn all(
    connection: &Connection,
    owner: Owner,
    filter: &ConversationFilter,
) -> Result<Page<ConversationRecord>, StoreError> {
    let (tenant, user) = (key(owner.tenant.get()), key(owner.user.get()));
    let items = list(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM conversations WHERE tenant_id = ?1 AND user_id = ?2
              ORDER BY updated_ms DESC, pk DESC LIMIT ?3 OFFSET ?4"
        ),
        (tenant, user, filter.limit, filter.offset),
        read,
    )?;
    let total = get(
        connection,
        "SELECT count(*) FROM conversations WHERE tenant_id = ?1 AND user_id = ?2",
        (tenant, user),
        |row| row.get(0),
    )?;
    Ok(Page { items, total })
}

/// The index is entered at the owner's rows; that the conversation is theirs is asked all the same.
fn found(
    connection: &Connection,
    owner: Owner,
    query: &str,
    filter: &ConversationFilter,
) -> Result<Page<ConversationRecord>, StoreError> {
    let (tenant, user) = (key(owner.tenant.get()), key(owner.user.get()));
    let items = list(
        connection,
        concat!(
            "SELECT ",
            columns!(),
            " FROM conversations WHERE tenant_id = ?1 AND user_id = ?2 AND pk IN
                (SELECT conversation_pk FROM packets WHERE pk IN
                   (SELECT rowid FROM packet_words WHERE packet_words MATCH ?3))
              ORDER BY updated_ms DESC, pk DESC LIMIT ?4 OFFSET ?5"
        ),
        (tenant, user, query, filter.limit, filter.offset),
        read,
    )?;
    let total = get(
        connection,
        "SELECT count(*) FROM conversations WHERE tenant_id = ?1 AND user_id = ?2 AND pk IN
           (SELECT conversation_pk FROM packets WHERE pk IN
              (SELECT rowid FROM packet_words WHERE packet_words MATCH ?3))",
        (tenant, user, query),
        |row| row.get(0),
    )?;
    Ok(Page { items, total })
}

/// Forgets one with all that hangs on it.
pub(crate) fn forget(connection: &Connection, owner: Owner, id: &str) -> Result<bool, StoreError> {
    runs::forget_of(connection, owner, id)?;
    answered::forget_of(connection, owner, id)?;
    let gone = change(
        connection,
        "DELETE FROM conversations WHERE tenant_id = ?1 AND user_id = ?2 AND id = ?3",
        (key(owner.tenant.get()), key(owner.user.get()), id),
    )?;
    audit::log_deleted(connection, owner, ("conversation", id), gone > 0)
}

fn read(row: &Row<'_>) -> rusqlite::Result<ConversationRecord> {
    Ok(ConversationRecord {
        id: row.get(0)?,
        title: row.get(1)?,
        origin: row.get(2)?,
        created_ms: row.get(3)?,
        updated_ms: row.get(4)?,
        messages: row.get::<_, u32>(5)?.into(),
    })
}
