//! Tools that only compute: core does it all.

use screen_agent_packet::run::Outcome;
use screen_agent_packet::tools;
use screen_agent_wire::packet::Tool;

/// Computes.
pub(super) fn compute(tool: &Tool, shipping: Option<&tools::ShippingTable>) -> Outcome {
    match tool {
        Tool::Calculate(call) => tools::calculate(call),
        Tool::MoneyCalculate(call) => tools::money_calculate(call),
        Tool::EstimateTax(call) => tools::estimate_tax(call),
        Tool::EstimateShipping(call) => tools::estimate_shipping(call, shipping),
        _ => Outcome::failed("UNSUPPORTED_TOOL", "This tool does not compute."),
    }
}
