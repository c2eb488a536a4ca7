//! A web search that finds what a test says.

use screen_agent_testkit::{Hit, ScriptedTavily};
use tokio::runtime::Runtime;

/// A server with Tavily's protocol.
pub struct Search {
    pub server: ScriptedTavily,
    // Dropped last: the server lives in it.
    _runtime: Runtime,
}

impl Search {
    /// Finds nothing yet.
    pub fn new() -> Self {
        let runtime = Runtime::new().unwrap();
        let server = runtime.block_on(ScriptedTavily::start()).unwrap();
        Self {
            server,
            _runtime: runtime,
        }
    }

    /// The next search finds three pages that say this.
    pub fn finds(self, text: &str) -> Self {
        let hit = |number: usize| {
            Hit::new(
                &format!("Page {number}"),
                &format!("https://help.example/{number}"),
                text,
            )
        };
        self.server.finds((1..=3).map(hit));
        self
    }

    /// The settings that make a command search with it.
    pub fn settings(&self) -> String {
        format!("[search]\nbase_url = \"{}\"\n", self.server.url())
    }

    /// What was searched for, in order.
    pub fn asked(&self) -> Vec<String> {
        let asked = self.server.asked();
        let words = asked.iter().map(|search| search.body["query"].as_str());
        words
            .map(|words| words.unwrap_or_default().to_owned())
            .collect()
    }
}
