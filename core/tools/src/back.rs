//! `browser.back`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Go back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Back {}

impl Back {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "browser.back",
        performer: Performer::Client,
        purpose: Purpose::Browser,
        takes: "{}",
        title: "Go back",
        narrow: |_| object([]),
    };
}

impl Described for Back {
    fn action(&self) -> Option<Action> {
        Some(Action::GoBack)
    }

    fn needs_page(&self) -> bool {
        true
    }
}
