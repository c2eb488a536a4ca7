//! Keywords: which there are, which a text names, what a request must say for each, and the actions that follow.

pub mod registry;
pub mod requires;
pub mod resolve;
pub mod template;

/// Version of the registry.
pub const REGISTRY_VERSION: &str = "1.0.0";
/// Where its keywords come from.
pub const REGISTRY_SOURCE: &str = "seed";
