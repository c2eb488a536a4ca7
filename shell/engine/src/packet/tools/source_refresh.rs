//! `source.refresh`: captures a source again. Result as of `source.capture`. Where it fails, what
//! was captured earlier stays.

use screen_agent_store::collection::SourceRecord;
use screen_agent_tools::SourceRefresh;
use screen_agent_wire::packet::collection::CaptureRequest;

use super::source_capture::captured;
use super::{Desk, Done, Trouble};

/// Captures it again.
pub(super) async fn refresh(desk: &Desk<'_>, call: &SourceRefresh) -> Result<Done, Trouble> {
    let rows = desk.engine.rows(desk.owner);
    let found = rows.find::<SourceRecord>(call.source_id.clone()).await?;
    drop(rows);
    let source = found.ok_or_else(|| Trouble::unknown("source"))?;
    // A model may add any address unasked; that it is fetched, a person has to want once.
    if source.content_hash.is_none() {
        return Err(Trouble::new(
            "NOT_CAPTURED",
            "The source has not been captured yet; use source.capture.",
        ));
    }
    captured(desk, source, CaptureRequest::default()).await
}
