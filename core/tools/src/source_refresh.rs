//! `source.refresh`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Capture a source again.
#[contract(camel, strict)]
pub struct SourceRefresh {
    /// Which.
    pub source_id: String,
}

tool! {
    SourceRefresh = "source.refresh", "Capture a page again": Server, Collections, Keep;
    takes "{\"sourceId\"}";
    narrow |_| [("sourceId", text(ID))]
}

impl Described for SourceRefresh {
    fn check(&self) -> Result<(), Invalid> {
        given("sourceId", &self.source_id, ID)
    }
}
