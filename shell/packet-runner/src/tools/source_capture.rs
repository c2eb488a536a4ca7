//! `source.capture`: keeps the text of a page in a collection. Result: `{"collectionId",
//! "sourceId", "status", "characters", "version", "changed"}`, and the text in a
//! `collection.source.v1` document.

use screen_agent_store::collection::SourceRecord;
use screen_agent_wire::packet::collection::CaptureRequest;
use screen_agent_wire::packet::tool::{NewSource, SourceCapture};
use serde_json::json;

use super::collection_add_sources;
use super::{Desk, Done, Trouble};
use crate::CaptureFault;
use crate::source::{address, documents};

/// Captures a page.
pub(super) async fn capture(desk: &Desk<'_>, call: &SourceCapture) -> Result<Done, Trouble> {
    let source = NewSource::Url {
        url: call.url.clone(),
        title: None,
    };
    let added = desk
        .runner
        .add_sources_as(desk.owner, &call.collection_id, &[source], |nth| {
            desk.id("src", nth)
        })
        .await
        .map_err(collection_add_sources::trouble)?;
    let source = added.into_iter().next();
    let source = source.ok_or_else(|| Trouble::unknown("source"))?.source;
    // One page may be written in several ways, and this one was added by another address than the
    // gate has seen: it is fetched only if it was before.
    if source.content_hash.is_none() && Some(&source.url) != address(&call.url).as_ref() {
        return Err(Trouble::new(
            "OTHER_ADDRESS",
            "The collection has this page by another address, and that was never captured.",
        ));
    }
    let how = CaptureRequest {
        capture: None,
        mode: call.mode.unwrap_or_default(),
        max_chars: call.max_chars,
    };
    captured(desk, source, how).await
}

/// Captures a source, and tells of it.
pub(super) async fn captured(
    desk: &Desk<'_>,
    before: SourceRecord,
    how: CaptureRequest,
) -> Result<Done, Trouble> {
    let captured = desk.runner.capture(desk.owner, &before.id, how).await;
    let source = captured.map_err(trouble)?;
    let told = json!({
        "collectionId": source.collection_id,
        "sourceId": source.id,
        "status": source.status,
        "characters": source.characters,
        "version": source.capture_version,
        "changed": source.content_hash != before.content_hash,
    });
    let document = documents::source(desk.runner, desk.owner, &source).await?;
    Ok(Done::with(told, document.into_iter().collect()))
}

fn trouble(fault: CaptureFault) -> Trouble {
    let sentence = fault.sentence();
    match fault {
        CaptureFault::Unknown => Trouble::unknown("source"),
        CaptureFault::Note => Trouble::new("INVALID_ARGUMENTS", "A note is not captured."),
        CaptureFault::Busy => Trouble::new("CAPTURE_BUSY", "The source is being captured."),
        CaptureFault::Empty => Trouble::new("CAPTURE_EMPTY", sentence.unwrap_or_default()),
        CaptureFault::NoFetch => Trouble::new("RUNTIME_UNAVAILABLE", sentence.unwrap_or_default()),
        CaptureFault::Fetch(crate::ports::FetchFailure::TimedOut) => {
            Trouble::new("TIMEOUT", sentence.unwrap_or_default())
        }
        CaptureFault::Fetch(crate::ports::FetchFailure::Blocked) => {
            Trouble::new("INVALID_URL", sentence.unwrap_or_default())
        }
        CaptureFault::Fetch(_) => Trouble::new("CAPTURE_FAILED", sentence.unwrap_or_default()),
        CaptureFault::Store(error) => error.into(),
        CaptureFault::Broken(error) => {
            tracing::error!(%error, "a capture broke off");
            Trouble::new("CAPTURE_FAILED", "The page could not be read.")
        }
    }
}
