//! `source.refresh`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Capture a source again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SourceRefresh {
    /// Which.
    pub source_id: String,
}

impl SourceRefresh {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "source.refresh",
        performer: Performer::Server,
        purpose: Purpose::Collections,
        takes: "{\"sourceId\"}",
        title: "Capture a page again",
        narrow: |_| object([("sourceId", text(ID))]),
    };
}

impl Described for SourceRefresh {
    fn check(&self) -> Result<(), Invalid> {
        given("sourceId", &self.source_id, ID)
    }

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Keep
    }
}
