//! `collection.list_sources`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// The sources of a collection.
#[contract(camel, strict)]
pub struct CollectionListSources {
    /// Which.
    pub collection_id: String,
}

tool! {
    CollectionListSources = "collection.list_sources", "List a collection": Server, Collections, Consult;
    takes "{\"collectionId\"}";
    narrow |_| [("collectionId", text(ID))]
}

impl Described for CollectionListSources {
    fn check(&self) -> Result<(), Invalid> {
        given("collectionId", &self.collection_id, ID)
    }
}
