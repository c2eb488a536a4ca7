//! `transform.run`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Make something out of a collection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransformRun {
    /// Which.
    pub collection_id: String,
    /// What, by `transform.list_types`.
    #[serde(rename = "type")]
    pub transform: String,
    /// How.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, unknown>")]
    pub config: Option<Map<String, Value>>,
}

impl TransformRun {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "transform.run",
        performer: Performer::Server,
        purpose: Purpose::Collections,
        takes: "{\"collectionId\",\"type\",\"config\"?} make it",
        title: "Make something of a collection",
        narrow: |_| {
            object([
                ("collectionId", text(ID)),
                ("config", or_null(text(PROSE))),
                ("type", text(64)),
            ])
        },
    };
}

impl Described for TransformRun {
    fn check(&self) -> Result<(), Invalid> {
        given("collectionId", &self.collection_id, ID)?;
        given("type", &self.transform, WORD)?;
        self.config
            .as_ref()
            .map_or(Ok(()), |config| payload("config", config))
    }

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Keep
    }
}
