//! `browser.select`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Choose an option.
#[contract(camel, strict)]
pub struct Select {
    /// The list.
    pub handle_id: String,
    /// Its value, label or words.
    pub value: String,
}

tool! {
    Select = "browser.select", "Choose on the page": Client, Browser;
    takes "{\"handleId\",\"value\"}";
    narrow |handle| [("handleId", handle), ("value", text(NAME))]
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
