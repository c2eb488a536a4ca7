//! `[audit]`: the second place for the marks of the audit log, and who reads the log of everybody in
//! their organisation.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Where marks are told unless the settings name another place.
const CHECKPOINTS: &str = "audit-checkpoints.jsonl";

/// `[audit]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AuditConfig {
    checkpoints: Option<PathBuf>,
    readers: Vec<String>,
}

impl AuditConfig {
    /// The file that each mark is added to, a line each.
    pub fn checkpoints(&self, data: &Path) -> PathBuf {
        let named = self.checkpoints.clone();
        named.unwrap_or_else(|| data.join(CHECKPOINTS))
    }

    /// E-mails of those who read what everybody in their organisation did.
    pub fn readers(&self) -> Vec<String> {
        let readers = self.readers.iter();
        readers.map(|email| email.trim().to_lowercase()).collect()
    }
}
