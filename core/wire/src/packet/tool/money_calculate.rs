//! `app.money_calculate`. Spec 003, "Tool call schema".

use super::descriptor::*;
use super::values::Rounding;

/// Calculate with amounts of one currency.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MoneyCalculate {
    /// Amounts and numbers, `+ - * /` and parentheses.
    pub expression: String,
    /// ISO 4217 code.
    pub currency: String,
    /// How the result is rounded, once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rounding: Option<Rounding>,
}

impl MoneyCalculate {
    pub(super) const TOOL: Descriptor = Descriptor {
        name: "app.money_calculate",
        performer: Performer::Computed,
        purpose: Purpose::Compute,
        takes: "{\"expression\",\"currency\": \"USD\",\"rounding\"?: \"bankers\"|\"up\"|\"down\"} \
            amounts bear the code: \"USD 12.34 * 3\"",
        title: "Calculate an amount",
        narrow: |_| {
            object([
                ("currency", text(3)),
                ("expression", text(NAME)),
                ("rounding", or_null(one_of(&["bankers", "up", "down"]))),
            ])
        },
    };
}

impl Described for MoneyCalculate {
    fn check(&self) -> Result<(), Invalid> {
        given("expression", &self.expression, EXPRESSION)?;
        given("currency", &self.currency, WORD)
    }

    fn effect(&self) -> ToolEffect<'_> {
        ToolEffect::Compute
    }
}
