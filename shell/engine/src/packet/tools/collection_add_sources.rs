//! `collection.add_sources`. Result: `{"collectionId", "added": 2, "known": 1, "sources":
//! [{"sourceId", "kind", "known"}]}`, in the order in which they were given. An address that the
//! collection has already is not added again.

use screen_agent_tools::CollectionAddSources;
use serde_json::{Value, json};

use super::{Desk, Done, Trouble};
use crate::packet::source::Added;

/// Adds them.
pub(super) async fn add(desk: &Desk<'_>, call: &CollectionAddSources) -> Result<Done, Trouble> {
    let added = desk
        .engine
        .add_sources_as(desk.owner, &call.collection_id, &call.sources, |nth| {
            desk.id("src", nth)
        })
        .await?;
    let known = added.iter().filter(|one| one.known).count();
    let told = json!({
        "collectionId": call.collection_id,
        "added": added.len() - known,
        "known": known,
        "sources": added.iter().map(one).collect::<Vec<_>>(),
    });
    Ok(Done::with(told, Vec::new()))
}

fn one(added: &Added) -> Value {
    let source = &added.source;
    json!({ "sourceId": source.id, "kind": source.kind, "known": added.known })
}
