//! `artifact.open`. Spec 003, "Tool call schema".

use super::descriptor::*;
use super::values::OpenTarget;

/// Show an artifact.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ArtifactOpen {
    /// Which.
    pub artifact_id: String,
    /// Where.
    pub target: Option<OpenTarget>,
    /// In a new tab.
    pub new_tab: Option<bool>,
}

impl ArtifactOpen {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "artifact.open",
        performer: Performer::Server,
        purpose: Purpose::Artifacts,
        takes: "{\"artifactId\"}",
        title: "Open an artifact",
        narrow: |_| {
            object([
                ("artifactId", text(ID)),
                ("newTab", or_null(boolean())),
                ("target", or_null(one_of(&["workspace", "browser"]))),
            ])
        },
    };
}

impl Described for ArtifactOpen {
    fn check(&self) -> Result<(), Invalid> {
        given("artifactId", &self.artifact_id, ID)
    }

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Consult
    }
}
