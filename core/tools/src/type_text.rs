//! `browser.type`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Type into a field.
#[contract(camel, strict)]
pub struct TypeText {
    /// The field.
    pub handle_id: String,
    /// What to type; may be empty.
    pub text: String,
}

tool! {
    TypeText = "browser.type", "Type into the page": Client, Browser;
    takes "{\"handleId\",\"text\"}";
    narrow |handle| [("handleId", handle), ("text", text(PROSE))]
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
