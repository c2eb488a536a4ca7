//! `search`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Search the web.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct Search {
    /// The words.
    pub query: String,
    /// Which engine.
    pub engine: Option<String>,
    /// In a new tab.
    pub new_tab: Option<bool>,
}

impl Search {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "search",
        performer: Performer::Server,
        purpose: Purpose::Search,
        takes: "{\"query\"} search the web",
        title: "Search the web",
        narrow: |_| {
            object([
                ("engine", or_null(text(40))),
                ("newTab", or_null(boolean())),
                ("query", text(300)),
            ])
        },
    };
}

impl Described for Search {
    fn check(&self) -> Result<(), Invalid> {
        given("query", &self.query, 512)?;
        given("engine", &self.engine, WORD)
    }

    fn redact(&self, kept: &mut Value) {
        kept["query"] = digest(&self.query);
    }

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Search { query: &self.query }
    }
}
