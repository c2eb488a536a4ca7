//! `search`: the web. Result: `{"engine": "web", "count": 3, "widened": false}`, and what was found
//! in a `search.results.v1` document. Without a search of the server's own the client opens the
//! address of a search engine instead.

use std::time::Duration;

use screen_agent_think::search::{Finding, SearchFailure, SearchQuery};
use screen_agent_tools::Search;
use screen_agent_wire::packet::Content;
use screen_agent_wire::packet::document::{SearchResult, SearchResultsDocument};
use serde_json::json;
use tokio::time::timeout;

use super::{Desk, Done, Trouble};
use crate::packet::source::documents::untrusted;

/// What the server's own search is called.
const ENGINE: &str = "web";
/// Longest wait for a search.
const PATIENCE: Duration = Duration::from_secs(15);
/// Most pages of a search, and most characters of what each says.
const MOST: usize = 10;
const WORDS: usize = 1_200;

/// Searches the web.
pub(super) async fn search(desk: &Desk<'_>, call: &Search) -> Result<Done, Trouble> {
    let Some(engine) = desk.engine.parts.search.clone() else {
        return Err(unavailable());
    };
    let query = SearchQuery {
        words: call.query.trim().to_owned(),
        domain: None,
    };
    let found = timeout(PATIENCE, engine.search(&query)).await;
    let found = match found.unwrap_or(Err(SearchFailure::TimedOut)) {
        Ok(found) => found,
        Err(SearchFailure::TimedOut) => {
            return Err(Trouble::new("TIMEOUT", "The search took too long."));
        }
        Err(SearchFailure::Unavailable) => {
            return Err(Trouble::new("SEARCH_FAILED", "The search failed."));
        }
    };
    let results: Vec<_> = found.findings.into_iter().take(MOST).map(result).collect();
    let told = json!({ "engine": ENGINE, "count": results.len(), "widened": found.widened });
    let document = SearchResultsDocument {
        query: query.words,
        engine: ENGINE.to_owned(),
        results,
    };
    let id = format!("doc:search:{}", desk.call_id);
    let document = untrusted(&id, Content::SearchResults(document));
    Ok(Done::with(told, vec![document]))
}

fn result(finding: Finding) -> SearchResult {
    SearchResult {
        title: finding.title,
        url: finding.url,
        text: finding.text.chars().take(WORDS).collect(),
    }
}

fn unavailable() -> Trouble {
    Trouble::new("SEARCH_UNAVAILABLE", "Web search is not set up.")
}
