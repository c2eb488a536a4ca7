//! `transform.run`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Make something out of a collection.
#[contract(camel, strict)]
pub struct TransformRun {
    /// Which.
    pub collection_id: String,
    /// What, by `transform.list_types`.
    #[serde(rename = "type")]
    pub transform: String,
    /// How.
    #[ts(optional, type = "Record<string, unknown>")]
    pub config: Option<Map<String, Value>>,
}

tool! {
    TransformRun = "transform.run", "Make something of a collection": Server, Collections, Keep;
    takes "{\"collectionId\",\"type\",\"config\"?} make it";
    narrow |_| [
        ("collectionId", text(ID)),
        ("config", or_null(text(PROSE))),
        ("type", text(64)),
    ]
}

impl Described for TransformRun {
    fn check(&self) -> Result<(), Invalid> {
        given("collectionId", &self.collection_id, ID)?;
        given("type", &self.transform, WORD)?;
        self.config
            .as_ref()
            .map_or(Ok(()), |config| payload("config", config))
    }
}
