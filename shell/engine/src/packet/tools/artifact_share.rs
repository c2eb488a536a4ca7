//! `artifact.share`: hands an artifact out in a format. Result:
//! `{"artifactId", "format", "mime", "target", "bytes", "delivery": "link" | "inline"}`. The client
//! is told besides: `filename`, and `url` with `expiresAt`, or `content` for the clipboard.

use screen_agent_store::Packed;
use screen_agent_store::file::FileRecord;
use screen_agent_tools::{ArtifactShare, ShareTarget};
use screen_agent_wire::packet::collection::ShareFormat;
use serde_json::json;

use super::{Desk, Done, Trouble};
use crate::iso;
use crate::packet::content::{self, ArtifactFile};

/// Most bytes that are handed to a clipboard.
const CLIPBOARD: usize = 256 * 1024;

/// Hands it out.
pub(super) async fn share(desk: &Desk<'_>, call: &ArtifactShare) -> Result<Done, Trouble> {
    let content = desk
        .engine
        .content(desk.owner, &call.artifact_id, call.format)
        .await?;
    let name = content::filename(call.filename.as_deref(), &content);
    let target = call.target.unwrap_or_default();
    let inline = target == ShareTarget::Clipboard;
    let told = json!({
        "artifactId": call.artifact_id,
        "format": call.format,
        "mime": content.mime,
        "target": target,
        "bytes": content.bytes.len(),
        "delivery": if inline { "inline" } else { "link" },
    });
    let done = Done::with(told, Vec::new()).and_aside("filename", name.clone());
    match inline {
        true => Ok(done.and_aside("content", for_clipboard(call.format, content)?)),
        false => {
            let (url, expires_ms) = kept(desk, &name, content).await?;
            Ok(done
                .and_aside("url", url)
                .and_aside("expiresAt", iso(expires_ms)))
        }
    }
}

fn for_clipboard(format: ShareFormat, content: ArtifactFile) -> Result<String, Trouble> {
    if content.bytes.len() > CLIPBOARD {
        return Err(Trouble::new(
            "TOO_LARGE",
            "This is too large for the clipboard; share it as a file.",
        ));
    }
    String::from_utf8(content.bytes)
        .ok()
        .filter(|_| format != ShareFormat::Pdf)
        .ok_or_else(|| {
            Trouble::new(
                "UNSUPPORTED_FORMAT",
                "The clipboard takes text only; share this as a file.",
            )
        })
}

/// The bytes first: a row without them would be a file that is not there.
async fn kept(
    desk: &Desk<'_>,
    name: &str,
    content: ArtifactFile,
) -> Result<(String, i64), Trouble> {
    let engine = desk.engine;
    let id = desk.number("file", 0);
    let now_ms = engine.now_ms();
    let put = engine.parts.blobs.put(id, &content.bytes).await;
    put.map_err(|error| Trouble::Store(screen_agent_store::StoreError::Unavailable(error.into())))?;
    let record = FileRecord {
        id,
        key: format!("shared/{id}/{}", crate::filename::for_key(name)),
        name: name.to_owned(),
        mime: content.mime.to_owned(),
        size: u32::try_from(content.bytes.len()).unwrap_or(u32::MAX),
        // It is handed out, never read.
        reading: Packed::bytes(b"null"),
        created_ms: now_ms,
    };
    let key = record.key.clone();
    let rows = engine.rows(desk.owner);
    if rows.find::<FileRecord>(key.clone()).await?.is_none() {
        rows.add(record).await?;
    }
    Ok(engine.parts.links.sign(desk.owner, &key, now_ms))
}
