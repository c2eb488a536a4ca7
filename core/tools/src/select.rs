//! `browser.select`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Choose an option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Select {
    /// The list.
    pub handle_id: String,
    /// Its value, label or words.
    pub value: String,
}

impl Select {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "browser.select",
        performer: Performer::Client,
        purpose: Purpose::Browser,
        takes: "{\"handleId\",\"value\"}",
        title: "Choose on the page",
        narrow: |handle| object([("handleId", handle), ("value", text(NAME))]),
    };
}

impl Described for Select {
    fn check(&self) -> Result<(), Invalid> {
        given("handleId", &self.handle_id, ID)?;
        given("value", &self.value, TITLE)
    }

    fn redact(&self, kept: &mut Value) {
        kept["value"] = length(&self.value);
    }

    fn action(&self) -> Option<Action> {
        let choice = Choice {
            value: Some(self.value.clone()),
            ..Choice::default()
        };
        Some(Action::SelectDropdown {
            id: NodeId::new(&self.handle_id),
            choice,
        })
    }

    fn handle(&self) -> Option<&str> {
        Some(&self.handle_id)
    }
}
