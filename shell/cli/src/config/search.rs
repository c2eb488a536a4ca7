//! Where the web is searched.

use std::path::PathBuf;

use anyhow::Result;
use screen_agent_adapters::{TavilyConfig, address};
use screen_agent_packet::engines::{EngineMode, Engines, LONGEST_QUERY};
use serde::Deserialize;

use super::{Environment, secret};
use crate::exit::usage;

/// Tavily's own address.
const TAVILY: &str = "https://api.tavily.com";

/// `[search]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SearchSection {
    base_url: Option<String>,
    key_file: Option<PathBuf>,
    engines: Option<Vec<String>>,
    custom_template: Option<String>,
    mode: Mode,
    max_query_length: Option<usize>,
    loop_param: Option<String>,
}

/// Which engine a search goes to that a client performs.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Mode {
    #[default]
    Direct,
    RedirectDefault,
}

/// The engines of those who never said.
const ENGINES: [&str; 4] = ["google", "duckduckgo", "bing", "yahoo"];

/// The engines that clients may be sent to, the usual one first; none for an empty list.
pub(super) fn engines(section: &SearchSection) -> Result<Engines> {
    let usual = || ENGINES.map(str::to_owned).to_vec();
    let names = section.engines.clone().unwrap_or_else(usual);
    let engines = Engines::new(&names, section.custom_template.as_deref())
        .map_err(|error| usage(format!("[search] engines: {error}")))?;
    let most = section.max_query_length.unwrap_or(LONGEST_QUERY);
    if !(1..=LONGEST_QUERY).contains(&most) {
        let why = format!("[search] max_query_length is 1 to {LONGEST_QUERY}");
        return Err(usage(why));
    }
    Ok(engines
        .at_most(most)
        .marked(section.loop_param.clone())
        .in_mode(match section.mode {
            Mode::Direct => EngineMode::Direct,
            Mode::RedirectDefault => EngineMode::RedirectDefault,
        }))
}

/// The search that is meant; none unless there is a key, or a server that may need none.
pub(super) fn search(
    section: &SearchSection,
    environment: Environment<'_>,
) -> Result<Option<TavilyConfig>> {
    let base_url = environment("SCREEN_AGENT_SEARCH_URL").or_else(|| section.base_url.clone());
    let key = secret(environment, &["TAVILY_API_KEY"], section.key_file.as_ref())?;
    if base_url.is_none() && key.is_none() {
        return Ok(None);
    }
    let base_url = base_url.unwrap_or_else(|| TAVILY.into());
    address(&base_url, key.as_ref())
        .map_err(|error| usage(format!("the web search's address: {error}")))?;
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
    fn engines_are_those_that_are_named() -> Result<()> {
        let named = |written: &str| -> Result<Engines> { engines(&toml::from_str(written)?) };
        assert_eq!(named("")?.names(), ENGINES);
        assert!(named("engines = []")?.names().is_empty());
        let own = "engines = ['custom']\ncustom_template = 'https://find.example/?q={query}'\nmode = 'redirect-default'\nmax_query_length = 3\nloop_param = 'from'";
        let address = named(own)?.address("tea pot", Some("google"));
        let expected = (
            "custom".to_owned(),
            "https://find.example/?q=tea&from=1".to_owned(),
        );
        assert_eq!(address, Some(expected));
        for wrong in [
            "engines = ['lycos']",
            "engines = ['custom']",
            "engines = ['custom']\ncustom_template = 'javascript:{query}'",
            "max_query_length = 0",
            "mode = 'sideways'",
        ] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
        Ok(())
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
