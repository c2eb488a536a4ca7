//! `[ide]`: how requests of IDEs are answered, and who may ask.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use screen_agent_server::{IdeAccess, IdeMeans, JwtKeys, JwtMeans, SharedSecret, SignedMeans};
use serde::Deserialize;

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
    /// What is meant.
    pub fn means(&self) -> IdeMeans {
        IdeMeans {
            hosts: self.rest_hosts.clone(),
            strict_keywords: self.strict_keywords,
            strict_requires: self.strict_requires,
            strict_preconditions: self.strict_preconditions,
            dev_flags: self.dev_flags,
        }
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
