//! Links to files that need no token, for whoever hands files out.

use std::sync::Arc;

use screen_agent_packet_runner::Link;
use screen_agent_store::Owner;

use crate::extension::files::link::Links;

/// Signs links to files. All that share one read each other's; it ends with this process.
#[derive(Clone)]
pub struct FileLinks(Arc<Links>);

impl FileLinks {
    /// With a fresh secret.
    pub fn new() -> Self {
        Self(Arc::new(Links::new()))
    }

    pub(crate) fn inner(&self) -> &Links {
        &self.0
    }
}

impl Default for FileLinks {
    fn default() -> Self {
        Self::new()
    }
}

impl Link for FileLinks {
    fn link(&self, owner: Owner, key: &str, now_ms: i64) -> (String, i64) {
        let (link, expires_ms) = self.0.sign(owner, key, now_ms);
        (format!("/api/knowledge/file/{link}"), expires_ms)
    }
}
