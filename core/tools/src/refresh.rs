//! `browser.refresh`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Load the page again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Refresh {}

impl Refresh {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "browser.refresh",
        performer: Performer::Client,
        purpose: Purpose::Browser,
        takes: "{}",
        title: "Load the page again",
        narrow: |_| object([]),
    };
}

impl Described for Refresh {
    /// Going once more to where one is.
    fn weighed(&self, url: &str) -> Option<Action> {
        Some(Action::Navigate {
            url: url.to_owned(),
            new_tab: false,
        })
    }

    fn needs_page(&self) -> bool {
        true
    }
}
