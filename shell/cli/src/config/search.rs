//! Where the web is searched.

use std::path::PathBuf;

use anyhow::Result;
use screen_agent_adapters::{Secret, TavilyConfig, address};
use serde::Deserialize;

use super::{Environment, key_in};
use crate::exit::UsageError;

/// Tavily's own address.
const TAVILY: &str = "https://api.tavily.com";

/// `[search]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SearchSection {
    base_url: Option<String>,
    key_file: Option<PathBuf>,
}

/// The search that is meant; none unless there is a key, or a server that may need none.
pub(super) fn search(
    section: &SearchSection,
    environment: Environment<'_>,
) -> Result<Option<TavilyConfig>> {
    let base_url = environment("SCREEN_AGENT_SEARCH_URL").or_else(|| section.base_url.clone());
    let key = match (environment("TAVILY_API_KEY"), &section.key_file) {
        (Some(key), _) => Some(Secret::new(key.trim())),
        (None, Some(path)) => Some(key_in(path)?),
        (None, None) => None,
    };
    if base_url.is_none() && key.is_none() {
        return Ok(None);
    }
    let base_url = base_url.unwrap_or_else(|| TAVILY.into());
    address(&base_url, key.as_ref())
        .map_err(|error| UsageError(format!("the web search's address: {error}")))?;
    Ok(Some(TavilyConfig::new(base_url, key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pairs: &[(&str, &str)]) -> Result<Option<(String, bool)>> {
        let environment = |name: &str| {
            let pair = pairs.iter().find(|(known, _)| *known == name);
            pair.map(|(_, value)| (*value).to_owned())
        };
        let config = search(&SearchSection::default(), &environment)?;
        Ok(config.map(|config| (config.base_url, config.key.is_some())))
    }

    #[test]
    fn a_search_is_set_up_by_a_key_or_an_address() -> Result<()> {
        assert_eq!(found(&[])?, None);
        assert_eq!(
            found(&[("TAVILY_API_KEY", "k")])?,
            Some((TAVILY.into(), true))
        );
        let own = ("SCREEN_AGENT_SEARCH_URL", "http://127.0.0.1:9/");
        assert_eq!(found(&[own])?, Some(("http://127.0.0.1:9/".into(), false)));
        let clear = ("SCREEN_AGENT_SEARCH_URL", "http://search.example/");
        assert!(found(&[clear, ("TAVILY_API_KEY", "k")]).is_err());
        Ok(())
    }
}
