//! Conversations of packets.

use async_trait::async_trait;
use screen_agent_store::conversation::{
    ConversationFilter, ConversationRecord, NewConversation, PacketRecord, PacketsAdded,
    TITLE_CHARS,
};
use screen_agent_store::session::Page;
use screen_agent_store::{Conversations, Stored};

use super::owned::{Owned, ScopedStore};
use super::{cut, packets};
use crate::sql::{Sql as _, from_row};

const COLUMNS: &str = "id, title, origin, created_ms, updated_ms, packet_count";

#[async_trait]
impl Conversations for ScopedStore<'_> {
    async fn add_packets(
        &self,
        conversation: NewConversation,
        sent: Vec<PacketRecord>,
        now_ms: i64,
    ) -> Stored<PacketsAdded> {
        self.write(move |rows| rows.add_packets(&conversation, &sent, now_ms))
            .await
    }

    async fn conversations(&self, filter: ConversationFilter) -> Stored<Page<ConversationRecord>> {
        self.read(move |rows| rows.conversations(&filter)).await
    }

    async fn conversation(&self, id: String) -> Stored<Option<ConversationRecord>> {
        self.read(move |rows| rows.one("conversations", COLUMNS, &id))
            .await
    }

    async fn packets(&self, id: String) -> Stored<Option<Vec<PacketRecord>>> {
        self.read(move |rows| {
            let pk = rows.pk("conversations", &id)?;
            pk.map(|pk| packets::of_conversation(rows.db, pk))
                .transpose()
        })
        .await
    }

    async fn forget_conversation(&self, id: String) -> Stored<bool> {
        self.write(move |rows| {
            for (table, column) in [("runs", "conversation_id"), ("answered", "route")] {
                let owned = format!("tenant_id = ?1 AND user_id = ?2 AND {column} = ?3");
                rows.make(&format!("DELETE FROM {table} WHERE {owned}"), &[&id])?;
            }
            rows.remove("conversations", "conversation", &id)
        })
        .await
    }
}

/// Where a conversation is kept.
pub(crate) struct Place {
    pub(crate) pk: i64,
    pub(crate) latest_turn: u32,
    pub(crate) packet_count: u32,
}

impl Owned<'_> {
    /// Adds packets, all or none.
    fn add_packets(
        &self,
        conversation: &NewConversation,
        sent: &[PacketRecord],
        now_ms: i64,
    ) -> Stored<PacketsAdded> {
        let columns = "pk, latest_turn, packet_count";
        let known: Option<Place> = self.one("conversations", columns, &conversation.id)?;
        let is_request = |first: &PacketRecord| first.packet_type == "request";
        // It was forgotten while an answer was on its way: it does not come back for that.
        if known.is_none() && !sent.first().is_some_and(is_request) {
            return Ok(PacketsAdded::Added { new: 0 });
        }
        let new = match &known {
            Some(place) => packets::unknown(self.db, place.pk, sent)?,
            None => packets::distinct(sent),
        };
        if let Some(latest) = packets::runs_back(self.db, known.as_ref(), &new)? {
            return Ok(PacketsAdded::TurnRanBack { latest });
        }
        let place = match known {
            Some(place) => place,
            None => self.insert_conversation(conversation, now_ms)?,
        };
        for (count, packet) in (place.packet_count..).zip(&new) {
            let title = (count == 0).then(|| cut(&conversation.title, TITLE_CHARS));
            self.insert_packet(place.pk, packet, title)?;
        }
        if !new.is_empty() {
            self.touch("conversations", place.pk, now_ms)?;
        }
        let new = u32::try_from(new.len()).unwrap_or(u32::MAX);
        Ok(PacketsAdded::Added { new })
    }

    fn insert_conversation(&self, new: &NewConversation, now_ms: i64) -> Stored<Place> {
        let pk = self.insert(
            "conversations",
            &[
                ("id", &new.id),
                ("title", &cut(&new.title, TITLE_CHARS)),
                ("origin", &new.origin),
                ("created_ms", &now_ms),
                ("updated_ms", &now_ms),
            ],
        )?;
        Ok(Place {
            pk,
            latest_turn: 0,
            packet_count: 0,
        })
    }

    /// The index of words is entered at the owner's rows; that the conversation is theirs is asked all the same.
    fn conversations(&self, filter: &ConversationFilter) -> Stored<Page<ConversationRecord>> {
        let all = "conversations WHERE tenant_id = ?1 AND user_id = ?2";
        let found = "conversations WHERE tenant_id = ?1 AND user_id = ?2 AND pk IN
                       (SELECT conversation_pk FROM packets WHERE pk IN
                          (SELECT rowid FROM packet_words WHERE packet_words MATCH ?3))";
        let part = (filter.limit, filter.offset);
        match filter.search.as_deref().map(str::trim) {
            None | Some("") => self.page(COLUMNS, all, &[], part),
            Some(words) => match packets::query(self.owner, words) {
                Some(query) => self.page(COLUMNS, found, &[&query], part),
                // Signs alone, of which no word is made.
                None => Ok(Page {
                    items: Vec::new(),
                    total: 0,
                }),
            },
        }
    }
}

from_row!(Place: pk, latest_turn, packet_count);

from_row!(ConversationRecord: id, title, origin, created_ms, updated_ms, messages);
