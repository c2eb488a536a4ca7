//! `commerce.*`: what tables say, and where they end, that it is not known.

mod shipping;
mod tax;

pub use shipping::{ShippingRate, ShippingTable, estimate_shipping};
pub use tax::estimate_tax;

use serde_json::{Value, json};

/// Nobody can say, and why: a stable code and a sentence.
fn unknown(reason: &str, explanation: &str) -> Value {
    json!({"known": false, "reason": reason, "explanation": explanation})
}
