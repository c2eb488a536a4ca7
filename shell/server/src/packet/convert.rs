//! Storage's records as clients see them.

use screen_agent_engine::packet::Said;
use screen_agent_store::StoreError;
use screen_agent_store::artifact::{Artifact, ArtifactRecord};
use screen_agent_store::collection::{CollectionRecord, SourceRecord};
use screen_agent_store::conversation::{ConversationRecord, PacketRecord};
use screen_agent_wire::packet::collection::{
    ArtifactData, ArtifactInfo, ArtifactStatus, CollectionInfo, SourceInfo,
};
use screen_agent_wire::packet::conversation::{ConversationInfo, ConversationMessage};

use crate::time;

pub(super) fn conversation(record: ConversationRecord) -> ConversationInfo {
    ConversationInfo {
        id: record.id,
        title: record.title,
        created_at: time::iso(record.created_ms),
        updated_at: time::iso(record.updated_ms),
        message_count: record.messages,
        origin: record.origin,
    }
}

pub(super) fn message(record: PacketRecord) -> ConversationMessage {
    ConversationMessage {
        id: record.id,
        turn: record.turn,
        created_at: time::iso(record.created_ms),
        sender_role: record.sender,
        packet_type: record.packet_type,
        in_reply_to_request_id: record.in_reply_to,
        model_id: record.model,
        // Only redaction writes it, and it writes JSON.
        packet: serde_json::from_str(record.packet.as_str()).unwrap_or_default(),
    }
}

pub(super) fn collection(record: CollectionRecord) -> CollectionInfo {
    CollectionInfo {
        id: record.id,
        title: record.title,
        tags: record.tags,
        created_at: time::iso(record.created_ms),
        updated_at: time::iso(record.updated_ms),
        source_count: record.sources,
    }
}

pub(super) fn source(record: SourceRecord) -> SourceInfo {
    SourceInfo {
        id: record.id,
        collection_id: record.collection_id,
        kind: record.kind,
        url: record.url,
        title: record.title,
        status: record.status,
        error: record.error,
        captured_at: record.captured_ms.map(time::iso),
        published_at: record.published,
        characters: record.characters,
        preview: record.preview,
    }
}

pub(super) fn artifact_data(kept: Artifact) -> Result<ArtifactData, StoreError> {
    let said = match kept.record.status {
        ArtifactStatus::Completed => Said::of(&kept.content)?,
        _ => Said::default(),
    };
    Ok(ArtifactData {
        artifact: artifact(kept.record),
        doc: said.doc,
        text: said.text,
        mime: said.mime,
        citations: said.citations,
    })
}

pub(super) fn artifact(record: ArtifactRecord) -> ArtifactInfo {
    ArtifactInfo {
        id: record.id,
        collection_id: record.collection_id,
        artifact_type: record.kind,
        title: record.title,
        tags: record.tags,
        status: record.status,
        error: record.error,
        created_at: time::iso(record.created_ms),
        updated_at: time::iso(record.updated_ms),
    }
}
