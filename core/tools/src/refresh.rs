//! `browser.refresh`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Load the page again.
#[contract(camel, strict)]
pub struct Refresh {}

tool! {
    Refresh = "browser.refresh", "Load the page again": Client, Browser;
    takes "{}";
    narrow |_| []
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
