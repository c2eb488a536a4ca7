//! Packets of a conversation, and the words by which they are found.

use std::collections::HashSet;

use screen_agent_store::conversation::{PREVIEW_CHARS, PacketRecord};
use screen_agent_store::{Packed, StoreError, Stored};
use screen_agent_tools::redact::Redacted;

use super::conversations::Place;
use super::cut;
use super::owned::Owned;
use super::records::{listed, table};
use crate::db::Db;
use crate::sql::{Columns, FromRow, Sql as _};

/// Those that are not there, each once.
pub(crate) fn unknown<'a>(
    db: &dyn Db,
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
    db: &dyn Db,
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
    }
}

table!(PacketRecord, "packets JOIN conversations own ON own.pk = conversation_pk" =>
    id "packets.id", turn, created_ms "packets.created_ms", sender "sender_role", packet_type,
    in_reply_to "in_reply_to_request_id", model "model_id", packet "packet_json", preview);

// By turn and then as they came.
listed!(PacketRecord, "own.id = ?3" by "turn, packets.pk");

impl FromRow for Redacted {
    fn from_row(row: &mut Columns<'_>) -> Stored<Self> {
        let body = row.take::<Packed>()?.open()?;
        let json = String::from_utf8(body).map_err(|cause| StoreError::Corrupt(cause.into()));
        json.map(Self::from_stored)
    }
}
