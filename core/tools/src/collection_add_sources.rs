//! `collection.add_sources`. Spec 003, "Tool call schema".

use super::descriptor::*;
use screen_agent_wire::packet::collection::NewSource;

/// Add sources to a collection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CollectionAddSources {
    /// Which.
    pub collection_id: String,
    /// Addresses and notes.
    pub sources: Vec<NewSource>,
}

impl CollectionAddSources {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "collection.add_sources",
        performer: Performer::Server,
        purpose: Purpose::Collections,
        takes: "{\"collectionId\",\"sources\":[{\"type\":\"url\",\"url\"} or {\"type\":\"note\",\"text\"}]}",
        title: "Add to a collection",
        narrow: |_| {
            object([
                ("collectionId", text(ID)),
                ("sources", list(narrow(), 1, 10)),
            ])
        },
    };
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

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Keep
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
