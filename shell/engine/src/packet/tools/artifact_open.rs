//! `artifact.open`: offers an artifact to the person. The client does the offering, and only where it says that it can;
//! here it is only looked whether there is one. Result: `{"artifactId", "target", "newTab", "status"}`; the client is told the
//! `title` besides.

use screen_agent_store::artifact::Artifact;
use screen_agent_tools::ArtifactOpen;
use serde_json::json;

use super::{Desk, Done, Trouble};

/// Looks it up.
pub(super) async fn open(desk: &Desk<'_>, call: &ArtifactOpen) -> Result<Done, Trouble> {
    let rows = desk.engine.rows(desk.owner);
    let found = rows.find::<Artifact>(call.artifact_id.clone()).await?;
    let record = found.ok_or_else(|| Trouble::unknown("artifact"))?.record;
    let told = json!({
        "artifactId": record.id,
        "target": call.target.unwrap_or_default(),
        "newTab": call.new_tab.unwrap_or(false),
        "status": record.status,
    });
    Ok(Done::with(told, Vec::new()).and_aside("title", record.title))
}
