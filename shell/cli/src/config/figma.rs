//! `[figma]`: where designs are read.

use std::path::PathBuf;

use anyhow::Result;
use screen_agent_adapters::{FigmaConfig, address};
use serde::Deserialize;

use super::{Environment, secret};
use crate::exit::usage;

/// Figma's own address.
const FIGMA: &str = "https://api.figma.com";

/// `[figma]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FigmaSection {
    base_url: Option<String>,
    key_file: Option<PathBuf>,
}

/// Where designs are read; nowhere without a key.
pub(super) fn figma(
    section: &FigmaSection,
    environment: Environment<'_>,
) -> Result<Option<FigmaConfig>> {
    let base_url = environment("SCREEN_AGENT_FIGMA_URL").or_else(|| section.base_url.clone());
    let base_url = base_url.unwrap_or_else(|| FIGMA.into());
    let Some(key) = secret(environment, &["FIGMA_API_KEY"], section.key_file.as_ref())? else {
        return Ok(None);
    };
    address(&base_url, Some(&key)).map_err(|error| usage(format!("[figma] base_url: {error}")))?;
    Ok(Some(FigmaConfig::new(base_url, key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn designs_are_read_where_there_is_a_key() -> Result<()> {
        let found = |written: &str, pairs: &[(&str, &str)]| {
            let section: FigmaSection = toml::from_str(written)?;
            let environment = |name: &str| {
                let pair = pairs.iter().find(|(known, _)| *known == name);
                pair.map(|(_, value)| (*value).to_owned())
            };
            let config = figma(&section, &environment)?;
            anyhow::Ok(config.map(|config| config.base_url))
        };
        let key = ("FIGMA_API_KEY", "figd_x");
        assert_eq!(found("", &[])?, None);
        assert_eq!(found("", &[key])?.as_deref(), Some(FIGMA));
        let here = ("SCREEN_AGENT_FIGMA_URL", "http://127.0.0.1:9");
        assert_eq!(found("", &[here, key])?.as_deref(), Some(here.1));
        // A key goes over no wire that others read.
        assert!(found("base_url = 'http://figma.example'", &[key]).is_err());
        assert!(found("token = 'x'", &[]).is_err());
        Ok(())
    }
}
