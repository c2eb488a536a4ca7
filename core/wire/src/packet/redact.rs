//! What is kept of a packet. Spec 003, "Storing JSON conversation in SQLite".

/// A packet as it may be kept. Only redaction makes one, and storage takes nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redacted(String);

impl Redacted {
    /// Takes back what was kept.
    pub fn from_stored(json: String) -> Self {
        Self(json)
    }

    /// As JSON.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
