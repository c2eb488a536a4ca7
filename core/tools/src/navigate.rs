//! `browser.navigate`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Open an address in this tab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Navigate {
    /// The address.
    pub url: String,
}

impl Navigate {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "browser.navigate",
        performer: Performer::Client,
        purpose: Purpose::Browser,
        takes: "{\"url\"}",
        title: "Go to an address",
        narrow: |_| object([("url", text(URL))]),
    };
}

impl Described for Navigate {
    fn check(&self) -> Result<(), Invalid> {
        given("url", &self.url, limits::URL)
    }

    fn redact(&self, kept: &mut Value) {
        kept["url"] = address(&self.url).into();
    }

    fn action(&self) -> Option<Action> {
        Some(Action::Navigate {
            url: self.url.clone(),
            new_tab: false,
        })
    }
}
