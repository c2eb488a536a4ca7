//! `source.capture`: keeps the text of a page in a collection. Result: `{"collectionId",
//! "sourceId", "status", "characters", "version", "changed"}`, and the text in a
//! `collection.source.v1` document.

use screen_agent_store::collection::{Capture, SourceRecord};
use screen_agent_tools::SourceCapture;
use screen_agent_wire::packet::collection::{CaptureRequest, NewSource};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Desk, Done, Trouble};
use crate::packet::source::{address, documents};

/// Captures a page.
pub(super) async fn capture(desk: &Desk<'_>, call: &SourceCapture) -> Result<Done, Trouble> {
    let source = NewSource::Url {
        url: call.url.clone(),
        title: None,
    };
    let added = desk
        .engine
        .add_sources_as(desk.owner, &call.collection_id, &[source], |nth| {
            desk.id("src", nth)
        })
        .await?;
    let source = added.into_iter().next();
    let source = source.ok_or_else(|| Trouble::unknown("source"))?.source;
    // One page may be written in several ways, and this one was added by another address than the
    // gate has seen: it is fetched only if it was before.
    if source.content_hash.is_none() && Some(&source.url) != address(&call.url).as_ref() {
        return Err(Trouble::new(
            "OTHER_ADDRESS",
            "The collection has this page under another address, which was never captured.",
        ));
    }
    let how = CaptureRequest {
        capture: None,
        mode: call.mode.unwrap_or_default(),
        max_chars: call.max_chars,
    };
    captured(desk, source, how).await
}

/// What was read of a page, and how its source stood before that.
#[derive(Serialize, Deserialize)]
struct Read {
    version: u32,
    hash: Option<String>,
    capture: Capture,
}

/// Captures a source, and tells of it. A page that came in before a crash is not fetched again, and
/// counts once.
pub(super) async fn captured(
    desk: &Desk<'_>,
    before: SourceRecord,
    how: CaptureRequest,
) -> Result<Done, Trouble> {
    let Read {
        version,
        hash,
        capture,
    } = match desk.in_hand() {
        Some(read) => read,
        None => read(desk, &before.id, how).await?,
    };
    let source = match before.capture_version > version {
        true => before,
        false => {
            let noting = desk
                .engine
                .note_capture(desk.owner, &before.id, Ok(capture));
            noting.await?
        }
    };
    let told = json!({
        "collectionId": source.collection_id,
        "sourceId": source.id,
        "status": source.status,
        "characters": source.characters,
        "version": source.capture_version,
        "changed": source.content_hash != hash,
    });
    let document = documents::source(desk.engine, desk.owner, &source).await?;
    Ok(Done::with(told, document.into_iter().collect()))
}

/// Reads the page, and puts aside what it says.
async fn read(desk: &Desk<'_>, source: &str, how: CaptureRequest) -> Result<Read, Trouble> {
    let (engine, owner) = (desk.engine, desk.owner);
    let begun = engine.begin_capture(owner, source).await?;
    match engine.read_page(&begun.url, how).await {
        Ok(capture) => {
            let read = Read {
                version: begun.capture_version,
                hash: begun.content_hash,
                capture,
            };
            desk.hold(&read).await?;
            Ok(read)
        }
        Err(fault) => {
            let noted = engine.note_capture(owner, source, Err(fault)).await;
            Err(noted.map_or_else(Trouble::from, |_| Trouble::unknown("source")))
        }
    }
}
