//! `transform.run`: begins to make something of a collection. Result: `{"artifactId",
//! "collectionId", "type", "status"}`; it is made in the background, and the same is not made twice.

use screen_agent_tools::TransformRun;
use screen_agent_wire::packet::collection::TransformRequest;
use serde_json::json;

use super::{Desk, Done, Trouble};

/// Begins it.
pub(super) async fn run(desk: &Desk<'_>, call: &TransformRun) -> Result<Done, Trouble> {
    let wanted = TransformRequest {
        transform: call.transform.clone(),
        config: call.config.clone().unwrap_or_default(),
    };
    let begun = desk
        .engine
        .transform(desk.owner, &call.collection_id, wanted)
        .await?;
    let told = json!({
        "artifactId": begun.id,
        "collectionId": call.collection_id,
        "type": begun.kind,
        "status": begun.status,
    });
    Ok(Done::with(told, Vec::new()).and_aside("title", begun.title))
}
