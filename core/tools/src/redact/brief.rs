//! What is kept of a document: where it is from, its digest, how long it is, and how it begins.

use screen_agent_page::reading::clean_url;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::secrets::{hidden, masked};
use screen_agent_wire::invalid::cut;
use screen_agent_wire::packet::document::{Content, IndexDocument};

/// How much of a text is kept, in characters.
const PREVIEW: usize = 160;
/// Longest title that is kept, in characters.
const TITLE: usize = 300;

/// The content, in brief.
pub(super) fn brief(content: &Content) -> Value {
    let mut kept = match content {
        Content::Summary(page) => {
            let primary = page.primary.as_ref().map_or("", |primary| &primary.text);
            let text = if page.text.is_empty() {
                primary
            } else {
                &page.text
            };
            of_page(&page.url, &page.title, text)
        }
        Content::Chunk(page) => {
            let mut kept = of_page(&page.url, &page.title, &page.text);
            kept["chunk_index"] = page.chunk_index.into();
            kept["chunk_count"] = page.chunk_count.into();
            kept
        }
        Content::Capture(page) => {
            let mut kept = of_page(&page.url, &page.title, &page.html);
            // Markup says nothing to a reader.
            kept["preview"] = "".into();
            kept["generation"] = page.generation.into();
            kept
        }
        Content::Source(source) => {
            let mut kept = of_page(&source.url, &source.title, &source.text);
            kept["collection_id"] = source.collection_id.as_str().into();
            kept["source_id"] = source.source_id.as_str().into();
            kept
        }
        Content::Index(index) => of_index(index),
        Content::SearchResults(found) => json!({
            "query": digest(&found.query),
            "engine": found.engine,
            "results": found.results.iter().map(|one| address(&one.url)).collect::<Vec<_>>(),
        }),
        Content::Links(links) => json!({
            "urls": links.urls.iter().map(|url| address(url)).collect::<Vec<_>>(),
            "total_found": links.total_found,
        }),
        // Figures and ids; the caller keeps them.
        Content::ToolResult(_) => json!({}),
    };
    kept["doc_type"] = content.kind().into();
    kept
}

fn of_page(url: &str, title: &str, text: &str) -> Value {
    let mut kept = digest(text);
    kept["url"] = address(url).into();
    kept["title"] = shown(title, TITLE).into();
    kept["preview"] = shown(text, PREVIEW).into();
    kept
}

fn of_index(index: &IndexDocument) -> Value {
    let sources: Vec<Value> = index
        .sources
        .iter()
        .map(|source| {
            json!({
                "source_id": source.source_id,
                "url": address(&source.url),
                "title": shown(&source.title, TITLE),
            })
        })
        .collect();
    masked(json!({
        "collection_id": index.collection_id,
        "title": shown(&index.title, TITLE),
        "sources": sources,
    }))
}

/// A text as its digest and its length.
pub(crate) fn digest(text: &str) -> Value {
    json!({
        "digest": format!("sha256:{}", hex::encode(Sha256::digest(text.as_bytes()))),
        "characters": text.chars().count(),
    })
}

/// An address without what looks like a secret in it.
pub(crate) fn address(url: &str) -> String {
    clean_url(url).0
}

fn shown(text: &str, most: usize) -> String {
    let mut text = text.to_owned();
    // A secret that stands across the cut would lose what it is known by.
    cut(&mut text, most * 2);
    let mut text = hidden(&text);
    cut(&mut text, most);
    text
}
