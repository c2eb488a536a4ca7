//! A key that is never printed.

/// A key. Shown as dots, whatever prints it.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretKey(String);

impl SecretKey {
    /// Wraps a key.
    pub fn new(raw: impl Into<String>) -> Self {
        Self(raw.into())
    }

    /// The key itself, for the one header or signature that needs it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("•••")
    }
}
