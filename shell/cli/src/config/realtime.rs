//! Where listeners are told what happens, as it happens.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use screen_agent_adapters::{SecretKey, address};
use screen_agent_server::RealtimePlace;
use serde::Deserialize;

use super::{Environment, is_name, secret};
use crate::args::{RealtimeArgs, RealtimeMode};
use crate::exit::usage;

/// Names of the app at the hub in this process, unless others are given. Neither is a secret.
const APP_ID: &str = "screen-agent";
const KEY: &str = "screen-agent";
/// Most sockets of one address; an eighth of them may have shown no signature.
const PER_ADDRESS: usize = 256;
/// Most sockets at a time at the hub in this process.
const SOCKETS: usize = 20_000;

/// `[realtime]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RealtimeSection {
    mode: Option<RealtimeMode>,
    app_id: Option<String>,
    key: Option<String>,
    secret_file: Option<PathBuf>,
    sockets: Option<usize>,
    sockets_per_address: Option<usize>,
    cluster: Option<String>,
    host: Option<String>,
    port: Option<u16>,
    tls: Option<bool>,
    api_url: Option<String>,
}

/// What is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RealtimeConfig {
    /// Nobody is told.
    Off,
    /// A hub in this process.
    Embedded {
        /// The app's names.
        app: RealtimeApp,
        /// Its secret; one that is kept in the data folder without.
        secret: Option<SecretKey>,
        /// Most sockets at a time.
        sockets: usize,
        /// Most of one address.
        per_address: usize,
    },
    /// Another server.
    External {
        /// The app's names.
        app: RealtimeApp,
        /// Its secret.
        secret: SecretKey,
        /// Where we send events.
        api_url: String,
        /// Where clients listen.
        place: RealtimePlace,
    },
}

/// What an app goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RealtimeApp {
    /// In the HTTP API.
    pub id: String,
    /// Towards clients.
    pub key: String,
}

/// The live stream that is meant.
pub(super) fn realtime(
    typed: &RealtimeArgs,
    section: &RealtimeSection,
    environment: Environment<'_>,
) -> Result<RealtimeConfig> {
    let reader = Reader {
        section,
        environment,
    };
    match mode(typed, section, environment)? {
        RealtimeMode::Off => Ok(RealtimeConfig::Off),
        RealtimeMode::Embedded => reader.embedded(),
        RealtimeMode::External => reader.external(),
    }
}

fn mode(
    typed: &RealtimeArgs,
    section: &RealtimeSection,
    environment: Environment<'_>,
) -> Result<RealtimeMode> {
    if let Some(mode) = typed.realtime {
        return Ok(mode);
    }
    match environment("SCREEN_AGENT_REALTIME") {
        Some(word) => RealtimeMode::from_str(&word, false)
            .map_err(|_| usage("SCREEN_AGENT_REALTIME is off, embedded or external")),
        None => Ok(section.mode.unwrap_or_default()),
    }
}

/// Everything that has a say.
struct Reader<'a> {
    section: &'a RealtimeSection,
    environment: Environment<'a>,
}

impl Reader<'_> {
    fn embedded(&self) -> Result<RealtimeConfig> {
        let section = self.section;
        if section.cluster.is_some() || section.host.is_some() || section.api_url.is_some() {
            return Err(usage(
                "[realtime] names another server: say mode = \"external\" too",
            ));
        }
        let app = RealtimeApp {
            id: self.named("PUSHER_APP_ID", section.app_id.as_ref(), Some(APP_ID))?,
            key: self.named("PUSHER_KEY", section.key.as_ref(), Some(KEY))?,
        };
        Ok(RealtimeConfig::Embedded {
            app,
            secret: self.secret()?,
            sockets: section.sockets.unwrap_or(SOCKETS).max(1),
            per_address: section.sockets_per_address.unwrap_or(PER_ADDRESS).max(1),
        })
    }

    fn external(&self) -> Result<RealtimeConfig> {
        let section = self.section;
        let app = RealtimeApp {
            id: self.named("PUSHER_APP_ID", section.app_id.as_ref(), None)?,
            key: self.named("PUSHER_KEY", section.key.as_ref(), None)?,
        };
        let secret = self.secret()?.ok_or_else(|| {
            usage("a realtime server elsewhere needs a secret: PUSHER_SECRET, or secret_file in [realtime]")
        })?;
        let place = self.place()?;
        let api_url = section.api_url.clone().unwrap_or_else(|| api_of(&place));
        address(&api_url, None)
            .map_err(|error| usage(format!("the realtime server's address: {error}")))?;
        Ok(RealtimeConfig::External {
            app,
            secret,
            api_url,
            place,
        })
    }

    fn place(&self) -> Result<RealtimePlace> {
        let section = self.section;
        let own = |variable, written: Option<&String>| {
            (self.environment)(variable).or_else(|| written.cloned())
        };
        let host = own("PUSHER_HOST", section.host.as_ref());
        let cluster = own("PUSHER_CLUSTER", section.cluster.as_ref());
        match (host, cluster) {
            (Some(host), None) if is_name(&host) => {
                let tls = section.tls.unwrap_or(true);
                let usual = if tls { 443 } else { 80 };
                let port = section.port.unwrap_or(usual);
                Ok(RealtimePlace::Address { host, port, tls })
            }
            (None, Some(cluster)) if is_name(&cluster) => Ok(RealtimePlace::Cluster(cluster)),
            (None, None) | (Some(_), Some(_)) => Err(usage(
                "a realtime server elsewhere has either a host or a cluster, in [realtime]",
            )),
            (Some(_), None) | (None, Some(_)) => Err(usage(
                "the realtime server's host or cluster is a name, without https:// and port",
            )),
        }
    }

    fn named(
        &self,
        variable: &str,
        written: Option<&String>,
        usual: Option<&str>,
    ) -> Result<String> {
        (self.environment)(variable)
            .or_else(|| written.cloned())
            .or_else(|| usual.map(str::to_owned))
            .filter(|name| is_name(name))
            .ok_or_else(|| usage(format!("the realtime server needs {variable}, or app_id and key in [realtime], in letters, digits, dots, dashes and underscores")))
    }

    fn secret(&self) -> Result<Option<SecretKey>> {
        secret(
            self.environment,
            &["PUSHER_SECRET"],
            self.section.secret_file.as_ref(),
        )
    }
}

/// Where the HTTP API is, by custom.
fn api_of(place: &RealtimePlace) -> String {
    match place {
        RealtimePlace::Cluster(cluster) => format!("https://api-{cluster}.pusher.com"),
        RealtimePlace::Address { host, port, tls } => {
            let scheme = if *tls { "https" } else { "http" };
            format!("{scheme}://{host}:{port}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(
        typed: Option<RealtimeMode>,
        written: &str,
        pairs: &[(&str, &str)],
    ) -> Result<RealtimeConfig> {
        let environment = |name: &str| {
            let pair = pairs.iter().find(|(known, _)| *known == name);
            pair.map(|(_, value)| (*value).to_owned())
        };
        let typed = RealtimeArgs { realtime: typed };
        realtime(&typed, &toml::from_str(written)?, &environment)
    }

    #[test]
    fn a_hub_in_this_process_is_what_there_is_unless_told_otherwise() -> Result<()> {
        let usual = RealtimeConfig::Embedded {
            app: RealtimeApp {
                id: APP_ID.into(),
                key: KEY.into(),
            },
            secret: None,
            sockets: SOCKETS,
            per_address: PER_ADDRESS,
        };
        assert_eq!(found(None, "", &[])?, usual);
        let off = [("SCREEN_AGENT_REALTIME", "off")];
        assert_eq!(found(None, "", &off)?, RealtimeConfig::Off);
        assert_eq!(found(Some(RealtimeMode::Embedded), "", &off)?, usual);
        assert_eq!(found(None, "mode = 'off'", &[])?, RealtimeConfig::Off);
        assert!(found(None, "", &[("SCREEN_AGENT_REALTIME", "on")]).is_err());
        Ok(())
    }

    #[test]
    fn a_server_elsewhere_is_a_host_or_a_cluster_with_a_secret() -> Result<()> {
        let app = "mode = 'external'\napp_id = '7'\nkey = 'k'\n";
        let secret = ("PUSHER_SECRET", "s");
        let external = |api_url: &str, place| RealtimeConfig::External {
            app: RealtimeApp {
                id: "7".into(),
                key: "k".into(),
            },
            secret: SecretKey::new("s"),
            api_url: api_url.into(),
            place,
        };
        let cluster = RealtimePlace::Cluster("eu".into());
        assert_eq!(
            found(None, &format!("{app}cluster = 'eu'"), &[secret])?,
            external("https://api-eu.pusher.com", cluster)
        );
        let address = |port, tls| RealtimePlace::Address {
            host: "push.example".into(),
            port,
            tls,
        };
        assert_eq!(
            found(None, &format!("{app}host = 'push.example'"), &[secret])?,
            external("https://push.example:443", address(443, true))
        );
        let inside = format!(
            "{app}host = 'push.example'\nport = 6001\ntls = false\napi_url = 'http://10.0.0.2:6001'"
        );
        assert_eq!(
            found(None, &inside, &[secret])?,
            external("http://10.0.0.2:6001", address(6001, false))
        );
        for (written, pairs) in [
            (format!("{app}cluster = 'eu'"), &[][..]),
            (app.to_owned(), &[secret]),
            (format!("{app}cluster = 'eu'\nhost = 'a'"), &[secret]),
            (format!("{app}host = 'https://a'"), &[secret]),
            ("mode = 'external'\ncluster = 'eu'".to_owned(), &[secret]),
            ("cluster = 'eu'".to_owned(), &[secret]),
        ] {
            assert!(found(None, &written, pairs).is_err(), "{written}");
        }
        Ok(())
    }

    #[test]
    fn a_secret_is_never_shown() -> Result<()> {
        let config = found(None, "", &[("PUSHER_SECRET", "hidden-words")])?;
        assert!(!format!("{config:?}").contains("hidden-words"));
        Ok(())
    }
}
