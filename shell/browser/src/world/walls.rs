//! What the browser itself does not ask for: addresses inside this machine or its network.
//!
//! A page that leads or redirects there, or loads something from there, would reach with our browser
//! what it cannot reach by itself. Only what the person named, and what was decided on, is open.

use std::collections::{HashMap, HashSet};
use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};

use screen_agent_kernel::origin::{is_private, origin_of};
use url::{Host, Url};

/// How long finding out what a name means may keep a page waiting.
const LOOKUP: Duration = Duration::from_secs(2);

/// Origins inside the machine or its network that are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walls {
    open: HashSet<String>,
    /// Whether a name meant an address inside, and since when that is known.
    names: HashMap<String, (bool, Instant)>,
}

/// How long what a name means is taken for known.
const KNOWN: Duration = Duration::from_secs(30);

/// What is known of an address without looking its name up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// It is inside, and not open.
    Yes,
    /// It is outside, or open.
    No,
    /// That depends on what this name means.
    Named(String),
}

impl Walls {
    /// Opens the origin of an address, and no other.
    pub fn open(&mut self, url: &str) {
        self.open.extend(origin_of(url));
    }

    /// Whether an origin was opened.
    pub fn is_open(&self, origin: &str) -> bool {
        self.open.contains(origin)
    }

    /// Remembers what was found out of a name.
    pub(super) fn learn(&mut self, name: String, inside: bool) {
        self.names.retain(|_, (_, since)| since.elapsed() < KNOWN);
        self.names.insert(name, (inside, Instant::now()));
    }

    fn named(&self, name: &str) -> Inside {
        match self.names.get(name) {
            Some((inside, since)) if since.elapsed() < KNOWN => match inside {
                true => Inside::Yes,
                false => Inside::No,
            },
            _ => Inside::Named(name.to_owned()),
        }
    }

    /// Where an address is.
    pub(super) fn inside(&self, url: &str) -> Inside {
        let Ok(parsed) = Url::parse(url) else {
            return Inside::Yes;
        };
        if !matches!(parsed.scheme(), "http" | "https" | "ws" | "wss") {
            return Inside::No;
        }
        if origin_of(url).is_some_and(|origin| self.is_open(&origin)) {
            return Inside::No;
        }
        match parsed.host() {
            None => Inside::Yes,
            Some(host) if is_private(&host) => Inside::Yes,
            Some(Host::Domain(name)) => self.named(name),
            Some(Host::Ipv4(_) | Host::Ipv6(_)) => Inside::No,
        }
    }
}

/// Whether a name means an address inside. One that nobody knows is left to the browser.
pub(super) async fn means_inside(name: &str) -> bool {
    let looked_up = tokio::time::timeout(LOOKUP, tokio::net::lookup_host((name, 0))).await;
    match looked_up {
        Ok(Ok(mut found)) => found.any(|address| is_inside(address.ip())),
        Ok(Err(_)) | Err(_) => false,
    }
}

fn is_inside(ip: IpAddr) -> bool {
    let host = match ip {
        IpAddr::V4(ip) => Host::Ipv4(ip),
        IpAddr::V6(ip) => Host::Ipv6(Ipv6Addr::from(ip.segments())),
    };
    is_private(&host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_opened_is_reached_inside() {
        let mut walls = Walls::default();
        walls.open("http://127.0.0.1:8000/start");
        for (url, inside) in [
            ("http://127.0.0.1:8000/other", Inside::No),
            ("http://127.0.0.1:8001/", Inside::Yes),
            ("https://127.0.0.1:8000/", Inside::Yes),
            ("http://localhost:8000/", Inside::Yes),
            ("http://0x7f.1:8000/", Inside::No),
            ("http://0x7f.1/", Inside::Yes),
            ("http://169.254.169.254/latest", Inside::Yes),
            ("http://192.168.1.1/", Inside::Yes),
            ("http://[::1]:8000/", Inside::Yes),
            ("http://[fd00::1]/", Inside::Yes),
            ("http://[::ffff:10.0.0.1]/", Inside::Yes),
            ("http://printer.local/", Inside::Yes),
            ("http://metadata.google.internal/", Inside::Yes),
            ("http://93.184.216.34/", Inside::No),
            ("data:text/html,x", Inside::No),
            ("http://a.example/", Inside::Named("a.example".into())),
        ] {
            assert_eq!(walls.inside(url), inside, "{url}");
        }
    }

    #[test]
    fn a_name_is_what_it_was_found_to_mean() {
        let mut walls = Walls::default();
        walls.learn("in.example".into(), true);
        walls.learn("out.example".into(), false);
        for (url, inside) in [
            ("http://in.example/", Inside::Yes),
            ("ws://in.example:81/", Inside::Yes),
            ("https://out.example/", Inside::No),
            ("http://else.example/", Inside::Named("else.example".into())),
        ] {
            assert_eq!(walls.inside(url), inside, "{url}");
        }
        walls.open("http://in.example/");
        assert_eq!(walls.inside("http://in.example/x"), Inside::No);
    }
}
