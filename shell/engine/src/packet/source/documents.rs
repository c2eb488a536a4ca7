//! A collection and its sources as documents.

use screen_agent_page::reading::Heading;
use screen_agent_store::collection::{Capture, CollectionRecord, SourceRecord};
use screen_agent_store::{Owner, StoreError};
use screen_agent_think::knowledge::Passage;
use screen_agent_wire::packet::document::{
    IndexDocument, IndexedSource, SourceDocument, SourceHeading,
};
use screen_agent_wire::packet::{Content, Document, Trust};
use url::Url;

use crate::{Engine, iso};

/// Most characters of text that one collection brings. What is beyond stands in the index alone.
const MOST: usize = 4_000_000;

/// The index of a collection and its captured sources, whole. Nothing when there is none.
pub(crate) async fn collection(
    engine: &Engine,
    owner: Owner,
    id: &str,
) -> Result<Option<Vec<Document>>, StoreError> {
    let rows = engine.rows(owner);
    let Some(found) = rows.find::<CollectionRecord>(id.to_owned()).await? else {
        return Ok(None);
    };
    let sources = rows.list::<SourceRecord>(id.to_owned()).await?;
    drop(rows);
    let mut documents = vec![untrusted(id, Content::Index(index(&found, &sources)))];
    let mut characters = 0;
    for one in &sources {
        let more = usize::try_from(one.characters).unwrap_or(MOST);
        if more == 0 || characters + more > MOST {
            continue;
        }
        characters += more;
        documents.extend(source(engine, owner, one).await?);
    }
    Ok(Some(documents))
}

/// A source with its text; nothing while it has none.
pub(crate) async fn source(
    engine: &Engine,
    owner: Owner,
    record: &SourceRecord,
) -> Result<Option<Document>, StoreError> {
    let rows = engine.rows(owner);
    let capture = rows.find::<Capture>(record.id.clone()).await?;
    Ok(capture.map(|capture| {
        let content = Content::Source(told(record, capture));
        untrusted(&record.id, content)
    }))
}

/// What a collection holds.
pub(crate) fn index(collection: &CollectionRecord, sources: &[SourceRecord]) -> IndexDocument {
    IndexDocument {
        collection_id: collection.id.clone(),
        title: collection.title.clone(),
        sources: sources.iter().map(indexed).collect(),
    }
}

pub(super) fn heading(heading: &Heading) -> SourceHeading {
    SourceHeading {
        level: heading.level,
        text: heading.text.clone(),
    }
}

/// A passage of what the person's organisation knows.
pub(crate) fn of_knowledge(passage: Passage) -> Document {
    let content = Content::Source(SourceDocument {
        source_id: passage.id.clone(),
        title: passage.place(),
        outlet: outlet(&passage.location),
        url: Url::parse(&passage.location)
            .map(|_| passage.location)
            .unwrap_or_default(),
        text: passage.text,
        ..SourceDocument::default()
    });
    untrusted(&passage.id, content)
}

/// A document that brings what others have said.
pub(crate) fn untrusted(doc_id: &str, content: Content) -> Document {
    Document {
        doc_id: doc_id.to_owned(),
        kind: content.kind().to_owned(),
        trust: Trust::Untrusted,
        source: None,
        content,
    }
}

fn indexed(source: &SourceRecord) -> IndexedSource {
    IndexedSource {
        source_id: source.id.clone(),
        url: source.url.clone(),
        title: source.title.clone(),
        outlet: outlet(&source.url),
        captured_at: source.captured_ms.map(iso),
        published_at: source.published.clone(),
    }
}

fn told(source: &SourceRecord, capture: Capture) -> SourceDocument {
    SourceDocument {
        collection_id: source.collection_id.clone(),
        source_id: source.id.clone(),
        url: source.url.clone(),
        title: source.title.clone(),
        outlet: outlet(&source.url),
        captured_at: source.captured_ms.map(iso),
        published_at: source.published.clone(),
        chunk_index: None,
        chunk_count: None,
        text: capture.text,
        // What storage holds was written by us; what is no longer understood is left out.
        outline: serde_json::from_str(&capture.outline_json).unwrap_or_default(),
        extracted_links: serde_json::from_str(&capture.links_json).unwrap_or_default(),
    }
}

fn outlet(url: &str) -> String {
    let host = Url::parse(url).ok();
    let host = host.as_ref().and_then(Url::host_str).unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host).to_owned()
}
