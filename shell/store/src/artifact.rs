//! Artifacts: answers and texts that were saved, and what collections were made into.

use screen_agent_wire::packet::collection::ArtifactStatus;

use crate::Packed;

/// Most artifacts that a user may have.
pub const MOST_ARTIFACTS: u32 = 2_000;
/// How long an artifact may be in the making without a word; after that, its maker counts as dead.
pub const ARTIFACT_LEASE_MS: i64 = 10 * 60 * 1000;

/// An artifact, without what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactRecord {
    /// Its id, `art_…`.
    pub id: String,
    /// The collection that it was made of; none when there was none, or it was removed.
    pub collection_id: Option<String>,
    /// `note`, or the transform's name.
    pub kind: String,
    pub title: String,
    pub tags: Vec<String>,
    /// Where it stands.
    pub status: ArtifactStatus,
    /// Why it could not be made.
    pub error: Option<String>,
    /// What it is made of and how, hashed: the same is not made twice.
    pub dedupe_key: Option<String>,
    pub created_ms: i64,
    pub updated_ms: i64,
}

/// An artifact, with what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    pub record: ArtifactRecord,
    /// What it says, or is to be made of: JSON.
    pub content: Packed,
}

/// What came of adding an artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArtifactAdded {
    /// It is there now.
    Added(ArtifactRecord),
    /// One with this id, or made of the same in the same way, was there before: this one.
    Known(ArtifactRecord),
}

/// A step of an artifact: pending, running, then completed, failed or cancelled; from the last two
/// it may be pending again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtifactChange {
    /// Where it stands from now on.
    pub status: ArtifactStatus,
    /// Why it could not be made.
    pub error: Option<String>,
    /// What it says from now on; as before without.
    pub content: Option<Packed>,
    pub now_ms: i64,
}

/// What came of a step of an artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArtifactChanged {
    /// It was taken.
    Changed(ArtifactRecord),
    /// It does not follow from where the artifact stands: somebody else was first. Nothing changed.
    OutOfTurn(ArtifactStatus),
    /// There is no such artifact.
    Unknown,
}

/// Whether one status may follow another.
pub const fn may_follow(from: ArtifactStatus, to: ArtifactStatus) -> bool {
    use ArtifactStatus as S;
    matches!(
        (from, to),
        (S::Pending, S::Running | S::Cancelled)
            | (
                S::Running,
                S::Completed | S::Failed | S::Cancelled | S::Pending
            )
            | (S::Failed | S::Cancelled, S::Pending)
    )
}
