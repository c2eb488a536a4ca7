//! Where models are, and how they are asked.

use std::time::Duration;

use crate::{AddressError, Price, SecretKey};

/// Where a model is, and how it is asked.
#[derive(Clone, Debug)]
pub struct ModelConfig {
    /// Base address, such as `http://127.0.0.1:11434/v1`.
    pub base_url: String,
    /// Bearer key, where the server wants one.
    pub key: Option<SecretKey>,
    /// Name of the model.
    pub model: String,
    /// Tokens that a prompt and its answer may take together.
    pub window: u32,
    /// It can be shown pictures.
    pub pictures: bool,
    /// Longest wait for an answer, further tries and whoever stands in included.
    pub timeout: Duration,
    /// Longest wait until an answer that comes in pieces begins.
    pub first_byte: Duration,
    /// Wait before the first further try; before the next one it is twice as long.
    pub backoff: Duration,
    /// What it costs.
    pub price: Price,
}

impl ModelConfig {
    /// A model at this address, with what is usual.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>) -> Self {
        let timeout = Duration::from_secs(60);
        Self {
            base_url: base_url.into(),
            key: None,
            model: model.into(),
            window: 8_192,
            pictures: false,
            timeout,
            first_byte: timeout / 2,
            backoff: Duration::from_millis(400),
            price: Price::default(),
        }
    }

    /// The same model on the same server.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.model == other.model && self.base_url == other.base_url
    }

    /// With this much time for an answer, and half of it until one begins.
    #[must_use]
    pub fn within(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self.first_byte = timeout / 2;
        self
    }
}

/// The models of a turn. Spec 002 §4.7.2.
#[derive(Clone, Debug)]
pub struct ModelsConfig {
    /// For thinking.
    pub smart: ModelConfig,
    /// Who thinks when that one cannot.
    pub smart_fallback: Option<ModelConfig>,
    /// Sampling temperature for thinking.
    pub smart_temperature: f32,
    /// For doing.
    pub fast: ModelConfig,
    /// Sampling temperature for doing.
    pub fast_temperature: f32,
    /// What a task may cost.
    pub budget: SpendingLimits,
}

impl ModelsConfig {
    /// One model for thinking and for doing.
    pub fn one(model: ModelConfig) -> Self {
        Self {
            smart: model.clone(),
            smart_fallback: None,
            smart_temperature: 0.3,
            fast: model,
            fast_temperature: 0.7,
            budget: SpendingLimits::default(),
        }
    }

    /// Every model that is named, each once.
    pub fn each(&self) -> Vec<&ModelConfig> {
        let mut each = vec![&self.smart];
        for model in self.smart_fallback.iter().chain([&self.fast]) {
            if !each.iter().any(|other| other.is_same(model)) {
                each.push(model);
            }
        }
        each
    }
}

/// What may be spent; 0 means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpendingLimits {
    /// Tokens of a task, read and written together.
    pub task_tokens: u64,
    /// Millionths of the price table's unit for a task.
    pub task_micros: u64,
    /// The same for a tenant and day.
    pub tenant_micros_per_day: u64,
}

/// Why a client cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The address will not do.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The HTTP client could not be made.
    #[error("no HTTP client can be made")]
    Http(#[from] reqwest::Error),
}
