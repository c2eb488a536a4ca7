//! `source.capture`. Spec 003, "Tool call schema".

use super::descriptor::*;
use screen_agent_wire::packet::collection::CaptureMode;

/// Keep the text of a page in a collection.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
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

impl SourceCapture {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "source.capture",
        performer: Performer::Server,
        purpose: Purpose::Collections,
        takes: "{\"collectionId\",\"url\"} keep a page's text in a collection",
        title: "Capture a page",
        narrow: |_| {
            object([
                ("collectionId", text(ID)),
                ("maxChars", or_null(whole(100, 200_000))),
                ("mode", or_null(one_of(&["auto", "article", "list"]))),
                ("url", text(URL)),
            ])
        },
    };
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

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Capture { url: &self.url }
    }
}
