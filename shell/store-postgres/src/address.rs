//! Where a database is, and how one is connected to it.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use postgres::config::SslMode;
use postgres::{Client, Config};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use screen_agent_store::{Peer, StoreError, Stored};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::store_error;

/// How long it may take to be connected.
const CONNECT: Duration = Duration::from_secs(10);
/// A database that does not acknowledge what was sent for so long is gone, though nothing says so.
const GONE: Duration = Duration::from_secs(30);
/// A connection over which nothing goes is tried after so long.
const SILENCE: Duration = Duration::from_secs(20);
/// Who this is, for operators that look at their database.
const NAME: &str = "screen-agent";
/// Modes that others know, which say what is always so here: whoever speaks TLS must prove who they are.
const VERIFIED: [&str; 2] = ["verify-full", "verify-ca"];

/// An address, as its URL has it. It is shown to nobody: it holds a password.
pub(crate) struct Address {
    config: Config,
    tls: MakeRustlsConnect,
    peer: Peer,
}

impl Address {
    /// Reads a URL. What is told of a bad one never holds the URL.
    pub(crate) fn read(url: &str, password: Option<&str>) -> Stored<Self> {
        let (place, options) = url.split_once('?').unwrap_or((url, ""));
        let mut roots = None;
        let mut kept = Vec::new();
        for option in options.split('&').filter(|option| !option.is_empty()) {
            match option.split_once('=') {
                Some(("sslrootcert", file)) => roots = Some(PathBuf::from(file)),
                Some(("sslmode", mode)) if VERIFIED.contains(&mode) => {
                    kept.push("sslmode=require".to_owned());
                }
                _ => kept.push(option.to_owned()),
            }
        }
        let mut config: Config = format!("{place}?{}", kept.join("&")).parse().map_err(|_| {
            bad("the address of the database is none: postgres://USER:PASSWORD@HOST/DATABASE")
        })?;
        if let Some(password) = password {
            config.password(password);
        }
        if config.get_user().is_none() {
            config.user(NAME);
        }
        config.connect_timeout(CONNECT).application_name(NAME);
        config.tcp_user_timeout(GONE).keepalives_idle(SILENCE);
        config
            .keepalives_interval(SILENCE / 3)
            .keepalives_retries(3);
        let tls = match config.get_ssl_mode() {
            // Nobody is asked to prove anything.
            SslMode::Disable => tls(RootCertStore::empty())?,
            _ => tls(trusted(roots.as_deref())?)?,
        };
        // Drawn as the library draws for its maps: another in each process, and for each address.
        let drawn = RandomState::new().build_hasher().finish().to_le_bytes();
        let peer = Peer(std::array::from_fn(|nth| drawn[nth]));
        Ok(Self { config, tls, peer })
    }

    /// What those who are connected by it are called, for others to tell them apart.
    pub(crate) fn peer(&self) -> Peer {
        self.peer
    }

    /// The same as text, for the schema, which tells of it.
    pub(crate) fn node(&self) -> String {
        format!("{:?}", self.peer.0)
    }

    /// Connects, in so much time and never longer than is usual. Blocks.
    pub(crate) fn connect(&self, within: Duration) -> Stored<Client> {
        let (config, tls) = (self.config.clone(), self.tls.clone());
        let (tell, told) = sync_channel(1);
        // The library's own time-out ends with the socket: who takes it and says nothing would be waited for for ever.
        std::thread::Builder::new()
            .name("store-connect".into())
            .spawn(move || drop(tell.send(config.connect(tls))))
            .map_err(|cause| StoreError::Unavailable(cause.into()))?;
        let connected = told.recv_timeout(within.min(CONNECT));
        let connected = connected.map_err(|_| {
            StoreError::TimedOut("the database takes a connection and says nothing".into())
        })?;
        connected.map_err(store_error)
    }
}

fn bad(why: &str) -> StoreError {
    StoreError::Unavailable(why.into())
}

/// Those who may say whose a certificate is: the file's, or those that the system trusts.
fn trusted(file: Option<&Path>) -> Stored<RootCertStore> {
    let mut roots = RootCertStore::empty();
    match file {
        Some(file) => {
            let unreadable = |_| bad("the file that sslrootcert names holds no certificates");
            for each in CertificateDer::pem_file_iter(file).map_err(unreadable)? {
                let added = roots.add(each.map_err(unreadable)?);
                added.map_err(|cause| StoreError::Unavailable(cause.into()))?;
            }
        }
        None => {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    Ok(roots)
}

fn tls(roots: RootCertStore) -> Stored<MakeRustlsConnect> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|cause| StoreError::Unavailable(cause.into()))?;
    let config = config.with_root_certificates(roots).with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_bad_address_holds_no_password() {
        for url in [
            "postgres://u:hunter2@h/d?port=x",
            "postgres://u:hunter2@h:99999999/d",
            "postgres://u:hunter2@h/d?unknown=1",
        ] {
            let told = Address::read(url, None).err().unwrap();
            assert!(!format!("{told:?}").contains("hunter2"), "{told:?}");
        }
    }

    #[test]
    fn addresses_are_read_as_others_read_them() {
        for url in [
            "postgres://u:p@h/d",
            "postgresql://u@h:5433/d?sslmode=verify-full",
            "postgres:///d?host=/run/postgresql",
            "postgres://h/d?sslmode=disable&connect_timeout=3",
        ] {
            assert!(Address::read(url, None).is_ok(), "{url}");
        }
        let told = Address::read("postgres://h/d?sslrootcert=/nowhere.pem", None)
            .err()
            .unwrap();
        assert!(matches!(told, StoreError::Unavailable(_)));
    }
}
