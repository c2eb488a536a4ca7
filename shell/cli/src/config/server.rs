//! `[server]`: which names it answers to, and whose word it takes. `[sign_in]`: how long one lasts.

use std::net::IpAddr;
use std::time::Duration;

use ipnet::IpNet;
use serde::Deserialize;

use crate::exit::UsageError;

/// `[server]`, as written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ServerSection {
    hosts: Vec<String>,
    trusted_proxies: Vec<String>,
}

/// `[sign_in]`, as written.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SignInSection {
    lifetime_days: Option<u32>,
    idle_days: Option<u32>,
}

/// How long a sign-in lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignInTerms {
    /// However much it is used.
    pub lifetime: Duration,
    /// Without being used.
    pub idle: Duration,
}

/// What is meant.
pub(super) fn terms(section: SignInSection) -> Result<SignInTerms, UsageError> {
    let days = |name: &str, written: Option<u32>, usual: u32| match written.unwrap_or(usual) {
        0 => Err(UsageError(format!("{name} in [sign_in] is at least 1"))),
        days => Ok(Duration::from_secs(u64::from(days) * 24 * 60 * 60)),
    };
    Ok(SignInTerms {
        lifetime: days("lifetime_days", section.lifetime_days, 30)?,
        idle: days("idle_days", section.idle_days, 7)?,
    })
}

/// How the server is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Names besides `localhost` that it answers to on a loopback address.
    pub hosts: Vec<String>,
    /// Proxies whose word on whom they speak for is taken.
    pub trusted_proxies: Vec<IpNet>,
}

/// What is meant.
pub(super) fn reached(section: &ServerSection) -> Result<Reached, UsageError> {
    Ok(Reached {
        hosts: section.hosts.iter().map(name).collect::<Result<_, _>>()?,
        trusted_proxies: section
            .trusted_proxies
            .iter()
            .map(network)
            .collect::<Result<_, _>>()?,
    })
}

/// A name without scheme and port, as the `Host` header has it.
fn name(host: &String) -> Result<String, UsageError> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    if host.is_empty() || !host.bytes().all(plain) {
        return Err(UsageError(format!(
            "hosts in [server]: {host:?} is not a name such as agent.example.org"
        )));
    }
    Ok(host.to_ascii_lowercase())
}

/// An address, or a network such as `10.0.0.0/8`.
fn network(text: &String) -> Result<IpNet, UsageError> {
    let alone = || text.parse::<IpAddr>().map(IpNet::from).ok();
    text.parse().ok().or_else(alone).ok_or_else(|| {
        UsageError(format!(
            "trusted_proxies in [server]: {text:?} is neither an address nor a network such as 10.0.0.0/8"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(hosts: &[&str], proxies: &[&str]) -> Result<Reached, UsageError> {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        reached(&ServerSection {
            hosts: owned(hosts),
            trusted_proxies: owned(proxies),
        })
    }

    #[test]
    fn a_sign_in_lasts_at_least_a_day() -> Result<(), UsageError> {
        let section = |lifetime_days, idle_days| SignInSection {
            lifetime_days,
            idle_days,
        };
        let usual = terms(section(None, Some(1)))?;
        assert_eq!(usual.lifetime, usual.idle * 30);
        assert!(terms(section(Some(0), None)).is_err());
        assert!(terms(section(None, Some(0))).is_err());
        Ok(())
    }

    #[test]
    fn names_and_networks_are_read_and_nothing_else() -> Result<(), UsageError> {
        let meant = read(&["Agent.example.org"], &["127.0.0.1", "::1", "10.0.0.0/8"])?;
        assert_eq!(meant.hosts, ["agent.example.org"]);
        let networks: Vec<String> = meant.trusted_proxies.iter().map(IpNet::to_string).collect();
        assert_eq!(networks, ["127.0.0.1/32", "::1/128", "10.0.0.0/8"]);
        for host in ["", "https://a.example", "a.example:80", "*", "a/b"] {
            assert!(read(&[host], &[]).is_err(), "{host}");
        }
        for proxy in ["", "proxy.example", "10.0.0.0/33", "10.0.0"] {
            assert!(read(&[], &[proxy]).is_err(), "{proxy}");
        }
        Ok(())
    }
}
