//! What would help, in one line.

use crate::chat::Trouble;
use crate::model_config::ModelConfig;

/// Most models that are named in a line.
const NAMED: usize = 8;

/// What would help where a server cannot be used.
pub(super) fn mend(trouble: &Trouble, config: &ModelConfig, models: Option<&[String]>) -> String {
    let unknown = models.filter(|models| !models.is_empty() && !models.contains(&config.model));
    let about_the_model = matches!(trouble, Trouble::Status(404) | Trouble::Refused(_));
    if let Some(models) = unknown.filter(|_| about_the_model) {
        let named = models.iter().take(NAMED).map(String::as_str);
        return format!(
            "name a model that the server has: {}",
            named.collect::<Vec<_>>().join(", ")
        );
    }
    match trouble {
        Trouble::Busy { status: None, .. } => {
            "start the server, or name its address with --model-url".into()
        }
        Trouble::Busy {
            status: Some(429), ..
        } => "wait a while, or look at the limits and the credit of the key".into(),
        Trouble::Busy { .. } | Trouble::Cut => "look into the log of the model's server".into(),
        Trouble::Denied if config.key.is_some() => {
            "check the key: SCREEN_AGENT_MODEL_KEY, OPENAI_API_KEY, or key_file in the settings"
                .into()
        }
        Trouble::Denied => {
            "give a key: SCREEN_AGENT_MODEL_KEY, OPENAI_API_KEY, or key_file in the settings".into()
        }
        Trouble::TimedOut => {
            "raise timeout_seconds in the settings, or choose a smaller model".into()
        }
        Trouble::Status(300..=399) => "name the address that the server redirects to".into(),
        Trouble::TooMuch => "choose a model with a larger window".into(),
        Trouble::Status(_) | Trouble::Empty | Trouble::Unreadable(_) | Trouble::Refused(_) => {
            "check the address: it has to speak chat completions, and usually ends in /v1".into()
        }
    }
}
