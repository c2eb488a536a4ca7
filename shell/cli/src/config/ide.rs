//! `[ide]`: how requests of IDEs are answered, and who may ask.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use screen_agent_ide::capabilities::DEV_FLAGS;
use screen_agent_server::{IdeAccess, IdeMeans, JwtKeys, JwtMeans, SharedSecret, SignedMeans};
use screen_agent_wire::ide::request::DevFlags;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::Environment;
use crate::exit::usage;

/// Fewest letters of a secret that signs: as many bytes as the hash has.
const SECRET: usize = 32;

/// `[ide]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IdeConfig {
    rest_hosts: Vec<String>,
    strict_keywords: bool,
    strict_requires: bool,
    strict_preconditions: bool,
    strict_idempotency: bool,
    dev_flags: bool,
    cors_origins: Vec<String>,
    registry_editors: Vec<String>,
    registry_ttl_seconds: Option<u32>,
    jwt: JwtSection,
    signature: SignatureSection,
}

/// `[ide.jwt]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct JwtSection {
    secret_file: Option<PathBuf>,
    jwks_file: Option<PathBuf>,
    issuer: Option<String>,
    audience: Option<String>,
}

/// `[ide.signature]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SignatureSection {
    secret_file: Option<PathBuf>,
    required: bool,
    skew_seconds: Option<u32>,
}

impl IdeConfig {
    /// What is meant, with what the environment says of flags for tests.
    pub(crate) fn means(&self, environment: Environment<'_>) -> Result<IdeMeans> {
        let flags = self.dev_flags.then(|| flags(environment)).transpose()?;
        if flags.is_none()
            && let Some((name, _)) = said(environment).next()
        {
            return Err(usage(format!(
                "{name} is for tests: [ide] dev_flags is off"
            )));
        }
        Ok(IdeMeans {
            hosts: self.rest_hosts.clone(),
            strict_keywords: self.strict_keywords,
            strict_requires: self.strict_requires,
            strict_preconditions: self.strict_preconditions,
            strict_idempotency: self.strict_idempotency,
            dev_flags: flags,
        })
    }

    /// Who may ask; `public` where others than this machine reach the server.
    pub fn access(&self, public: bool) -> Result<IdeAccess> {
        if self.dev_flags && public {
            let why = "[ide] dev_flags is for tests: a server that others reach does not heed them";
            return Err(usage(why));
        }
        let (jwt, signature) = (&self.jwt, &self.signature);
        let keys = jwt.jwks_file.as_ref().map(|path| -> Result<JwtKeys> {
            let shown = path.display();
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("cannot read the keys in {shown}"))?;
            JwtKeys::read(&text).map_err(|fault| usage(format!("[ide.jwt] jwks_file: {fault}")))
        });
        let (keys, secret) = (keys.transpose()?, secret(jwt.secret_file.as_ref())?);
        let takes_tokens = keys.is_some() || secret.is_some();
        if !takes_tokens && (jwt.issuer.is_some() || jwt.audience.is_some()) {
            return Err(usage("[ide.jwt] has neither secret_file nor jwks_file"));
        }
        let shared = self::secret(signature.secret_file.as_ref())?;
        if shared.is_none() && signature.required {
            return Err(usage("[ide.signature] required without secret_file"));
        }
        let skew = signature.skew_seconds.unwrap_or(300);
        let ttl = self.registry_ttl_seconds.unwrap_or(60);
        Ok(IdeAccess {
            jwt: takes_tokens.then(|| JwtMeans {
                secret,
                keys: keys.unwrap_or_default(),
                issuer: jwt.issuer.clone(),
                audience: jwt.audience.clone(),
            }),
            signed: shared.map(|secret| SignedMeans {
                secret,
                required: signature.required,
                skew_ms: i64::from(skew) * 1_000,
            }),
            origins: self.cors_origins.clone(),
            registry_editors: self
                .registry_editors
                .iter()
                .map(|email| email.to_lowercase())
                .collect(),
            registry_ttl_ms: i64::from(ttl) * 1_000,
        })
    }
}

/// What the environment says of flags for tests, each under its name in capitals.
fn said(
    environment: Environment<'_>,
) -> impl Iterator<Item = (String, (&'static str, &'static str, String))> {
    DEV_FLAGS.into_iter().filter_map(move |(flag, kind)| {
        let name = flag.to_uppercase();
        let value = environment(&name)?;
        Some((name, (flag, kind, value)))
    })
}

/// The same as a request would say it.
fn flags(environment: Environment<'_>) -> Result<DevFlags> {
    let mut flags = Map::new();
    for (name, (flag, kind, value)) in said(environment) {
        let value = match (kind, value.as_str()) {
            ("boolean", "1") => Value::Bool(true),
            ("boolean", "0") => Value::Bool(false),
            (_, value) => serde_json::from_str(value).unwrap_or_default(),
        };
        flags.insert(flag.to_owned(), value);
        let read = serde_json::from_value::<DevFlags>(Value::Object(flags.clone()));
        if read.is_err() || flags[flag].is_null() {
            return Err(usage(format!("{name} has to be a {kind}")));
        }
    }
    Ok(serde_json::from_value(Value::Object(flags))?)
}

/// The secret in a file.
fn secret(file: Option<&PathBuf>) -> Result<Option<SharedSecret>> {
    let Some(path) = file else {
        return Ok(None);
    };
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the secret in {shown}"))?;
    match text.trim() {
        short if short.len() < SECRET => Err(usage(format!(
            "the secret in {shown} has fewer than {SECRET} letters"
        ))),
        text => Ok(Some(SharedSecret::new(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(written: &str, pairs: &[(&str, &str)]) -> Result<IdeMeans> {
        let config: IdeConfig = toml::from_str(written)?;
        config.means(&|name| {
            let pair = pairs.iter().find(|(known, _)| *known == name);
            pair.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_says_flags_for_tests_where_those_are_heeded() -> Result<()> {
        let on = "dev_flags = true";
        let queued = ("DEV_QUEUE_SIM", "1");
        let later = ("DEV_HANDOFF_AFTER_MS", "20");
        let flags = DevFlags {
            dev_queue_sim: Some(true),
            dev_handoff_after_ms: Some(20),
            ..DevFlags::default()
        };
        assert_eq!(found(on, &[queued, later])?.dev_flags, Some(flags));
        assert_eq!(found(on, &[])?.dev_flags, Some(DevFlags::default()));
        assert_eq!(found("", &[])?.dev_flags, None);
        for wrong in [
            ("DEV_QUEUE_SIM", "2"),
            ("DEV_ABORT_AFTER_MS", "soon"),
            ("DEV_TOTAL_NODES", "-1"),
        ] {
            assert!(found(on, &[wrong]).is_err(), "{wrong:?}");
        }
        Ok(())
    }

    #[test]
    fn no_flag_for_tests_is_heeded_in_production() -> Result<()> {
        for (flag, kind) in DEV_FLAGS {
            let value = if kind == "boolean" { "0" } else { "7" };
            let set = (&*flag.to_uppercase(), value);
            let refused = found("", &[set]).unwrap_err().to_string();
            assert!(refused.contains(set.0), "{refused}");
        }
        let config: IdeConfig = toml::from_str("dev_flags = true")?;
        assert!(config.access(true).is_err());
        assert!(config.access(false).is_ok());
        Ok(())
    }
}
