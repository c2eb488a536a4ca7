//! `collection.list_sources`. Result: `{"collectionId", "count", "sources": [{"sourceId", "kind",
//! "status", "characters", "capturedAt"?}]}`; titles and addresses stand in a
//! `collection.index.v1` document.

use screen_agent_store::collection::{CollectionRecord, SourceRecord};
use screen_agent_tools::CollectionListSources;
use screen_agent_wire::packet::Content;
use serde_json::{Value, json};

use super::{Desk, Done, Trouble};
use crate::iso;
use crate::packet::source::documents;

/// Lists them.
pub(super) async fn list(desk: &Desk<'_>, call: &CollectionListSources) -> Result<Done, Trouble> {
    let rows = desk.engine.rows(desk.owner);
    let id = &call.collection_id;
    let found = rows.find::<CollectionRecord>(id.clone()).await?;
    let collection = found.ok_or_else(|| Trouble::unknown("collection"))?;
    let sources = rows.list::<SourceRecord>(id.clone()).await?;
    let told = json!({
        "collectionId": id,
        "count": sources.len(),
        "sources": sources.iter().map(one).collect::<Vec<_>>(),
    });
    let index = documents::index(&collection, &sources);
    let document = documents::untrusted(id, Content::Index(index));
    Ok(Done::with(told, vec![document]))
}

fn one(source: &SourceRecord) -> Value {
    let mut told = json!({
        "sourceId": source.id,
        "kind": source.kind,
        "status": source.status,
        "characters": source.characters,
    });
    if let Some(at_ms) = source.captured_ms {
        told["capturedAt"] = iso(at_ms).into();
    }
    told
}
