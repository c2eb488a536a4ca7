//! A model in this process, named as `local:PATH`.

use std::sync::Arc;

use anyhow::Result;
use screen_agent_adapters::{ModelConfig, ModelsConfig};
use screen_agent_ports::Thinker;

use crate::exit::usage;

/// What the names of such models begin with.
pub(crate) const LOCAL: &str = "local:";

/// The model in this process that is meant, when one is. Loading takes seconds.
pub(crate) fn local_model(models: &ModelsConfig) -> Result<Option<Arc<dyn Thinker>>> {
    let named = |model: &ModelConfig| model.model.strip_prefix(LOCAL).map(str::to_owned);
    match (named(&models.smart), named(&models.fast)) {
        (None, None) => Ok(None),
        (Some(smart), Some(fast)) if smart == fast => load(&smart, &models.smart).map(Some),
        _ => Err(usage(
            "a model in this process does all the thinking: name it with --model alone",
        )),
    }
}

#[cfg(feature = "local-llm")]
fn load(path: &str, config: &ModelConfig) -> Result<Arc<dyn Thinker>> {
    use screen_agent_local_llm::{LocalModel, LocalOptions};
    let usual = LocalOptions::default();
    let options = LocalOptions {
        window: usual.window.min(config.window),
        patience: config.timeout,
        ..usual
    };
    let model =
        LocalModel::load_with(path.as_ref(), options).map_err(|error| usage(error.to_string()))?;
    Ok(Arc::new(model))
}

#[cfg(not(feature = "local-llm"))]
fn load(_path: &str, _config: &ModelConfig) -> Result<Arc<dyn Thinker>> {
    let how = "cargo build --release --package screen-agent-cli --features local-llm";
    Err(usage(format!(
        "this build runs no model of its own; one that does comes from: {how}"
    )))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn named(smart: &str, fast: &str) -> Result<Option<Arc<dyn Thinker>>> {
        let [smart, fast] = [smart, fast].map(|name| ModelConfig::new("http://127.0.0.1:9", name));
        local_model(&ModelsConfig {
            fast,
            ..ModelsConfig::one(smart)
        })
    }

    #[test]
    fn other_names_mean_models_elsewhere() {
        for name in ["gpt-4o-mini", "localhost", "LOCAL:x"] {
            assert!(named(name, name).unwrap().is_none(), "{name}");
        }
    }

    #[test]
    fn what_cannot_be_is_said_before_anything_starts() {
        let unusable = if cfg!(feature = "local-llm") {
            "cannot read /no/such.gguf"
        } else {
            "--features local-llm"
        };
        for (smart, fast, expected) in [
            ("local:/no/such.gguf", "local:/no/such.gguf", unusable),
            ("local:/no/such.gguf", "gpt-4o-mini", "all the thinking"),
            ("gpt-4o", "local:/no/such.gguf", "all the thinking"),
        ] {
            let error = named(smart, fast).err().unwrap().to_string();
            assert!(error.contains(expected), "{smart}, {fast}: {error}");
        }
    }
}
