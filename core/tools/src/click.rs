//! `browser.click`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Click an element.
#[contract(camel, strict)]
pub struct Click {
    /// The element.
    pub handle_id: String,
}

tool! {
    Click = "browser.click", "Click on the page": Client, Browser;
    takes "{\"handleId\"}";
    narrow |handle| [("handleId", handle)]
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
