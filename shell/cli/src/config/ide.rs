//! `[ide]`: how requests of IDEs are answered.

use screen_agent_server::IdeMeans;
use serde::Deserialize;

/// `[ide]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IdeConfig {
    rest_hosts: Vec<String>,
    strict_keywords: bool,
    strict_requires: bool,
    strict_preconditions: bool,
}

impl IdeConfig {
    /// What is meant.
    pub fn means(&self) -> IdeMeans {
        IdeMeans {
            hosts: self.rest_hosts.clone(),
            strict_keywords: self.strict_keywords,
            strict_requires: self.strict_requires,
            strict_preconditions: self.strict_preconditions,
        }
    }
}
