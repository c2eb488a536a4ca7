//! Conversations of packets.

use screen_agent_store::Stored;
use screen_agent_store::conversation::{
    ConversationFilter, ConversationRecord, NewConversation, PacketRecord, PacketsAdded,
    TITLE_CHARS,
};

use super::owned::Owned;
use super::records::{Bound, Listed, Removed, found, table};
use super::{cut, packets};
use crate::dialect::Dialect;
use crate::sql::{Sql as _, ToColumn, from_row};

/// Where a conversation is kept.
pub(crate) struct Place {
    pub(crate) pk: i64,
    pub(crate) latest_turn: u32,
    pub(crate) packet_count: u32,
}

impl Owned<'_> {
    /// Adds packets, all or none.
    pub(crate) fn add_packets(
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
        let pk = self.insert_keyed(
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
}

from_row!(Place: pk, latest_turn, packet_count);

table!(ConversationRecord, "conversations own" =>
    id, title, origin, created_ms, updated_ms, messages "packet_count");

found!(ConversationRecord);

impl Bound for ConversationFilter {
    /// Of signs alone no word is made, and nothing is found.
    fn values_for(&self, dialect: &dyn Dialect) -> Vec<Box<dyn ToColumn + '_>> {
        let words = self.search.as_deref().map(str::trim);
        let words = words.filter(|said| !said.is_empty());
        vec![
            Box::new(words.is_none()),
            Box::new(words.and_then(|said| dialect.words(said))),
        ]
    }

    fn part(&self) -> Option<(u32, u32)> {
        Some((self.limit, self.offset))
    }
}

/// All, or those with a packet that is found by its words. Their index is entered at the owner's rows; that the
/// conversation is theirs is asked all the same.
impl Listed for ConversationRecord {
    const ORDER: &'static str = "updated_ms DESC, pk DESC";

    fn which(dialect: &dyn Dialect) -> &str {
        dialect.found_by_words()
    }
}

impl Removed for ConversationRecord {
    const TABLE: &'static str = "conversations";
    const WHAT: &'static str = "conversation";

    /// Its open runs and kept answers go, too, whether or not it was kept itself.
    fn goes(rows: &Owned<'_>, id: &String, _: i64) -> Stored<()> {
        for (table, column) in [("runs", "conversation_id"), ("answered", "route")] {
            let owned = format!("tenant_id = ?1 AND user_id = ?2 AND {column} = ?3");
            rows.make(&format!("DELETE FROM {table} WHERE {owned}"), &[id])?;
        }
        Ok(())
    }
}
