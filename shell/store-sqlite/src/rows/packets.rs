//! Packets of a conversation, and the words by which they are found.

use std::collections::HashSet;

use rusqlite::Connection;
use screen_agent_store::conversation::{PREVIEW_CHARS, PacketRecord};
use screen_agent_store::{Owner, Packed, StoreError, Stored};
use screen_agent_tools::redact::Redacted;

use super::conversations::Place;
use super::cut;
use super::owned::Owned;
use crate::sql::{Columns, FromRow, Sql as _};

/// Most words of a search that count.
const MOST_WORDS: usize = 12;

/// Those that are not there, each once.
pub(crate) fn unknown<'a>(
    db: &Connection,
    conversation_pk: i64,
    sent: &'a [PacketRecord],
) -> Stored<Vec<&'a PacketRecord>> {
    let sql = "SELECT 1 FROM packets WHERE conversation_pk = ?1 AND id = ?2";
    let mut new = Vec::with_capacity(sent.len());
    for packet in distinct(sent) {
        if !db.has(sql, &[&conversation_pk, &packet.id])? {
            new.push(packet);
        }
    }
    Ok(new)
}

/// Each id once, as it came first.
pub(crate) fn distinct(sent: &[PacketRecord]) -> Vec<&PacketRecord> {
    let mut seen = HashSet::new();
    sent.iter()
        .filter(|packet| seen.insert(packet.id.as_str()))
        .collect()
}

/// The latest turn, if one of these packets would run back behind it.
pub(crate) fn runs_back(
    db: &Connection,
    place: Option<&Place>,
    new: &[&PacketRecord],
) -> Stored<Option<u32>> {
    let sql = "SELECT 1 FROM packets WHERE conversation_pk = ?1 AND turn = ?2 LIMIT 1";
    let mut latest = place.map_or(0, |place| place.latest_turn);
    let mut turns = HashSet::new();
    for packet in new {
        if packet.turn < latest {
            let answers = packet.packet_type != "request";
            let there = turns.contains(&packet.turn)
                || place.map_or(Ok(false), |place| db.has(sql, &[&place.pk, &packet.turn]))?;
            if !(answers && there) {
                return Ok(Some(latest));
            }
        }
        latest = latest.max(packet.turn);
        turns.insert(packet.turn);
    }
    Ok(None)
}

impl Owned<'_> {
    /// Appends one; with the conversation's title, if it is the first.
    pub(crate) fn insert_packet(
        &self,
        conversation_pk: i64,
        packet: &PacketRecord,
        title: Option<&str>,
    ) -> Stored<()> {
        self.insert(
            "packets",
            &[
                ("conversation_pk", &conversation_pk),
                ("id", &packet.id),
                ("turn", &packet.turn),
                ("created_ms", &packet.created_ms),
                ("sender_role", &packet.sender),
                ("packet_type", &packet.packet_type),
                ("in_reply_to_request_id", &packet.in_reply_to),
                ("model_id", &packet.model),
                ("title", &title),
                ("preview", &cut(&packet.preview, PREVIEW_CHARS)),
                (
                    "packet_json",
                    &Packed::bytes(packet.packet.as_str().as_bytes()),
                ),
            ],
        )
        .map(drop)
    }
}

/// The packets of a conversation, by turn and then as they came.
pub(crate) fn of_conversation(db: &Connection, pk: i64) -> Stored<Vec<PacketRecord>> {
    let rows: Vec<(PacketRecord, Packed)> = db.list(
        "SELECT id, turn, created_ms, sender_role, packet_type, in_reply_to_request_id, model_id,
                preview, packet_json
         FROM packets WHERE conversation_pk = ?1 ORDER BY turn, pk",
        &[&pk],
    )?;
    let opened = rows.into_iter().map(|(packet, body)| {
        let json =
            String::from_utf8(body.open()?).map_err(|cause| StoreError::Corrupt(cause.into()))?;
        let packet_json = Redacted::from_stored(json);
        Ok(PacketRecord {
            packet: packet_json,
            ..packet
        })
    });
    opened.collect()
}

/// All but the body.
impl FromRow for PacketRecord {
    fn from_row(row: &mut Columns<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.take()?,
            turn: row.take()?,
            created_ms: row.take()?,
            sender: row.take()?,
            packet_type: row.take()?,
            in_reply_to: row.take()?,
            model: row.take()?,
            preview: row.take()?,
            packet: Redacted::from_stored(String::new()),
        })
    }
}

/// What the index is asked: all of the words, of the last one a beginning, in one packet of the
/// owner's. Every word stands in quotes, so that none is read as an operator. `None` when there is
/// no word.
pub(crate) fn query(owner: Owner, said: &str) -> Option<String> {
    let words: Vec<String> = said
        .split(|sign: char| !sign.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(MOST_WORDS)
        .map(|word| format!("\"{word}\""))
        .collect();
    if words.is_empty() {
        return None;
    }
    let owner = format!(
        "{}{}",
        owner.tenant.get().simple(),
        owner.user.get().simple()
    );
    let words = words.join(" AND ");
    Some(format!(
        "owner : \"{owner}\" AND {{title preview}} : ({words} *)"
    ))
}

#[cfg(test)]
mod tests {
    use screen_agent_action::id::{TenantId, UserId};
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_search_names_its_owner_and_quotes_every_word() {
        let owner = Owner {
            tenant: TenantId::new(Uuid::from_u128(10)),
            user: UserId::new(Uuid::from_u128(11)),
        };
        let token = "0000000000000000000000000000000a0000000000000000000000000000000b";
        let asks = |words: &str| format!("owner : \"{token}\" AND {{title preview}} : ({words} *)");
        for (said, expected) in [
            ("  ", None),
            ("\"*-)(", None),
            ("blue", Some(asks("\"blue\""))),
            (
                "blue OR owner:\"x\" NEAR(a*",
                Some(asks(
                    "\"blue\" AND \"OR\" AND \"owner\" AND \"x\" AND \"NEAR\" AND \"a\"",
                )),
            ),
        ] {
            assert_eq!(query(owner, said), expected, "{said:?}");
        }
    }
}
