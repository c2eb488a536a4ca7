//! Whether the server is well.

use std::collections::BTreeMap;

use crate::derives::*;

/// How well something is.
#[contract(word)]
pub enum HealthStatus {
    /// Well.
    Healthy,
    /// It works, but not as it should.
    Degraded,
    /// It does not work.
    Unhealthy,
}

/// One part of the server.
#[contract(camel)]
pub struct ServiceHealth {
    /// How well it is.
    pub status: HealthStatus,
    /// How long it took to answer, in milliseconds.
    pub latency_ms: Option<f64>,
}

/// `GET /api/health`.
#[contract]
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
