//! Prompts and models for the tests.

use std::time::Duration;

use screen_agent_adapters::{ModelConfig, Models, ModelsConfig, SecretKey};
use screen_agent_ports::{ModelAnswer, Thinking};
use screen_agent_testkit::ScriptedModel;
use screen_agent_think::Prompt;
use screen_agent_think::models::ModelTier;
use serde_json::json;

/// What every scripted answer says.
pub const GOOD: &str = r#"{"thought":"I press Säve.","count":7}"#;

/// A question for a model.
pub fn prompt(role: ModelTier) -> Prompt {
    Prompt {
        topic: "act",
        role,
        system: "You answer as JSON.".into(),
        user: "What next?".into(),
        schema: json!({
            "type": "object",
            "additionalProperties": false,
            "properties": { "thought": { "type": "string" }, "count": { "type": "integer" } },
            "required": ["thought"],
        }),
        grammar: None,
        reply_tokens: 50,
        temperature: None,
        picture: None,
    }
}

/// A model of this name on this server, with little patience.
pub fn config(server: &ScriptedModel, name: &str) -> ModelConfig {
    ModelConfig {
        backoff: Duration::from_millis(1),
        key: Some(SecretKey::new("sk-test-key")),
        ..ModelConfig::new(server.url(), name)
    }
}

/// One model in both roles.
pub fn one(server: &ScriptedModel) -> Models {
    Models::new(ModelsConfig::one(config(server, "m"))).unwrap()
}

/// A smart model with a fallback, and a fast one, each on a server of its own.
pub struct Three {
    pub smart: ScriptedModel,
    pub spare: ScriptedModel,
    pub fast: ScriptedModel,
}

impl Three {
    pub async fn start() -> Self {
        Self {
            smart: ScriptedModel::start().await.unwrap(),
            spare: ScriptedModel::start().await.unwrap(),
            fast: ScriptedModel::start().await.unwrap(),
        }
    }

    pub fn config(&self) -> ModelsConfig {
        ModelsConfig {
            smart_fallback: Some(config(&self.spare, "spare")),
            fast: config(&self.fast, "fast"),
            ..ModelsConfig::one(config(&self.smart, "smart"))
        }
    }

    pub fn models(&self) -> Models {
        Models::new(self.config()).unwrap()
    }
}

/// An answer of the model that was meant.
pub fn good() -> ModelAnswer {
    ModelAnswer {
        broken_off: false,
        text: GOOD.into(),
        degraded: false,
    }
}

/// Who was called, and whether they answered.
pub fn called(thinking: &Thinking) -> Vec<(&str, bool)> {
    let calls = thinking.calls.iter();
    calls
        .map(|call| (call.model.as_str(), call.succeeded))
        .collect()
}
