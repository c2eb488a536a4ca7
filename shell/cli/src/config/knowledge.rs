//! Where an organisation's knowledge is kept, and what it is found by.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use screen_agent_adapters::{OutsideConfig, address};
use serde::Deserialize;

use super::{Environment, secret};
use crate::exit::usage;

/// `[knowledge]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct KnowledgeSection {
    editors: Vec<String>,
    bytes: Option<u64>,
    pages: Option<usize>,
    service_url: Option<String>,
    service_key_file: Option<PathBuf>,
    embeddings_url: Option<String>,
    embeddings_model: Option<String>,
    embeddings_key_file: Option<PathBuf>,
}

/// What is meant.
#[derive(Clone, Debug, Default)]
pub struct KnowledgeConfig {
    /// E-mails of those who keep it; everybody does without.
    pub editors: Vec<String>,
    /// Most bytes of a tenant's.
    pub bytes: Option<u64>,
    /// Most pages of a site.
    pub pages: Option<usize>,
    /// The service that keeps it in our stead.
    pub service: Option<OutsideConfig>,
    /// The model that makes vectors, and where it is.
    pub embeddings: Option<(OutsideConfig, String)>,
}

/// Longest wait for either.
const TIMEOUT: Duration = Duration::from_secs(10);

/// How knowledge is kept and found.
pub(super) fn knowledge(
    section: &KnowledgeSection,
    environment: Environment<'_>,
) -> Result<KnowledgeConfig> {
    let service =
        environment("KNOWLEDGE_EXTRACTION_API_URL").or_else(|| section.service_url.clone());
    let key = secret(
        environment,
        &["KNOWLEDGE_EXTRACTION_API_KEY"],
        section.service_key_file.as_ref(),
    )?;
    let service = service
        .map(|url| outside("the knowledge service's", url, key))
        .transpose()?;
    let url = environment("SCREEN_AGENT_EMBEDDINGS_URL").or_else(|| section.embeddings_url.clone());
    let model =
        environment("SCREEN_AGENT_EMBEDDINGS_MODEL").or_else(|| section.embeddings_model.clone());
    let key = secret(
        environment,
        &["SCREEN_AGENT_EMBEDDINGS_KEY"],
        section.embeddings_key_file.as_ref(),
    )?;
    let embeddings = match (url, model) {
        (Some(url), Some(model)) => Some((outside("the embeddings'", url, key)?, model)),
        (None, None) => None,
        (Some(_), None) | (None, Some(_)) => {
            return Err(usage(
                "[knowledge] names embeddings_url and embeddings_model together",
            ));
        }
    };
    let editors = section.editors.iter();
    Ok(KnowledgeConfig {
        editors: editors.map(|email| email.trim().to_lowercase()).collect(),
        bytes: section.bytes,
        pages: section.pages,
        service,
        embeddings,
    })
}

fn outside(
    whose: &str,
    base_url: String,
    key: Option<screen_agent_adapters::SecretKey>,
) -> Result<OutsideConfig> {
    address(&base_url, key.as_ref()).map_err(|error| usage(format!("{whose} address: {error}")))?;
    Ok(OutsideConfig {
        base_url,
        key,
        timeout: TIMEOUT,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(written: &str, pairs: &[(&str, &str)]) -> Result<KnowledgeConfig> {
        let environment = |name: &str| {
            let pair = pairs.iter().find(|(known, _)| *known == name);
            pair.map(|(_, value)| (*value).to_owned())
        };
        knowledge(&toml::from_str(written)?, &environment)
    }

    #[test]
    fn service_and_embeddings_are_set_up_by_their_addresses() -> Result<()> {
        let none = found("", &[])?;
        assert!(none.service.is_none() && none.embeddings.is_none() && none.editors.is_empty());
        let url = ("KNOWLEDGE_EXTRACTION_API_URL", "https://know.example/");
        let service = found("service_url = 'https://other.example'", &[url])?.service;
        assert_eq!(
            service.map(|service| service.base_url).as_deref(),
            Some("https://know.example/")
        );
        let both = "embeddings_url = 'http://127.0.0.1:9/v1'\nembeddings_model = 'm'\neditors = [' Ann@A.example ']";
        let config = found(both, &[])?;
        assert_eq!(
            config.embeddings.map(|(_, model)| model).as_deref(),
            Some("m")
        );
        assert_eq!(config.editors, ["ann@a.example"]);
        assert!(found("embeddings_model = 'm'", &[]).is_err());
        assert!(found("service_url = 'ftp://x'", &[]).is_err());
        assert!(found("servise_url = 'https://x.example'", &[]).is_err());
        Ok(())
    }
}
