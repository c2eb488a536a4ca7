//! `collection.create`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Begin a collection of sources.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CollectionCreate {
    /// Its title.
    pub title: String,
    /// Tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tags: Option<Vec<String>>,
}

impl CollectionCreate {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "collection.create",
        performer: Performer::Server,
        purpose: Purpose::Collections,
        takes: "{\"title\",\"tags\"?}",
        title: "Make a collection",
        narrow: |_| object([("tags", tags()), ("title", text(NAME))]),
    };
}

impl Described for CollectionCreate {
    fn check(&self) -> Result<(), Invalid> {
        given("title", &self.title, TITLE)?;
        texts("tags", &self.tags, MANY, WORD)
    }

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Keep
    }
}
