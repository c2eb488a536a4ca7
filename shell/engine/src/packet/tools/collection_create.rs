//! `collection.create`. Result: `{"collectionId": "col_…"}`; the client is told the `title` besides.

use screen_agent_store::collection::NewCollection;
use screen_agent_tools::CollectionCreate;
use serde_json::json;

use super::{Desk, Done, Trouble};

/// Makes a collection.
pub(super) async fn create(desk: &Desk<'_>, call: &CollectionCreate) -> Result<Done, Trouble> {
    let engine = desk.engine;
    let collection = NewCollection {
        id: desk.id("col", 0),
        title: call.title.trim().to_owned(),
        tags: call.tags.clone().unwrap_or_default(),
    };
    let now_ms = engine.now_ms();
    let rows = engine.rows(desk.owner);
    let made = rows.add_collection(collection, now_ms).await?;
    let told = json!({ "collectionId": made.id });
    Ok(Done::with(told, Vec::new()).and_aside("title", made.title))
}
