//! `collection.list_sources`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// The sources of a collection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CollectionListSources {
    /// Which.
    pub collection_id: String,
}

impl CollectionListSources {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "collection.list_sources",
        performer: Performer::Server,
        purpose: Purpose::Collections,
        takes: "{\"collectionId\"}",
        title: "List a collection",
        narrow: |_| object([("collectionId", text(ID))]),
    };
}

impl Described for CollectionListSources {
    fn check(&self) -> Result<(), Invalid> {
        given("collectionId", &self.collection_id, ID)
    }

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Consult
    }
}
