//! The packet surface's small enums as words of the database.

use screen_agent_wire::packet::SenderRole;
use screen_agent_wire::packet::collection::{ArtifactStatus, CaptureStatus, SourceKind};

use crate::error::unknown_word;

/// Something of which there are few, each with a word.
pub(crate) trait Word: Copy + 'static {
    /// All of them.
    const ALL: &'static [Self];

    /// Its word.
    fn word(self) -> &'static str;

    /// Reads the word.
    fn from_word(word: &str) -> rusqlite::Result<Self> {
        let found = Self::ALL.iter().find(|one| one.word() == word);
        found.copied().ok_or_else(|| unknown_word(word))
    }
}

impl Word for SenderRole {
    const ALL: &'static [Self] = &[Self::User, Self::Agent, Self::Assistant, Self::Tool];

    fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Agent => "agent",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }
}

impl Word for SourceKind {
    const ALL: &'static [Self] = &[Self::Url, Self::Note];

    fn word(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Note => "note",
        }
    }
}

impl Word for CaptureStatus {
    const ALL: &'static [Self] = &[Self::Pending, Self::Captured, Self::Failed];

    fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Captured => "captured",
            Self::Failed => "failed",
        }
    }
}

impl Word for ArtifactStatus {
    const ALL: &'static [Self] = &[
        Self::Pending,
        Self::Running,
        Self::Completed,
        Self::Failed,
        Self::Cancelled,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}
