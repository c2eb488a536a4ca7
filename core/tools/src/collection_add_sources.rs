//! `collection.add_sources`. Spec 003, "Tool call schema".

use super::descriptor::*;
use screen_agent_wire::packet::collection::NewSource;

/// Add sources to a collection.
#[contract(camel, strict)]
pub struct CollectionAddSources {
    /// Which.
    pub collection_id: String,
    /// Addresses and notes.
    pub sources: Vec<NewSource>,
}

tool! {
    CollectionAddSources = "collection.add_sources", "Add to a collection": Server, Collections, Keep;
    takes "{\"collectionId\",\"sources\":[{\"type\":\"url\",\"url\"} or {\"type\":\"note\",\"text\"}]}";
    narrow |_| [
        ("collectionId", text(ID)),
        ("sources", list(narrow(), 1, 10)),
    ]
}

impl Described for CollectionAddSources {
    fn check(&self) -> Result<(), Invalid> {
        given("collectionId", &self.collection_id, ID)?;
        if self.sources.is_empty() {
            return Err(Invalid::new("sources", "is empty"));
        }
        count("sources", self.sources.len(), MANY)?;
        for (index, source) in self.sources.iter().enumerate() {
            let inside = |invalid: Invalid| invalid.inside(&format!("sources[{index}]"));
            check(source).map_err(inside)?;
        }
        Ok(())
    }

    fn redact(&self, kept: &mut Value) {
        kept["sources"] = self.sources.iter().map(redacted).collect();
    }
}

fn check(source: &NewSource) -> Result<(), Invalid> {
    let title = match source {
        NewSource::Url { url, title } => {
            given("url", url, limits::URL)?;
            title
        }
        NewSource::Note { title, text } => {
            given("text", text, TEXT)?;
            title
        }
    };
    chars("title", title, TITLE)
}

fn narrow() -> Value {
    let title = || ("title", or_null(text(NAME)));
    any_of(vec![
        node("url", [title(), ("url", text(URL))]),
        node("note", [("text", text(PROSE)), title()]),
    ])
}

fn redacted(source: &NewSource) -> Value {
    match source {
        NewSource::Url { url, title } => {
            json!({ "type": "url", "url": address(url), "title": title })
        }
        NewSource::Note { title, text } => {
            json!({ "type": "note", "title": title, "text": digest(text) })
        }
    }
}
