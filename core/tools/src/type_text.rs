//! `browser.type`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Type into a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TypeText {
    /// The field.
    pub handle_id: String,
    /// What to type; may be empty.
    pub text: String,
}

impl TypeText {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "browser.type",
        performer: Performer::Client,
        purpose: Purpose::Browser,
        takes: "{\"handleId\",\"text\"}",
        title: "Type into the page",
        narrow: |handle| object([("handleId", handle), ("text", text(PROSE))]),
    };
}

impl Described for TypeText {
    fn check(&self) -> Result<(), Invalid> {
        given("handleId", &self.handle_id, ID)?;
        chars("text", &self.text, limits::QUERY)
    }

    fn redact(&self, kept: &mut Value) {
        kept["text"] = length(&self.text);
    }

    fn action(&self) -> Option<Action> {
        Some(Action::SetValue {
            id: NodeId::new(&self.handle_id),
            text: self.text.clone(),
        })
    }

    fn handle(&self) -> Option<&str> {
        Some(&self.handle_id)
    }
}
