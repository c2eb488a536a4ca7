//! Services that may be invoked.

use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::Result;
use screen_agent_adapters::hook::hook_address;
use screen_agent_adapters::{HookConfig, SecretKey};
use serde::Deserialize;

use super::{Environment, is_name};
use crate::exit::usage;

/// Longest name of a service or an operation.
const NAME: usize = 64;
/// A shorter secret could be guessed.
const SECRET: usize = 16;

/// One of `[[integrations]]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IntegrationSection {
    name: String,
    url: String,
    secret_file: Option<PathBuf>,
    secret_env: Option<String>,
    operations: Vec<String>,
}

/// The services that are meant.
pub(super) fn integrations(
    sections: &[IntegrationSection],
    environment: Environment<'_>,
) -> Result<Vec<HookConfig>> {
    let mut names = HashSet::new();
    let mut configs = Vec::with_capacity(sections.len());
    for section in sections {
        if !names.insert(section.name.as_str()) {
            return Err(wrong(section, "there are two of this name"));
        }
        configs.push(integration(section, environment)?);
    }
    Ok(configs)
}

fn integration(section: &IntegrationSection, environment: Environment<'_>) -> Result<HookConfig> {
    if !is_named(&section.name) {
        return Err(wrong(
            section,
            "a name is letters, digits, '.', '-' and '_'",
        ));
    }
    if section.operations.is_empty() || !section.operations.iter().all(|one| is_named(one)) {
        return Err(wrong(
            section,
            "name the operations that it may be asked for",
        ));
    }
    hook_address(&section.url).map_err(|_| {
        wrong(
            section,
            "its url is https, or http on this machine, without a user name or password",
        )
    })?;
    Ok(HookConfig {
        operations: section.operations.clone(),
        ..HookConfig::new(&section.name, &section.url, secret(section, environment)?)
    })
}

fn secret(section: &IntegrationSection, environment: Environment<'_>) -> Result<SecretKey> {
    let found = match (&section.secret_env, &section.secret_file) {
        (Some(name), None) => super::secret(environment, &[name], None)?,
        (None, file @ Some(_)) => super::secret(environment, &[], file.as_ref())?,
        _ => None,
    };
    found
        .filter(|secret| secret.reveal().len() >= SECRET)
        .ok_or_else(|| {
            wrong(
                section,
                "name one secret_file or one secret_env that holds at least 16 letters",
            )
        })
}

fn is_named(name: &str) -> bool {
    is_name(name) && name.len() <= NAME
}

fn wrong(section: &IntegrationSection, why: &str) -> anyhow::Error {
    usage(format!("[[integrations]] {:?}: {why}", section.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(written: &str) -> Result<Vec<HookConfig>> {
        #[derive(Deserialize)]
        struct File {
            integrations: Vec<IntegrationSection>,
        }
        let file: File = toml::from_str(written)?;
        let environment = |name: &str| (name == "HOOK").then(|| "a-long-enough-secret".to_owned());
        integrations(&file.integrations, &environment)
    }

    const GOOD: &str = "[[integrations]]\nname = 'notes'\nurl = 'https://hooks.example/x'\n\
        secret_env = 'HOOK'\noperations = ['create']\n";

    #[test]
    fn a_service_is_named_whole() -> Result<()> {
        let configs = found(GOOD)?;
        assert_eq!(configs.len(), 1);
        assert_eq!(configs[0].name, "notes");
        assert_eq!(configs[0].operations, ["create"]);
        assert!(!format!("{configs:?}").contains("long-enough"));
        Ok(())
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for (good, bad) in [
            ("https://hooks.example/x", "http://hooks.example/x"),
            ("https://hooks.example/x", "https://me:word@hooks.example/x"),
            ("'HOOK'", "'NONE'"),
            ("['create']", "[]"),
            ("['create']", "['cre ate']"),
            ("'notes'", "'no tes'"),
            ("secret_env = 'HOOK'\n", ""),
        ] {
            assert!(found(&GOOD.replace(good, bad)).is_err(), "{bad}");
        }
        assert!(found(&format!("{GOOD}{GOOD}")).is_err());
    }
}
