//! Everything on this surface.

use std::sync::LazyLock;

use schemars::{JsonSchema, schema_for};
use serde_json::Value;

use crate::packet::document::{
    CaptureDocument, ChunkDocument, Document, IndexDocument, LinksDocument, SearchResultsDocument,
    SourceDocument, SummaryDocument, ToolResultDocument,
};
use crate::packet::problem::ProblemBody;
use crate::packet::response::ReplyPacket;
use crate::packet::{Doc, RequestPacket, ResponsePacket, Tool, collection, conversation};

/// Every schema that is published, by name: packets, documents as `document.KIND`, arguments of
/// tools as `tool.NAME`, the render tree, and what the other endpoints take and give.
pub fn all() -> &'static [(String, Value)] {
    // Anybody may ask for them, so they are made once and not for each who does.
    static ALL: LazyLock<Vec<(String, Value)>> = LazyLock::new(made);
    &ALL
}

/// The schema of that name.
pub fn find(name: &str) -> Option<&'static Value> {
    let found = all().iter().find(|(known, _)| known == name);
    found.map(|(_, schema)| schema)
}

fn made() -> Vec<(String, Value)> {
    let mut all = packets();
    all.extend(documents());
    all.extend(Tool::NAMES.iter().filter_map(|name| {
        let schema = Tool::schema(name)?;
        Some((format!("tool.{name}"), schema.to_value()))
    }));
    all.extend(rest());
    all
}

fn packets() -> Vec<(String, Value)> {
    vec![
        of::<RequestPacket>("request"),
        of::<ResponsePacket>("response"),
        of::<ReplyPacket>("reply"),
        of::<ProblemBody>("problem"),
        of::<Doc>("render"),
        of::<Document>("document"),
    ]
}

fn documents() -> Vec<(String, Value)> {
    vec![
        of::<SummaryDocument>("document.web.observation.summary.v1"),
        of::<ChunkDocument>("document.web.observation.chunk.v1"),
        of::<CaptureDocument>("document.web.capture.v1"),
        of::<IndexDocument>("document.collection.index.v1"),
        of::<SourceDocument>("document.collection.source.v1"),
        of::<ToolResultDocument>("document.tool.result.v1"),
        of::<SearchResultsDocument>("document.search.results.v1"),
        of::<LinksDocument>("document.web.links.v1"),
    ]
}

fn rest() -> Vec<(String, Value)> {
    vec![
        of::<conversation::ConversationList>("conversations"),
        of::<conversation::ConversationData>("conversation"),
        of::<collection::CollectionList>("collections"),
        of::<collection::CollectionRequest>("collection-request"),
        of::<collection::CollectionData>("collection"),
        of::<collection::AddSourcesRequest>("add-sources-request"),
        of::<collection::CaptureRequest>("capture-request"),
        of::<collection::SourceInfo>("source"),
        of::<collection::TransformTypes>("transform-types"),
        of::<collection::TransformRequest>("transform-request"),
        of::<collection::ArtifactList>("artifacts"),
        of::<collection::ArtifactInfo>("artifact-info"),
        of::<collection::ArtifactData>("artifact"),
    ]
}

fn of<T: JsonSchema>(name: &str) -> (String, Value) {
    (name.to_owned(), schema_for!(T).to_value())
}
