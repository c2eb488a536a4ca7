//! `artifact.open`. Spec 003, "Tool call schema".

use super::descriptor::*;
use super::values::OpenTarget;

/// Show an artifact.
#[contract(camel, strict)]
pub struct ArtifactOpen {
    /// Which.
    pub artifact_id: String,
    /// Where.
    pub target: Option<OpenTarget>,
    /// In a new tab.
    pub new_tab: Option<bool>,
}

tool! {
    ArtifactOpen = "artifact.open", "Open an artifact": Server, Artifacts, Consult;
    takes "{\"artifactId\"} offer it to the person";
    narrow |_| [
        ("artifactId", text(ID)),
        ("newTab", or_null(boolean())),
        ("target", or_null(one_of(&["workspace", "browser"]))),
    ]
}

impl Described for ArtifactOpen {
    fn check(&self) -> Result<(), Invalid> {
        given("artifactId", &self.artifact_id, ID)
    }
}
