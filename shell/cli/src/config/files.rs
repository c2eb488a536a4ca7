//! `files`: where the bytes of files are kept, where that is not the data folder.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use screen_agent_adapters::{SecretKey, address};
use screen_agent_files_s3::BucketConfig;
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
    let (bucket, prefix) = named(url).ok_or_else(|| {
        usage("files: expected s3://BUCKET or s3://BUCKET/PREFIX, and nothing else in it")
    })?;
    let endpoint = environment("AWS_ENDPOINT_URL").or(section.endpoint.clone());
    let endpoint = endpoint.map(|at| address(&at, None)).transpose();
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
    let seconds = section.timeout_seconds.unwrap_or(SECONDS).max(1);
    Ok(FilesPlace::Bucket(BucketConfig {
        bucket,
        prefix,
        endpoint: endpoint.context("files.endpoint")?,
        region: environment("AWS_REGION").or(section.region.clone()),
        key_id,
        key,
        token: environment("AWS_SESSION_TOKEN").map(SecretKey::new),
        patience: Duration::from_secs(seconds),
    }))
}

/// The bucket and the prefix that an address names.
fn named(url: &str) -> Option<(String, String)> {
    let rest = url.strip_prefix("s3://")?;
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
        assert_eq!(place.key.reveal(), "hunter2");
        assert_eq!(place.endpoint, None);
        let place = bucket(
            "[files]\nurl = 's3://b'\nendpoint = 'http://s3.lan:9000/'\nregion = 'eu'\ntimeout_seconds = 5",
        );
        assert_eq!(place.endpoint.as_deref(), Some("http://s3.lan:9000"));
        assert_eq!(place.region.as_deref(), Some("eu"));
        assert_eq!(place.patience, Duration::from_secs(5));
        assert!(!format!("{place:?}").contains("hunter2"));
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
