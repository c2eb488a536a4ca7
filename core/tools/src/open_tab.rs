//! `browser.open_tab`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Open an address in a new tab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenTab {
    /// The address.
    pub url: String,
}

impl OpenTab {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "browser.open_tab",
        performer: Performer::Client,
        purpose: Purpose::Browser,
        takes: "{\"url\"}",
        title: "Open a tab",
        narrow: |_| object([("url", text(URL))]),
    };
}

impl Described for OpenTab {
    fn check(&self) -> Result<(), Invalid> {
        given("url", &self.url, limits::URL)
    }

    fn redact(&self, kept: &mut Value) {
        kept["url"] = address(&self.url).into();
    }

    fn action(&self) -> Option<Action> {
        Some(Action::Navigate {
            url: self.url.clone(),
            new_tab: true,
        })
    }
}
