//! `transform.list_types`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// What a collection can be made into.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TransformListTypes {}

impl TransformListTypes {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "transform.list_types",
        performer: Performer::Server,
        purpose: Purpose::Collections,
        takes: "{} what can be made of a collection",
        title: "See what can be made",
        narrow: |_| object([]),
    };
}

impl Described for TransformListTypes {
    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Consult
    }
}
