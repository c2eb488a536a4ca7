//! `source.capture`. Spec 003, "Tool call schema".

use super::descriptor::*;
use screen_agent_wire::packet::collection::CaptureMode;

/// Keep the text of a page in a collection.
#[contract(camel, strict)]
pub struct SourceCapture {
    /// Which collection.
    pub collection_id: String,
    /// The page.
    pub url: String,
    /// How the page is read.
    pub mode: Option<CaptureMode>,
    /// Most characters, 100 to 200,000.
    pub max_chars: Option<u32>,
}

tool! {
    SourceCapture = "source.capture", "Capture a page": Server, Collections;
    takes "{\"collectionId\",\"url\"} keep a page's text in a collection";
    narrow |_| [
        ("collectionId", text(ID)),
        ("maxChars", or_null(whole(100, 200_000))),
        ("mode", or_null(one_of(&["auto", "article", "list"]))),
        ("url", text(URL)),
    ]
}

impl Described for SourceCapture {
    fn check(&self) -> Result<(), Invalid> {
        given("collectionId", &self.collection_id, ID)?;
        given("url", &self.url, limits::URL)?;
        within("maxChars", self.max_chars, 100, 200_000)
    }

    fn redact(&self, kept: &mut Value) {
        kept["url"] = address(&self.url).into();
    }

    fn effect(&self) -> Option<ToolEffect<'_>> {
        Some(ToolEffect::Capture { url: &self.url })
    }
}
