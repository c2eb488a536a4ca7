//! `search`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Search the web.
#[contract(camel, strict)]
pub struct Search {
    /// The words.
    pub query: String,
    /// Which engine.
    pub engine: Option<String>,
    /// In a new tab.
    pub new_tab: Option<bool>,
}

tool! {
    Search = "search", "Search the web": Server, Search;
    takes "{\"query\"} search the web";
    narrow |_| [
        ("engine", or_null(text(40))),
        ("newTab", or_null(boolean())),
        ("query", text(300)),
    ]
}

impl Described for Search {
    fn check(&self) -> Result<(), Invalid> {
        given("query", &self.query, 512)?;
        given("engine", &self.engine, WORD)
    }

    fn redact(&self, kept: &mut Value) {
        kept["query"] = digest(&self.query);
    }

    fn effect(&self) -> Option<ToolEffect<'_>> {
        Some(ToolEffect::Search { query: &self.query })
    }
}
