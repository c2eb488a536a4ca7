//! Whether the server is well.

use std::collections::BTreeMap;

use crate::derives::*;

/// How well something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum HealthStatus {
    /// Well.
    Healthy,
    /// It works, but not as it should.
    Degraded,
    /// It does not work.
    Unhealthy,
}

/// One part of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ServiceHealth {
    /// How well it is.
    pub status: HealthStatus,
    /// How long it took to answer, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<f64>,
}

/// `GET /api/health`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, JsonSchema, TS)]
pub struct HealthData {
    /// The worst of its parts.
    pub status: HealthStatus,
    /// ISO 8601.
    pub timestamp: String,
    /// How long the check took, in milliseconds.
    pub duration: f64,
    /// Version of the server.
    pub version: String,
    /// Each part.
    pub services: BTreeMap<String, ServiceHealth>,
}
