//! `browser.click`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Click an element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Click {
    /// The element.
    pub handle_id: String,
}

impl Click {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "browser.click",
        performer: Performer::Client,
        purpose: Purpose::Browser,
        takes: "{\"handleId\"}",
        title: "Click on the page",
        narrow: |handle| object([("handleId", handle)]),
    };
}

impl Described for Click {
    fn check(&self) -> Result<(), Invalid> {
        given("handleId", &self.handle_id, ID)
    }

    fn action(&self) -> Option<Action> {
        Some(Action::Click {
            id: NodeId::new(&self.handle_id),
        })
    }

    fn handle(&self) -> Option<&str> {
        Some(&self.handle_id)
    }
}
