//! The network that browsers of a worker are on: whoever submits a run names where it goes, and is not whoever runs the
//! worker. So what lies inside is reached only where the worker's own settings name it.

use std::collections::HashSet;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use screen_agent_action::origin::is_private;
use screen_agent_adapters::PrivateHost;
use screen_agent_browser::{Network, System};
use tokio::net::TcpStream;
use url::Host;

/// The public web, and the private hosts that are named.
#[derive(Debug)]
pub(super) struct Outside {
    named: Vec<PrivateHost>,
    /// What named hosts mean.
    found: Mutex<HashSet<SocketAddr>>,
}

impl Outside {
    pub(super) fn new(named: Vec<PrivateHost>) -> Self {
        Self {
            named,
            found: Mutex::default(),
        }
    }

    fn is_named(&self, host: &str, port: u16) -> bool {
        self.named.iter().any(|named| named.is(host, port))
    }

    fn admits(&self, to: SocketAddr) -> bool {
        let host = match to.ip() {
            IpAddr::V4(ip) => Host::Ipv4(ip),
            IpAddr::V6(ip) => Host::Ipv6(ip),
        };
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        !is_private(&host) || found.contains(&to) || self.is_named(&host.to_string(), to.port())
    }
}

#[async_trait]
impl Network for Outside {
    async fn lookup(&self, name: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let found = System.lookup(name, port).await?;
        if self.is_named(name, port) {
            let mut known = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            known.extend(&found);
        }
        Ok(found)
    }

    async fn connect(&self, to: SocketAddr) -> io::Result<TcpStream> {
        match self.admits(to) {
            true => System.connect(to).await,
            false => Err(io::ErrorKind::PermissionDenied.into()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_inside_is_reached_where_the_settings_name_it() {
        let outside = Outside::new(vec!["127.0.0.1:8080".parse().unwrap()]);
        for (to, admitted) in [
            ("93.184.216.34:443", true),
            ("127.0.0.1:8080", true),
            ("127.0.0.1:8081", false),
            ("10.0.0.1:80", false),
            ("169.254.169.254:80", false),
            ("[::1]:8080", false),
            ("[::ffff:10.0.0.1]:80", false),
        ] {
            assert_eq!(outside.admits(to.parse().unwrap()), admitted, "{to}");
        }
    }

    #[tokio::test]
    async fn a_name_is_what_it_means_where_it_is_named() {
        let outside = Outside::new(vec!["localhost:8080".parse().unwrap()]);
        let [named, other] = [8080, 8081];
        for port in [named, other] {
            let found = outside.lookup("localhost", port).await.unwrap();
            assert_eq!(outside.admits(found[0]), port == named, "{port}");
        }
    }
}
