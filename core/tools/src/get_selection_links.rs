//! `browser.get_selection_links`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// The links in what the person has selected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GetSelectionLinks {
    /// Most links, 1 to 200.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub max_links: Option<u32>,
}

impl GetSelectionLinks {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "browser.get_selection_links",
        performer: Performer::Client,
        purpose: Purpose::Browser,
        takes: "{} links that the person has selected",
        title: "Read the selected links",
        narrow: |_| object([("maxLinks", or_null(whole(1, 200)))]),
    };
}

impl Described for GetSelectionLinks {
    fn check(&self) -> Result<(), Invalid> {
        within("maxLinks", self.max_links, 1, 200)
    }

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::SelectedLinks
    }
}
