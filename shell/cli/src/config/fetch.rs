//! What may be fetched.

use anyhow::Result;
use screen_agent_adapters::FetchConfig;
use serde::Deserialize;

use crate::exit::UsageError;

/// `[fetch]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FetchSection {
    private_hosts: Vec<String>,
}

/// What is meant: the public web, and the private hosts that are named one by one.
pub(super) fn fetch(section: &FetchSection) -> Result<FetchConfig> {
    let hosts = section.private_hosts.iter().map(|host| {
        host.parse()
            .map_err(|error| UsageError(format!("[fetch] private_hosts: {host:?}: {error}")))
    });
    Ok(FetchConfig {
        private_hosts: hosts.collect::<Result<_, _>>()?,
        ..FetchConfig::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_hosts_are_named_one_by_one() -> Result<()> {
        assert!(fetch(&FetchSection::default())?.private_hosts.is_empty());
        let named = |host: &str| FetchSection {
            private_hosts: vec![host.to_owned()],
        };
        assert_eq!(fetch(&named("127.0.0.1:8080"))?.private_hosts.len(), 1);
        for host in ["*", "10.0.0.0/8", "wiki.lan", "http://wiki.lan:80"] {
            assert!(fetch(&named(host)).is_err(), "{host}");
        }
        Ok(())
    }
}
