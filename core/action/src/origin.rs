//! Where an address leads, and whether an agent may be sent there.
//!
//! Pure: no name is resolved here. Whatever fetches must check the address that it connects to.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, Ipv6Addr};

pub use screen_agent_words::fold::is_invisible;
use url::{Host, Url};

/// Longest address that is looked at, in characters.
const LONGEST: usize = 8_192;

/// Why nobody is sent to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetFault {
    /// It has no scheme, or cannot be read.
    #[error("the address is not a complete one")]
    NotAbsolute,
    /// Neither http nor https.
    #[error("only http and https addresses are gone to")]
    Scheme,
    /// A name or password stands in it.
    #[error("the address holds a name or password")]
    Credentials,
    /// Space, a control character or a backslash stands in it, or it is too long.
    #[error("the address holds characters that hide where it leads")]
    Characters,
    /// Its port is one that no web page is behind.
    #[error("the address leads to a port that is not the web's")]
    Port,
    /// It leads into the machine or its network.
    #[error("the address leads into this machine or a private network")]
    Private,
    /// A number that is written so as to hide which host it is.
    #[error("the address hides its host behind a number")]
    HiddenHost,
}

/// An address that may be looked at further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The address, in its normal form.
    pub url: Url,
    /// Its origin.
    pub origin: String,
}

impl Target {
    /// Its host, as it is shown: names in ASCII.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }
}

/// The origin of a web address, as `scheme://host` with the port where it is not the usual one.
/// Names in other scripts come out in ASCII. Nothing for what is not a web address.
pub fn origin_of(url: &str) -> Option<String> {
    Url::parse(url).ok().and_then(|url| web_origin(&url))
}

fn web_origin(url: &Url) -> Option<String> {
    let web = matches!(url.scheme(), "http" | "https") && url.host().is_some();
    web.then(|| url.origin().ascii_serialization())
}

/// The host of an origin or address.
pub fn host_of(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().map(str::to_owned)
}

/// The registrable site of a host, by the Public Suffix List; one that has none, such as a number, stands for
/// itself.
pub fn site_of_host(host: &str) -> &str {
    psl::domain_str(host).unwrap_or(host)
}

/// True for a name under a suffix that hosts have: `evil.com`, not `report.final`.
pub fn is_host_name(name: &str) -> bool {
    let Some((name_of, last)) = name.rsplit_once('.') else {
        return false;
    };
    // RFC 2606 keeps these for examples and tests.
    let kept = matches!(last, "example" | "test" | "invalid");
    !name_of.is_empty()
        && (kept || psl::suffix(name.as_bytes()).is_some_and(|suffix| suffix.is_known()))
}

/// True when both have the same host, whatever the port.
pub fn same_host(left: &str, right: &str) -> bool {
    host_of(left).is_some_and(|host| host_of(right) == Some(host))
}

/// True when an origin is one of these. The secure form of a plain one counts as the same place,
/// and so does the one with `www.` before it, or without.
pub fn is_among(origin: &str, origins: &BTreeSet<String>) -> bool {
    let Some((scheme, host)) = origin.split_once("://") else {
        return false;
    };
    let bare = host.strip_prefix("www.").unwrap_or(host);
    let holds = |scheme: &str| {
        [
            format!("{scheme}://{bare}"),
            format!("{scheme}://www.{bare}"),
        ]
        .iter()
        .any(|alike| origins.contains(alike))
    };
    holds(scheme) || scheme == "https" && holds("http")
}

/// Looks at an address that somebody wants to go to. `tab` is where the tab is now: a private
/// place may be gone to only from that very host.
pub fn check_target(raw: &str, tab: &str) -> Result<Target, TargetFault> {
    let hides = |c: char| c.is_control() || c.is_whitespace() || c == '\\' || is_invisible(c);
    if raw.chars().any(hides) || raw.chars().count() > LONGEST {
        return Err(TargetFault::Characters);
    }
    let url = Url::parse(raw).map_err(|_| TargetFault::NotAbsolute)?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(TargetFault::Scheme);
    }
    if !raw.contains("://") {
        return Err(TargetFault::NotAbsolute);
    }
    if !url.username().is_empty() || url.password().is_some() || authority(raw).contains('@') {
        return Err(TargetFault::Credentials);
    }
    let origin = web_origin(&url).ok_or(TargetFault::NotAbsolute)?;
    if url.port().is_some_and(is_no_web_port) {
        return Err(TargetFault::Port);
    }
    if hides_host(raw, &url) {
        return Err(TargetFault::HiddenHost);
    }
    if url.host().is_some_and(|host| is_private(&host)) && !same_host(url.as_str(), tab) {
        return Err(TargetFault::Private);
    }
    Ok(Target { url, origin })
}

/// Ports below 1024 are each some service's own, and only a few of them the web's. Above, those of
/// databases and the like, which read a request as orders.
fn is_no_web_port(port: u16) -> bool {
    const WEB: [u16; 6] = [80, 81, 88, 443, 591, 832];
    const OTHERS: [u16; 22] = [
        1433, 1521, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 4045, 4190, 5060, 5061, 5432, 5900,
        6000, 6379, 6667, 9200, 10080, 11211, 27017,
    ];
    port < 1024 && !WEB.contains(&port) || OTHERS.contains(&port)
}

/// True for one address, whatever follows `#` and however it is spelled.
pub fn same_address(wanted: &str, now: &str) -> bool {
    match (Url::parse(wanted), Url::parse(now)) {
        (Ok(mut wanted), Ok(mut now)) => {
            wanted.set_fragment(None);
            now.set_fragment(None);
            wanted == now
        }
        _ => wanted == now,
    }
}

/// Registrable domain of an address, by the Public Suffix List; a host that has none, such as an IP
/// address, stands for itself.
pub fn domain(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    match url.host()? {
        Host::Domain(host) => Some(site_of_host(host).to_lowercase()),
        host @ (Host::Ipv4(_) | Host::Ipv6(_)) => Some(host.to_string()),
    }
}

/// What stands between the scheme and the path.
fn authority(raw: &str) -> &str {
    let rest = raw.split_once("://").map_or("", |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// True where a number stands for a host in any way but the usual four parts.
fn hides_host(raw: &str, url: &Url) -> bool {
    let Some(Host::Ipv4(address)) = url.host() else {
        return false;
    };
    let written = authority(raw).split(':').next().unwrap_or_default();
    written != address.to_string()
}

/// True for hosts inside the machine or its network, and for those that clouds keep secrets at.
pub fn is_private(host: &Host<&str>) -> bool {
    match host {
        Host::Ipv4(address) => is_private_v4(*address),
        Host::Ipv6(address) => is_private_v6(*address),
        Host::Domain(name) => is_private_name(name),
    }
}

fn is_private_v4(address: Ipv4Addr) -> bool {
    match address.octets() {
        [0 | 10 | 127, ..] | [169, 254, ..] | [192, 168, ..] | [192, 0, 0, _] => true,
        // Kept for examples and for going around: nobody public is there.
        [192, 0, 2, _] | [198, 51, 100, _] | [203, 0, 113, _] | [192, 88, 99, _] => true,
        [100, second, ..] => (64..128).contains(&second),
        [172, second, ..] => (16..32).contains(&second),
        [198, second, ..] => matches!(second, 18 | 19),
        [first, ..] => first >= 224,
    }
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    match segments {
        // Unspecified, loopback, and every way to write an IPv4 address in the first 96 bits.
        [0, 0, 0, 0, 0, _, _, _] | [0x64, 0xff9b, ..] => true,
        // 6to4 and Teredo carry an IPv4 address inside; one range is kept for examples.
        [0x2002, ..] | [0x2001, 0 | 0xdb8, ..] => true,
        [first, ..] => {
            let unique_local = first & 0xfe00 == 0xfc00;
            let link_local = first & 0xffc0 == 0xfe80;
            let site_local = first & 0xffc0 == 0xfec0;
            unique_local || link_local || site_local || first >= 0xff00
        }
    }
}

fn is_private_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let last = name.rsplit('.').next().unwrap_or_default();
    let inside = matches!(
        last,
        "localhost"
            | "localdomain"
            | "local"
            | "internal"
            | "lan"
            | "intranet"
            | "private"
            | "corp"
            | "home"
            | "svc"
    );
    !name.contains('.') || inside || name.ends_with(".home.arpa")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn an_origin_is_scheme_host_and_unusual_port() {
        let cases = include_str!("../../../fixtures/client/origins.json");
        let cases: Vec<(String, Option<String>)> = serde_json::from_str::<Vec<Value>>(cases)
            .unwrap()
            .into_iter()
            .map(|case| serde_json::from_value(json!([case["url"], case["origin"]])).unwrap())
            .collect();
        for (url, origin) in cases {
            assert_eq!(origin_of(&url), origin, "{url}");
        }
        assert_eq!(origin_of("blob:https://a.example/1"), None);
    }

    #[test]
    fn a_target_is_a_plain_public_web_address() {
        use TargetFault::{
            Characters, Credentials, HiddenHost, NotAbsolute, Port, Private, Scheme,
        };
        for (url, fault) in [
            ("https://a.example/x", None),
            ("http://a.example:8080/x?q=a@b", None),
            ("http://8.8.8.8/", None),
            ("http://[2606:4700::1111]/", None),
            ("/x", Some(NotAbsolute)),
            ("a.example", Some(NotAbsolute)),
            ("//a.example", Some(NotAbsolute)),
            ("https:a.example", Some(NotAbsolute)),
            ("https://", Some(NotAbsolute)),
            ("ftp://a.example/", Some(Scheme)),
            ("file:///etc/passwd", Some(Scheme)),
            ("javascript:alert(1)", Some(Scheme)),
            ("data:text/html,x", Some(Scheme)),
            ("chrome://settings", Some(Scheme)),
            ("https://user@a.example/", Some(Credentials)),
            ("https://@a.example/", Some(Credentials)),
            ("https://a.example:x@b.example/", Some(Credentials)),
            ("https://a.example\\@b.example/", Some(Characters)),
            ("https://a.example/\u{7}", Some(Characters)),
            ("https://a.example/\u{202e}x", Some(Characters)),
            (" https://a.example/", Some(Characters)),
            ("java\nscript:alert(1)", Some(Characters)),
            ("http://localhost/", Some(Private)),
            ("http://app.localhost:3000/", Some(Private)),
            ("http://LOCALHOST./", Some(Private)),
            ("http://127.0.0.1/", Some(Private)),
            ("http://127.1.2.3/", Some(Private)),
            ("http://10.0.0.1/", Some(Private)),
            ("http://172.16.0.1/", Some(Private)),
            ("http://192.168.1.1/", Some(Private)),
            ("http://169.254.169.254/latest/meta-data/", Some(Private)),
            ("http://100.64.0.1/", Some(Private)),
            ("http://0.0.0.0/", Some(Private)),
            ("http://metadata.google.internal/", Some(Private)),
            ("http://localhost.localdomain/", Some(Private)),
            ("http://kubernetes.default.svc/", Some(Private)),
            ("http://db.prod.svc.cluster.local/", Some(Private)),
            ("http://192.0.2.1/", Some(Private)),
            ("http://198.51.100.7/", Some(Private)),
            ("http://203.0.113.9/", Some(Private)),
            ("http://[2001:db8::1]/", Some(Private)),
            ("http://a.example:22/", Some(Port)),
            ("http://a.example:25/", Some(Port)),
            ("http://a.example:6379/", Some(Port)),
            ("http://a.example:5432/", Some(Port)),
            ("http://a.example:0/", Some(Port)),
            ("https://a.example:8443/", None),
            ("http://printer.local/", Some(Private)),
            ("http://intranet/", Some(Private)),
            ("http://[::1]/", Some(Private)),
            ("http://[::]/", Some(Private)),
            ("http://[fd00::1]/", Some(Private)),
            ("http://[fe80::1]/", Some(Private)),
            ("http://[::ffff:10.0.0.1]/", Some(Private)),
            ("http://[::ffff:8.8.8.8]/", Some(Private)),
            ("http://[64:ff9b::a00:1]/", Some(Private)),
            ("http://2130706433/", Some(HiddenHost)),
            ("http://0x7f000001/", Some(HiddenHost)),
            ("http://0177.0.0.1/", Some(HiddenHost)),
            ("http://127.1/", Some(HiddenHost)),
            ("http://134744072/", Some(HiddenHost)),
            ("http://①②⑦.0.0.1/", Some(HiddenHost)),
        ] {
            let found = check_target(url, "https://a.example/").err();
            assert_eq!(found, fault, "{url}");
        }
    }

    #[test]
    fn a_private_place_is_gone_to_from_that_very_host_alone() {
        let tab = "http://127.0.0.1:8000/start";
        assert!(check_target("http://127.0.0.1:8000/next", tab).is_ok());
        assert!(check_target("http://127.0.0.1:9000/", tab).is_ok());
        assert_eq!(
            check_target("http://127.0.0.2/", tab),
            Err(TargetFault::Private)
        );
        assert_eq!(
            check_target("http://localhost/", tab),
            Err(TargetFault::Private)
        );
    }

    #[test]
    fn the_secure_form_of_a_place_is_the_same_place() {
        let set = [
            "http://a.example".to_owned(),
            "https://b.example".to_owned(),
        ]
        .into();
        for (origin, among) in [
            ("http://a.example", true),
            ("https://a.example", true),
            ("https://b.example", true),
            ("http://b.example", false),
            ("https://www.b.example", true),
            ("https://x.b.example", false),
        ] {
            assert_eq!(is_among(origin, &set), among, "{origin}");
        }
    }
}
