//! `store`: which database, where it is not the one in the data folder.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use screen_agent_adapters::SecretKey;
use serde::{Deserialize, Deserializer};

use super::{Environment, secret};
use crate::exit::usage;

/// How many connections, unless told otherwise.
const CONNECTIONS: u32 = 10;
/// How long is waited, unless told otherwise.
const SECONDS: u64 = 30;

/// An address, which may hold a password: it is shown to nobody.
#[derive(Clone, Debug)]
struct Address(SecretKey);

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        String::deserialize(text).map(|text| Self(SecretKey::new(text)))
    }
}

/// `store = "ADDRESS"`, or `[store]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct StoreSection {
    url: Option<Address>,
    replica: Option<Address>,
    password_file: Option<PathBuf>,
    key_file: Option<PathBuf>,
    connections: Option<u32>,
    timeout_seconds: Option<u64>,
}

impl From<String> for StoreSection {
    fn from(url: String) -> Self {
        Self {
            url: Some(Address(SecretKey::new(url))),
            ..Self::default()
        }
    }
}

/// Where everything is stored.
#[derive(Clone, Debug, Default)]
pub enum StorePlace {
    /// In the data folder.
    #[default]
    Here,
    /// In a file of SQLite's.
    Sqlite(PathBuf),
    /// On a PostgreSQL.
    Postgres(PostgresPlace),
}

/// A PostgreSQL, and how it is used.
#[derive(Clone, Debug)]
pub struct PostgresPlace {
    /// Its address.
    pub url: SecretKey,
    /// Where a copy of it is read.
    pub replica: Option<SecretKey>,
    /// The password, where it does not stand in the addresses.
    pub password: Option<SecretKey>,
    /// The file of the key that states are sealed with; in the data folder without.
    pub key_file: Option<PathBuf>,
    /// Most connections to each.
    pub connections: u32,
    /// How long a statement may take, or be waited for.
    pub patience: Duration,
}

/// What an address says by its first word.
pub(crate) fn place(address: &str) -> Result<StorePlace> {
    match address.split_once(':') {
        Some(("sqlite", file)) if !file.is_empty() => Ok(StorePlace::Sqlite(file.into())),
        Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => {
            Ok(StorePlace::Postgres(PostgresPlace {
                url: SecretKey::new(address),
                replica: None,
                password: None,
                key_file: None,
                connections: CONNECTIONS,
                patience: Duration::from_secs(SECONDS),
            }))
        }
        _ => Err(usage(
            "store: expected postgres://USER@HOST/DATABASE or sqlite:FILE".to_owned(),
        )),
    }
}

/// What is meant.
pub(super) fn store(table: &StoreSection, environment: Environment<'_>) -> Result<StorePlace> {
    let typed = environment("SCREEN_AGENT_STORE").map(SecretKey::new);
    let written = table.url.clone().map(|Address(url)| url);
    let password = secret(
        environment,
        &["SCREEN_AGENT_STORE_PASSWORD"],
        table.password_file.as_ref(),
    )?;
    let Some(url) = typed.or(written) else {
        return Ok(StorePlace::Here);
    };
    let StorePlace::Postgres(postgres) = place(url.reveal())? else {
        return place(url.reveal());
    };
    let connections = table.connections.unwrap_or(CONNECTIONS);
    if connections < 2 {
        return Err(usage("store.connections: at least 2 are needed".to_owned()));
    }
    Ok(StorePlace::Postgres(PostgresPlace {
        replica: table.replica.clone().map(|Address(url)| url),
        password,
        key_file: table.key_file.clone(),
        connections,
        patience: Duration::from_secs(table.timeout_seconds.unwrap_or(SECONDS).max(1)),
        ..postgres
    }))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct File {
        #[serde(deserialize_with = "super::super::address_or_table")]
        store: StoreSection,
    }

    fn meant(text: &str) -> Result<StorePlace> {
        let file: File = toml::from_str(text)?;
        store(&file.store, &|_| None)
    }

    #[test]
    fn a_store_is_an_address_or_a_table() {
        let StorePlace::Postgres(place) = meant("store = 'postgres://u:p@h/d'").unwrap() else {
            panic!("no PostgreSQL");
        };
        assert_eq!(place.url.reveal(), "postgres://u:p@h/d");
        assert_eq!(place.connections, CONNECTIONS);
        let table = "[store]\nurl = 'postgresql://h/d'\nreplica = 'postgres://r/d'\nconnections = 3\ntimeout_seconds = 5";
        let StorePlace::Postgres(place) = meant(table).unwrap() else {
            panic!("no PostgreSQL");
        };
        assert_eq!(place.replica.unwrap().reveal(), "postgres://r/d");
        assert_eq!(place.connections, 3);
        assert_eq!(place.patience, Duration::from_secs(5));
        assert!(matches!(
            meant("store = 'sqlite:/a/b.db'").unwrap(),
            StorePlace::Sqlite(file) if file.as_os_str() == "/a/b.db"
        ));
    }

    #[test]
    fn what_is_wrong_is_said_without_the_address() {
        for text in [
            "store = 'mysql://u:hunter2@h/d'",
            "[store]\nurl = 'postgres://u:hunter2@h/d'\nconnections = 1",
            "[store]\nurl = 'postgres://u:hunter2@h/d'\nwhat = 1",
        ] {
            let told = format!("{:?}", meant(text).unwrap_err());
            assert!(!told.lines().next().unwrap().contains("hunter2"), "{told}");
        }
        let shown = format!("{:?}", meant("store = 'postgres://u:hunter2@h/d'").unwrap());
        assert!(!shown.contains("hunter2"), "{shown}");
    }
}
