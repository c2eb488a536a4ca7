//! `app.calculate`. Spec 003, "Tool call schema".

use super::descriptor::*;

/// Calculate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Calculate {
    /// Numbers, `+ - * /` and parentheses.
    pub expression: String,
    /// Decimals of the result, 0 to 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub precision: Option<u8>,
}

impl Calculate {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "app.calculate",
        performer: Performer::Computed,
        purpose: Purpose::Compute,
        takes: "{\"expression\": numbers + - * / ( ), \"precision\"?: 0 to 6}",
        title: "Calculate",
        narrow: |_| {
            object([
                ("expression", text(NAME)),
                ("precision", or_null(whole(0, 6))),
            ])
        },
    };
}

impl Described for Calculate {
    fn check(&self) -> Result<(), Invalid> {
        given("expression", &self.expression, EXPRESSION)?;
        within("precision", self.precision.map(u32::from), 0, 6)
    }

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Compute
    }
}
