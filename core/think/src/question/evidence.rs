//! What a judgement rests on, as models say it.

use schemars::JsonSchema;
use serde::Deserialize;

use super::lenient::{Each, Name, Text};
use crate::reason::Evidence;

#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct Grounds {
    sources: Each<Name>,
    #[schemars(extend("enum" = ["strong", "medium", "weak"]))]
    quality: Text<80>,
    gaps: Each<Name>,
}

impl From<Grounds> for Evidence {
    fn from(said: Grounds) -> Self {
        Self {
            sources: said.sources.texts(),
            quality: said.quality.0,
            gaps: said.gaps.texts(),
        }
    }
}
