//! Everything on this surface.

use schemars::schema_for;
use serde_json::Value;

use crate::packet::{RequestPacket, ResponsePacket};

/// Every schema that is published, by name.
pub fn all() -> Vec<(String, Value)> {
    vec![
        ("request".to_owned(), schema_for!(RequestPacket).to_value()),
        (
            "response".to_owned(),
            schema_for!(ResponsePacket).to_value(),
        ),
    ]
}
