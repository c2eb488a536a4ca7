//! `app.money_calculate`. Spec 003, "Tool call schema".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::values::Rounding;

/// Calculate with amounts of one currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema, TS)]
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
