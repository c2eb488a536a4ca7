//! `browser.back` and `browser.forward`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Go back.
#[contract(camel, strict)]
pub struct Back {}

tool! {
    Back = "browser.back", "Go back": Client, Browser;
    takes "{}";
    narrow |_| []
}

/// Go forward.
#[contract(camel, strict)]
pub struct Forward {}

tool! {
    Forward = "browser.forward", "Go forward": Client, Browser;
    takes "{}";
    narrow |_| []
}

impl Described for Back {
    fn action(&self) -> Option<Action> {
        Some(Action::GoBack)
    }

    fn needs_page(&self) -> bool {
        true
    }
}

impl Described for Forward {
    fn action(&self) -> Option<Action> {
        Some(Action::GoForward)
    }

    fn needs_page(&self) -> bool {
        true
    }
}
