//! Adds sources to a collection, each address once.

use screen_agent_page::reading;
use screen_agent_store::Owner;
use screen_agent_store::collection::{CAPTURE_CHARS, Capture, NewSourceRecord, SourceRecord};
use screen_agent_wire::packet::collection::{NewSource, SourceKind};
use url::Url;

use super::capture::of_text;
use crate::Engine;
use crate::packet::LibraryFault;

/// A source that stands for one that was to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// The source.
    pub source: SourceRecord,
    /// It was there before.
    pub known: bool,
}

impl Engine {
    /// Adds sources to a collection, and says what stands for each.
    pub async fn add_sources(
        &self,
        owner: Owner,
        collection: &str,
        sources: &[NewSource],
    ) -> Result<Vec<Added>, LibraryFault> {
        self.add_sources_as(owner, collection, sources, |_| self.fresh("src"))
            .await
    }

    /// The same under ids of the caller's. One that is there under its own id was added by the same
    /// caller before.
    pub(crate) async fn add_sources_as(
        &self,
        owner: Owner,
        collection: &str,
        sources: &[NewSource],
        id: impl Fn(usize) -> String,
    ) -> Result<Vec<Added>, LibraryFault> {
        let mut records = Vec::with_capacity(sources.len());
        for (at, source) in sources.iter().enumerate() {
            records.push(record(id(at), source).ok_or(LibraryFault::Address(at))?);
        }
        let ids: Vec<String> = records.iter().map(|record| record.id.clone()).collect();
        let rows = self.rows(owner);
        let stand = rows.add_sources(collection.to_owned(), records, self.now_ms());
        let stand = stand.await?.ok_or(LibraryFault::Unknown("collection"))?;
        // What stands for one that was to be added under another id was there before it.
        let added = stand.into_iter().zip(ids);
        Ok(added
            .map(|(source, id)| Added {
                known: source.id != id,
                source,
            })
            .collect())
    }
}

/// Longest title, in characters.
const TITLE: usize = 500;

fn record(id: String, source: &NewSource) -> Option<NewSourceRecord> {
    let titled = |title: &Option<String>| {
        let title = title.as_deref().unwrap_or_default().trim();
        title.chars().take(TITLE).collect::<String>()
    };
    Some(match source {
        NewSource::Url { url, title } => {
            let url = address(url)?;
            NewSourceRecord {
                id,
                kind: SourceKind::Url,
                normalized_url: reading::normalise_url(&url),
                title: titled(title),
                url,
                capture: None,
            }
        }
        NewSource::Note { title, text } => NewSourceRecord {
            id,
            kind: SourceKind::Note,
            url: String::new(),
            normalized_url: String::new(),
            title: titled(title),
            capture: Some(note(text)),
        },
    })
}

/// An address as it is kept: of the web, and without secrets.
pub(crate) fn address(url: &str) -> Option<String> {
    let url = Url::parse(url.trim()).ok()?;
    let web = matches!(url.scheme(), "http" | "https") && url.has_host();
    web.then(|| reading::clean_url(url.as_str()).0)
}

/// A note is its own capture.
fn note(text: &str) -> Capture {
    of_text(None, text.trim().chars().take(CAPTURE_CHARS).collect())
}
