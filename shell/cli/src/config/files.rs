//! `files`: where the bytes of files are kept, where that is not the data folder.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use screen_agent_adapters::{SecretKey, address};
use screen_agent_bucket::{BucketAccess, BucketConfig, S3Access};
use serde::Deserialize;

use super::{Environment, secret};
use crate::exit::usage;

/// How long is waited for a step, unless told otherwise.
const SECONDS: u64 = 30;

/// `files = "ADDRESS"`, or `[files]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FilesSection {
    url: Option<String>,
    endpoint: Option<String>,
    region: Option<String>,
    account: Option<String>,
    links: bool,
    key_id_file: Option<PathBuf>,
    key_file: Option<PathBuf>,
    timeout_seconds: Option<u64>,
}

impl From<String> for FilesSection {
    fn from(url: String) -> Self {
        Self {
            url: Some(url),
            ..Self::default()
        }
    }
}

/// Where the bytes of files are kept.
#[derive(Clone, Debug, Default)]
pub enum FilesPlace {
    /// In the data folder.
    #[default]
    Here,
    /// In a bucket.
    Bucket(BucketConfig),
}

/// What is meant.
pub(super) fn files(section: &FilesSection, environment: Environment<'_>) -> Result<FilesPlace> {
    let typed = environment("SCREEN_AGENT_FILES");
    let Some(url) = typed.as_ref().or(section.url.as_ref()) else {
        return Ok(FilesPlace::Here);
    };
    let named = ["s3://", "az://"].map(|scheme| url.strip_prefix(scheme).and_then(named));
    let (is_azure, (bucket, prefix)) = match named {
        [Some(named), _] => (false, named),
        [_, Some(named)] => (true, named),
        _ => {
            let expected = "files: expected s3://BUCKET or az://CONTAINER, /PREFIX behind it, and nothing else in it";
            return Err(usage(expected));
        }
    };
    let (endpoint, access) = match is_azure {
        true => (None, azure(section, environment)?),
        false => (
            environment("AWS_ENDPOINT_URL"),
            BucketAccess::S3(s3(section, environment)?),
        ),
    };
    if is_azure && section.links {
        return Err(usage(
            "files.links: only buckets of S3's protocol sign links",
        ));
    }
    let endpoint = endpoint.or(section.endpoint.clone());
    let endpoint = endpoint.map(|at| address(&at, None)).transpose();
    let seconds = section.timeout_seconds.unwrap_or(SECONDS).max(1);
    Ok(FilesPlace::Bucket(BucketConfig {
        bucket,
        prefix,
        endpoint: endpoint.context("files.endpoint")?,
        access,
        links: section.links,
        patience: Duration::from_secs(seconds),
    }))
}

fn azure(section: &FilesSection, environment: Environment<'_>) -> Result<BucketAccess> {
    let account = environment("AZURE_STORAGE_ACCOUNT_NAME").or(section.account.clone());
    let key = secret(
        environment,
        &["AZURE_STORAGE_ACCOUNT_KEY"],
        section.key_file.as_ref(),
    )?;
    let (Some(account), Some(key)) = (account, key) else {
        let missing = "files: a container needs an account and its key: AZURE_STORAGE_ACCOUNT_NAME and AZURE_STORAGE_ACCOUNT_KEY, or account and key_file";
        return Err(usage(missing));
    };
    Ok(BucketAccess::Azure { account, key })
}

fn s3(section: &FilesSection, environment: Environment<'_>) -> Result<S3Access> {
    let key_id = secret(
        environment,
        &["AWS_ACCESS_KEY_ID"],
        section.key_id_file.as_ref(),
    )?;
    let key = secret(
        environment,
        &["AWS_SECRET_ACCESS_KEY"],
        section.key_file.as_ref(),
    )?;
    let (Some(key_id), Some(key)) = (key_id, key) else {
        let missing = "files: a bucket needs a key: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or key_id_file and key_file";
        return Err(usage(missing));
    };
    Ok(S3Access {
        region: environment("AWS_REGION").or(section.region.clone()),
        key_id,
        key,
        token: environment("AWS_SESSION_TOKEN").map(SecretKey::new),
    })
}

/// The bucket and the prefix that an address names behind its scheme.
fn named(rest: &str) -> Option<(String, String)> {
    let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    let plain = |name: &str| {
        let good = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        !name.is_empty() && name != "." && name != ".." && name.bytes().all(good)
    };
    let prefix = prefix.trim_end_matches('/');
    let fits = prefix.is_empty() || prefix.split('/').all(plain);
    (plain(bucket) && fits).then(|| (bucket.to_owned(), prefix.to_owned()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct File {
        #[serde(deserialize_with = "super::super::address_or_table")]
        files: FilesSection,
    }

    fn keys(name: &str) -> Option<String> {
        let keys = [
            ("AWS_ACCESS_KEY_ID", "AKIA"),
            ("AWS_SECRET_ACCESS_KEY", "hunter2"),
        ];
        let found = keys.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| (*value).to_owned())
    }

    fn meant(text: &str, environment: Environment<'_>) -> Result<FilesPlace> {
        let file: File = toml::from_str(text)?;
        files(&file.files, environment)
    }

    #[test]
    fn files_are_an_address_or_a_table() {
        let bucket = |text: &str| match meant(text, &keys).unwrap() {
            FilesPlace::Bucket(place) => place,
            FilesPlace::Here => panic!("no bucket"),
        };
        let place = bucket("files = 's3://my-bucket/some/where/'");
        assert_eq!(
            (&*place.bucket, &*place.prefix),
            ("my-bucket", "some/where")
        );
        let access = |place: &BucketConfig| match &place.access {
            BucketAccess::S3(access) => access.clone(),
            BucketAccess::Azure { .. } => panic!("Azure's"),
        };
        assert_eq!(access(&place).key.reveal(), "hunter2");
        assert_eq!((place.endpoint.as_deref(), place.links), (None, false));
        let place = bucket(
            "[files]\nurl = 's3://b'\nendpoint = 'http://s3.lan:9000/'\nregion = 'eu'\nlinks = true\ntimeout_seconds = 5",
        );
        assert_eq!(place.endpoint.as_deref(), Some("http://s3.lan:9000"));
        assert_eq!(access(&place).region.as_deref(), Some("eu"));
        assert!(place.links);
        assert_eq!(place.patience, Duration::from_secs(5));
        assert!(!format!("{place:?}").contains("hunter2"));
        let azure = |name: &str| (name == "AZURE_STORAGE_ACCOUNT_KEY").then(|| "hunter2".into());
        let text = "[files]\nurl = 'az://files/ours'\naccount = 'team'";
        let FilesPlace::Bucket(place) = meant(text, &azure).unwrap() else {
            panic!("no container");
        };
        assert_eq!((&*place.bucket, &*place.prefix), ("files", "ours"));
        assert!(matches!(&place.access, BucketAccess::Azure { account, .. } if account == "team"));
        assert!(!format!("{place:?}").contains("hunter2"));
        assert!(meant(&format!("{text}\nlinks = true"), &azure).is_err());
        assert!(meant("files = 'az://files'", &azure).is_err());
    }

    #[test]
    fn a_bucket_needs_a_name_a_server_and_a_key() {
        for text in [
            "files = 'b'",
            "files = 's3://'",
            "files = 's3://b/../c'",
            "files = 's3://b//c'",
            "files = 's3://key:secret@b'",
            "files = 'gs://b'",
            "[files]\nurl = 's3://b'\nendpoint = 's3.lan'",
            "[files]\nurl = 's3://b'\nkey = 'hunter2'",
        ] {
            assert!(meant(text, &keys).is_err(), "{text}");
        }
        assert!(meant("files = 's3://b'", &|_| None).is_err());
        let here = meant("[files]\nregion = 'eu'", &|_| None).unwrap();
        assert!(matches!(here, FilesPlace::Here));
    }
}
