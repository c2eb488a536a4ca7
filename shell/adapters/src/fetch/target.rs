//! Which addresses may be asked for at all.

use std::net::IpAddr;
use std::str::FromStr;

use screen_agent_ports::FetchFailure;
use url::{Host, Url};

use super::public::is_public;

/// Longest address.
const LONGEST: usize = 8 * 1024;

/// A host of a private network that may be fetched from nevertheless, at one port.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(try_from = "String")]
pub struct PrivateHost {
    host: String,
    port: u16,
}

/// What is no host and port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a private host is written as host:port, such as 127.0.0.1:8080")]
pub struct PrivateHostError;

impl FromStr for PrivateHost {
    type Err = PrivateHostError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (host, port) = text.trim().rsplit_once(':').ok_or(PrivateHostError)?;
        let port: u16 = port.parse().map_err(|_| PrivateHostError)?;
        // Written as addresses write it, so that both can be compared as they are.
        let host = Host::parse(host).map_err(|_| PrivateHostError)?;
        match port {
            0 => Err(PrivateHostError),
            _ => Ok(Self {
                host: host.to_string(),
                port,
            }),
        }
    }
}

impl PrivateHost {
    /// Whether it is this host, as addresses write it, at this port.
    pub fn is(&self, host: &str, port: u16) -> bool {
        self.host == host && self.port == port
    }
}

impl TryFrom<String> for PrivateHost {
    type Error = PrivateHostError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// From where something is fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// From the public internet.
    Outside,
    /// From a private host that the settings name.
    Inside,
}

/// Checks an address before anything is looked up or connected to. Names are checked once more
/// when it is known what they mean.
pub(super) fn target(url: &Url, private: &[PrivateHost]) -> Result<Target, FetchFailure> {
    let plain = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.as_str().len() <= LONGEST;
    let (Some(host), Some(port), true) = (url.host(), url.port_or_known_default(), plain) else {
        return Err(FetchFailure::Blocked);
    };
    let written = host.to_string();
    if private
        .iter()
        .any(|one| one.host == written && one.port == port)
    {
        return Ok(Target::Inside);
    }
    let public = match host {
        Host::Domain(name) => is_public_name(name),
        Host::Ipv4(ip) => is_public(IpAddr::V4(ip)),
        Host::Ipv6(ip) => is_public(IpAddr::V6(ip)),
    };
    match public && matches!(port, 80 | 443) {
        true => Ok(Target::Outside),
        false => Err(FetchFailure::Blocked),
    }
}

/// True for an address of the same site: the same host, with or without `www`, at the same port or
/// both at the usual ones; from https never back to http.
pub(super) fn same_site(from: &Url, to: &Url) -> bool {
    let host = |url: &Url| {
        let host = url.host_str().unwrap_or_default().trim_end_matches('.');
        host.strip_prefix("www.").unwrap_or(host).to_owned()
    };
    let usual = |url: &Url| url.port().is_none();
    let ports =
        usual(from) && usual(to) || from.scheme() == to.scheme() && from.port() == to.port();
    host(from) == host(to) && ports && !(from.scheme() == "https" && to.scheme() != "https")
}

/// Names that mean something only here are not even looked up.
fn is_public_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let last = name.rsplit('.').next().unwrap_or_default();
    name.contains('.')
        && !matches!(
            last,
            "localhost" | "local" | "internal" | "intranet" | "lan" | "home" | "corp" | "onion"
        )
        && !name.ends_with(".home.arpa")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_public_and_plain() {
        for url in [
            "https://example.com/a?b=c#d",
            "http://example.com",
            "http://example.com:80/",
            "https://example.com:443/",
            "http://93.184.216.34/",
            "http://[2606:2800:220:1::1]/",
        ] {
            let url = Url::parse(url).unwrap();
            assert_eq!(target(&url, &[]), Ok(Target::Outside), "{url}");
        }
        for url in [
            "ftp://example.com/",
            "file:///etc/passwd",
            "data:text/html,x",
            "http://user@example.com/",
            "http://user:word@example.com/",
            "http://example.com:8080/",
            "http://example.com:22/",
            "http://127.0.0.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://017700000001/",
            "http://127.1/",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://169.254.169.254/latest/meta-data/",
            "http://localhost/",
            "http://a.localhost/",
            "http://printer.local/",
            "http://metadata.google.internal/",
            "http://router/",
            "http://127.0.0.1:8080/",
            "http://localhost./",
            "http://box.home.arpa./",
        ] {
            let url = Url::parse(url).unwrap();
            assert_eq!(target(&url, &[]), Err(FetchFailure::Blocked), "{url}");
        }
    }

    #[test]
    fn a_site_is_a_host_however_it_is_reached() {
        for (from, to, same) in [
            ("http://a.example/x", "http://a.example/y?z", true),
            ("http://a.example/", "https://a.example/", true),
            ("https://a.example/", "https://www.a.example/", true),
            ("https://www.a.example/", "https://a.example:443/", true),
            ("http://a.example:80/", "http://A.example./", true),
            ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/y", true),
            ("https://a.example/", "http://a.example/", false),
            ("http://a.example/", "http://a.example:8080/", false),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8081/", false),
            ("https://a.example/", "https://b.example/", false),
            ("https://a.example/", "https://login.a.example/", false),
            (
                "https://a.example/",
                "https://a.example.evil.example/",
                false,
            ),
            ("https://a.example/", "https://evila.example/", false),
            ("https://a.example/", "file:///etc/passwd", false),
        ] {
            let [one, other] = [from, to].map(|url| Url::parse(url).unwrap());
            assert_eq!(same_site(&one, &other), same, "{from} {to}");
        }
    }

    #[test]
    fn a_private_host_is_named_exactly() {
        let private =
            ["127.0.0.1:8080", "Wiki.lan:80", "[::1]:9000"].map(|one| one.parse().unwrap());
        for (url, expected) in [
            ("http://127.0.0.1:8080/x", Ok(Target::Inside)),
            ("http://127.1:8080/", Ok(Target::Inside)),
            ("http://wiki.lan/", Ok(Target::Inside)),
            ("http://[::1]:9000/", Ok(Target::Inside)),
            ("http://127.0.0.1:8081/", Err(FetchFailure::Blocked)),
            ("https://wiki.lan/", Err(FetchFailure::Blocked)),
            ("http://x@127.0.0.1:8080/", Err(FetchFailure::Blocked)),
        ] {
            assert_eq!(
                target(&Url::parse(url).unwrap(), &private),
                expected,
                "{url}"
            );
        }
        for text in ["", "host", "host:", "host:0", "host:99999", "a b:80"] {
            assert_eq!(
                text.parse::<PrivateHost>(),
                Err(PrivateHostError),
                "{text:?}"
            );
        }
    }
}
