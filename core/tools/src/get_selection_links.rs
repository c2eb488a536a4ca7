//! `browser.get_selection_links`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// The links in what the person has selected.
#[contract(camel, strict)]
pub struct GetSelectionLinks {
    /// Most links, 1 to 200.
    pub max_links: Option<u32>,
}

tool! {
    GetSelectionLinks = "browser.get_selection_links", "Read the selected links": Client, Browser, SelectedLinks;
    takes "{} links that the person has selected";
    narrow |_| [("maxLinks", or_null(whole(1, 200)))]
}

impl Described for GetSelectionLinks {
    fn check(&self) -> Result<(), Invalid> {
        within("maxLinks", self.max_links, 1, 200)
    }
}
