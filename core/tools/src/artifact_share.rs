//! `artifact.share`. Spec 003, "Tool call schema".

use super::descriptor::*;
use super::values::ShareTarget;
use screen_agent_wire::packet::collection::ShareFormat;

/// Hand an artifact out.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ArtifactShare {
    /// Which.
    pub artifact_id: String,
    /// In which format.
    pub format: ShareFormat,
    /// Name of the file.
    pub filename: Option<String>,
    /// Where to.
    pub target: Option<ShareTarget>,
}

impl ArtifactShare {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "artifact.share",
        performer: Performer::Server,
        purpose: Purpose::Artifacts,
        takes: "{\"artifactId\",\"format\": \"markdown\"|\"text\"|\"json\"|\"csv\"|\"pdf\"}",
        title: "Share an artifact",
        narrow: |_| {
            let format = one_of(&["markdown", "text", "json", "csv", "pdf"]);
            let target = one_of(&["share_sheet", "clipboard", "file"]);
            object([
                ("artifactId", text(ID)),
                ("filename", or_null(text(NAME))),
                ("format", format),
                ("target", or_null(target)),
            ])
        },
    };
}

impl Described for ArtifactShare {
    fn check(&self) -> Result<(), Invalid> {
        given("artifactId", &self.artifact_id, ID)?;
        given("filename", &self.filename, TITLE)
    }

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Share
    }
}
