//! `[audit]`: the second place for the marks of the audit log, and who reads the log of everybody in
//! their organisation.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Where marks are told unless the settings name another place.
const CHECKPOINTS: &str = "audit-checkpoints.jsonl";

/// `[audit]`, as written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct AuditSection {
    checkpoints: Option<PathBuf>,
    readers: Vec<String>,
}

/// What is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditConfig {
    /// The file that each mark is added to, a line each.
    pub checkpoints: PathBuf,
    /// E-mails of those who read what everybody in their organisation did.
    pub readers: Vec<String>,
}

/// What is meant, with this data folder.
pub(super) fn audit(section: AuditSection, data: &Path) -> AuditConfig {
    let usual = || data.join(CHECKPOINTS);
    let readers = section.readers.iter();
    AuditConfig {
        checkpoints: section.checkpoints.unwrap_or_else(usual),
        readers: readers.map(|email| email.trim().to_lowercase()).collect(),
    }
}
