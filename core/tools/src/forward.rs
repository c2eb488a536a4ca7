//! `browser.forward`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Go forward.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Forward {}

impl Forward {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "browser.forward",
        performer: Performer::Client,
        purpose: Purpose::Browser,
        takes: "{}",
        title: "Go forward",
        narrow: |_| object([]),
    };
}

impl Described for Forward {
    fn action(&self) -> Option<Action> {
        Some(Action::GoForward)
    }

    fn needs_page(&self) -> bool {
        true
    }
}
