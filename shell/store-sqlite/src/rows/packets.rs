//! Packets of a conversation, and the words by which they are found.

use std::collections::HashSet;

use rusqlite::{Connection, Row, named_params};
use screen_agent_store::conversation::{PREVIEW_CHARS, PacketRecord};
use screen_agent_store::{Owner, Packed, StoreError};
use screen_agent_wire::packet::SenderRole;
use screen_agent_wire::packet::redact::Redacted;

use super::conversations::{self, Place};
use super::words::Word;
use super::{change, cut, find, key, list};

/// Most words of a search that count.
const MOST_WORDS: usize = 12;

/// Those that are not there, each once.
pub(crate) fn unknown<'a>(
    connection: &Connection,
    conversation_pk: i64,
    sent: &'a [PacketRecord],
) -> Result<Vec<&'a PacketRecord>, StoreError> {
    let mut new = Vec::with_capacity(sent.len());
    for packet in distinct(sent) {
        let known = find(
            connection,
            "SELECT 1 FROM packets WHERE conversation_pk = ?1 AND id = ?2",
            (conversation_pk, &packet.id),
            |_| Ok(()),
        )?;
        if known.is_none() {
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
    connection: &Connection,
    place: Option<&Place>,
    new: &[&PacketRecord],
) -> Result<Option<u32>, StoreError> {
    let mut latest = place.map_or(0, |place| place.latest_turn);
    let mut turns = HashSet::new();
    for packet in new {
        if packet.turn < latest {
            let answers = packet.packet_type != "request";
            let there = turns.contains(&packet.turn)
                || place.map_or(Ok(false), |place| {
                    has_turn(connection, place.pk, packet.turn)
                })?;
            if !(answers && there) {
                return Ok(Some(latest));
            }
        }
        latest = latest.max(packet.turn);
        turns.insert(packet.turn);
    }
    Ok(None)
}

fn has_turn(connection: &Connection, conversation_pk: i64, turn: u32) -> Result<bool, StoreError> {
    find(
        connection,
        "SELECT 1 FROM packets WHERE conversation_pk = ?1 AND turn = ?2 LIMIT 1",
        (conversation_pk, turn),
        |_| Ok(()),
    )
    .map(|found| found.is_some())
}

/// Appends one; with the conversation's title, if it is the first.
pub(crate) fn insert(
    connection: &Connection,
    owner: Owner,
    conversation_pk: i64,
    packet: &PacketRecord,
    title: Option<&str>,
) -> Result<(), StoreError> {
    let body = Packed::bytes(packet.packet.as_str().as_bytes());
    change(
        connection,
        "INSERT INTO packets (tenant_id, user_id, conversation_pk, id, turn, created_ms,
                              sender_role, packet_type, in_reply_to_request_id, model_id, title,
                              preview, packet_json)
         VALUES (:tenant, :user, :conversation, :id, :turn, :created, :sender, :type, :reply,
                 :model, :title, :preview, :body)",
        named_params! {
            ":tenant": key(owner.tenant.get()),
            ":user": key(owner.user.get()),
            ":conversation": conversation_pk,
            ":id": packet.id,
            ":turn": packet.turn,
            ":created": packet.created_ms,
            ":sender": packet.sender.word(),
            ":type": packet.packet_type,
            ":reply": packet.in_reply_to,
            ":model": packet.model,
            ":title": title,
            ":preview": cut(&packet.preview, PREVIEW_CHARS),
            ":body": body.as_stored(),
        },
    )
    .map(drop)
}

/// The packets of a conversation, by turn and then as they came.
pub(crate) fn of_conversation(
    connection: &Connection,
    owner: Owner,
    id: &str,
) -> Result<Option<Vec<PacketRecord>>, StoreError> {
    let Some(place) = conversations::place(connection, owner, id)? else {
        return Ok(None);
    };
    let rows = list(
        connection,
        "SELECT id, turn, created_ms, sender_role, packet_type, in_reply_to_request_id, model_id,
                preview, packet_json
         FROM packets WHERE conversation_pk = ?1 ORDER BY turn, pk",
        [place.pk],
        |row| Ok((read(row)?, Packed::stored(row.get(8)?))),
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
    opened.collect::<Result<_, StoreError>>().map(Some)
}

/// All but the body.
fn read(row: &Row<'_>) -> rusqlite::Result<PacketRecord> {
    Ok(PacketRecord {
        id: row.get(0)?,
        turn: row.get(1)?,
        created_ms: row.get(2)?,
        sender: SenderRole::from_word(&row.get::<_, String>(3)?)?,
        packet_type: row.get(4)?,
        in_reply_to: row.get(5)?,
        model: row.get(6)?,
        preview: row.get(7)?,
        packet: Redacted::from_stored(String::new()),
    })
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
    use screen_agent_kernel::{TenantId, UserId};
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
