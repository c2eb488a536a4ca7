//! Links of a page that is captured.

use std::collections::HashSet;

use screen_agent_page::reading::Reading;
use screen_agent_wire::packet::document::SourceLink;

/// Most links of a source.
const MOST: usize = 40;
/// Longest words of a link, and around it, in characters.
const WORDS: usize = 160;

/// Where a page leads: its items first, since they are what it is about; each address once.
pub(super) fn links(reading: &Reading) -> Vec<SourceLink> {
    let items = reading
        .items
        .iter()
        .map(|item| (&item.url, &item.title, item.snippet.as_str()));
    let controls = reading
        .controls
        .iter()
        .filter_map(|control| Some((control.href.as_ref()?, &control.text, "")));
    let mut seen = HashSet::new();
    items
        .chain(controls)
        .filter(|(url, text, _)| url.starts_with("http") && !text.trim().is_empty())
        .filter(|(url, _, _)| seen.insert(url.as_str()))
        .take(MOST)
        .map(|(url, text, context)| SourceLink {
            url: url.clone(),
            text: short(text),
            context: short(context),
        })
        .collect()
}

fn short(text: &str) -> String {
    text.trim().chars().take(WORDS).collect()
}
