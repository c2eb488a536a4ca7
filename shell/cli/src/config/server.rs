//! `[server]`: which names it answers to, and whose word it takes. `[sign_in]`: how long one lasts.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use ipnet::IpNet;
use serde::de::{Deserialize, Deserializer, Error};

/// `[sign_in]`.
#[derive(Clone, Copy, Debug, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SignInTerms {
    lifetime_days: Option<NonZeroU32>,
    idle_days: Option<NonZeroU32>,
}

impl SignInTerms {
    /// How long one lasts, however much it is used.
    pub fn lifetime(self) -> Duration {
        days(self.lifetime_days, 30)
    }

    /// How long one lasts without being used.
    pub fn idle(self) -> Duration {
        days(self.idle_days, 7)
    }
}

fn days(written: Option<NonZeroU32>, usual: u64) -> Duration {
    let days = written.map_or(usual, |days| u64::from(days.get()));
    Duration::from_secs(days * 24 * 60 * 60)
}

/// `[server]`: how the server is reached.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reached {
    /// Names besides `localhost` that it answers to on a loopback address.
    #[serde(deserialize_with = "names")]
    pub hosts: Vec<String>,
    /// Proxies whose word on whom they speak for is taken.
    #[serde(deserialize_with = "networks")]
    pub trusted_proxies: Vec<IpNet>,
    notice_seconds: u64,
}

impl Reached {
    /// How long a stop is announced before no more connections are taken.
    pub fn notice(&self) -> Duration {
        Duration::from_secs(self.notice_seconds)
    }
}

fn names<'de, D: Deserializer<'de>>(written: D) -> Result<Vec<String>, D::Error> {
    let hosts = Vec::<String>::deserialize(written)?;
    hosts
        .iter()
        .map(|host| name(host).map_err(D::Error::custom))
        .collect()
}

fn networks<'de, D: Deserializer<'de>>(written: D) -> Result<Vec<IpNet>, D::Error> {
    let proxies = Vec::<String>::deserialize(written)?;
    proxies
        .iter()
        .map(|text| network(text).map_err(D::Error::custom))
        .collect()
}

/// A name without scheme and port, as the `Host` header has it.
fn name(host: &str) -> Result<String, String> {
    if !super::is_name(host) {
        return Err(format!(
            "hosts in [server]: {host:?} is not a name such as agent.example.org"
        ));
    }
    Ok(host.to_ascii_lowercase())
}

/// An address, or a network such as `10.0.0.0/8`.
fn network(text: &str) -> Result<IpNet, String> {
    let alone = || text.parse::<IpAddr>().map(IpNet::from).ok();
    text.parse().ok().or_else(alone).ok_or_else(|| {
        format!("trusted_proxies in [server]: {text:?} is neither an address nor a network such as 10.0.0.0/8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(hosts: &[&str], proxies: &[&str]) -> Result<Reached, toml::de::Error> {
        toml::from_str(&format!("hosts = {hosts:?}\ntrusted_proxies = {proxies:?}"))
    }

    #[test]
    fn a_sign_in_lasts_at_least_a_day() -> Result<(), toml::de::Error> {
        let usual: SignInTerms = toml::from_str("idle_days = 1")?;
        assert_eq!(usual.lifetime(), usual.idle() * 30);
        assert!(toml::from_str::<SignInTerms>("lifetime_days = 0").is_err());
        assert!(toml::from_str::<SignInTerms>("idle_days = 0").is_err());
        Ok(())
    }

    #[test]
    fn names_and_networks_are_read_and_nothing_else() -> Result<(), toml::de::Error> {
        let meant = reached(&["Agent.example.org"], &["127.0.0.1", "::1", "10.0.0.0/8"])?;
        assert_eq!(meant.hosts, ["agent.example.org"]);
        let networks: Vec<String> = meant.trusted_proxies.iter().map(IpNet::to_string).collect();
        assert_eq!(networks, ["127.0.0.1/32", "::1/128", "10.0.0.0/8"]);
        for host in ["", "https://a.example", "a.example:80", "*", "a/b"] {
            assert!(reached(&[host], &[]).is_err(), "{host}");
        }
        for proxy in ["", "proxy.example", "10.0.0.0/33", "10.0.0"] {
            assert!(reached(&[], &[proxy]).is_err(), "{proxy}");
        }
        Ok(())
    }
}
