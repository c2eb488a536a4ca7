//! `artifact.share`. Spec 003, "Tool call schema".

use super::descriptor::*;
use super::values::ShareTarget;
use screen_agent_wire::packet::collection::ShareFormat;

/// Hand an artifact out.
#[contract(camel, strict)]
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

tool! {
    ArtifactShare = "artifact.share", "Share an artifact": Server, Artifacts, Share;
    takes "{\"artifactId\",\"format\": \"markdown\"|\"text\"|\"json\"|\"csv\"|\"pdf\"}";
    narrow |_| [
        ("artifactId", text(ID)),
        ("filename", or_null(text(NAME))),
        ("format", one_of(&["markdown", "text", "json", "csv", "pdf"])),
        ("target", or_null(one_of(&["clipboard", "file"]))),
    ]
}

impl Described for ArtifactShare {
    fn check(&self) -> Result<(), Invalid> {
        given("artifactId", &self.artifact_id, ID)?;
        given("filename", &self.filename, TITLE)
    }
}
