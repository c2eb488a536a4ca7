//! The network that browsers of a worker are on: whoever submits a run names where it goes, and is not whoever runs the
//! worker. So what lies inside is reached only where the worker's own settings name it.

use std::io;
use std::net::{IpAddr, SocketAddr};

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
}

impl Outside {
    pub(super) fn new(named: Vec<PrivateHost>) -> Self {
        Self { named }
    }

    /// What lies inside is reached by the name that the settings name, and by no other that means the same.
    fn admits(&self, host: &str, to: SocketAddr) -> bool {
        let ip = match to.ip() {
            IpAddr::V4(ip) => Host::Ipv4(ip),
            IpAddr::V6(ip) => Host::Ipv6(ip),
        };
        !is_private(&ip) || self.named.iter().any(|named| named.is(host, to.port()))
    }
}

#[async_trait]
impl Network for Outside {
    async fn lookup(&self, name: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        System.lookup(name, port).await
    }

    async fn connect(&self, host: &str, to: SocketAddr) -> io::Result<TcpStream> {
        match self.admits(host, to) {
            true => System.connect(host, to).await,
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
        let named = ["127.0.0.1:8080", "wiki.example:8080", "[::1]:8080"];
        let outside = Outside::new(named.map(|named| named.parse().unwrap()).to_vec());
        for (host, to, admitted) in [
            ("example.org", "93.184.216.34:443", true),
            ("127.0.0.1", "127.0.0.1:8080", true),
            ("127.0.0.1", "127.0.0.1:8081", false),
            ("10.0.0.1", "10.0.0.1:80", false),
            ("169.254.169.254", "169.254.169.254:80", false),
            ("[::1]", "[::1]:8080", true),
            ("[::1]", "[::1]:8081", false),
            ("[::ffff:10.0.0.1]", "[::ffff:10.0.0.1]:80", false),
            ("wiki.example", "10.0.0.1:8080", true),
            ("wiki.example", "10.0.0.1:8081", false),
            // A stranger's name for what is named is none of it.
            ("evil.example", "10.0.0.1:8080", false),
            ("evil.example", "127.0.0.1:8080", false),
        ] {
            assert_eq!(
                outside.admits(host, to.parse().unwrap()),
                admitted,
                "{host} {to}"
            );
        }
    }
}
