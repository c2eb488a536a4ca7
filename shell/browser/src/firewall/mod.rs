//! What a browser of ours does not reach: addresses inside this machine or its network.
//!
//! A page that leads or redirects there, or asks there for anything in any way, would reach with our
//! browser what it cannot reach by itself. Only what the person named, and what was decided on, is
//! open. The browser reaches the world through [`Proxy`] alone: what a name means is found out once,
//! by us, and the very address that was checked is connected to.

mod network;
mod proxy;
mod socks;

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, MutexGuard, PoisonError};

use screen_agent_action::origin::{is_private, origin_of};
use url::Host;

pub use network::{Network, System};
pub(crate) use proxy::Proxy;

/// Origins that are open, whatever they mean.
#[derive(Debug, Default)]
pub(crate) struct Firewall {
    open: Mutex<HashMap<String, Known>>,
}

/// What is known of an open origin.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// It meant an address outside, so it may never mean one inside: its name has changed hands.
    outside: bool,
    /// Why it was not reached the last time.
    fault: Option<Fault>,
}

/// Why a place was not reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    #[error("it lies inside this machine or its network, and nobody named it")]
    Inside,
    #[error("its name is not known")]
    Unknown,
    #[error("nothing answers there")]
    Silent,
}

impl Firewall {
    /// Opens the origin of an address, and no other.
    pub fn open(&self, url: &str) {
        if let Some(origin) = origin_of(url) {
            self.lock().entry(origin).or_default();
        }
    }

    /// Whether an origin was opened.
    pub fn is_open(&self, origin: &str) -> bool {
        self.lock().contains_key(origin)
    }

    /// Why an address that was opened was not reached, the last time that it was tried.
    pub fn fault(&self, url: &str) -> Option<Fault> {
        self.lock().get(&origin_of(url)?)?.fault
    }

    /// Whether a place may be asked about at all: what tells by itself that it is inside must be open.
    fn admits(&self, place: &Place) -> bool {
        !is_private(&place.host()) || self.is_named(place)
    }

    /// Whether a place may be reached at these addresses of it. One address inside among others is a
    /// trap: which of them is taken is up to chance.
    fn admits_at(&self, place: &Place, found: &[SocketAddr]) -> bool {
        if is_private(&place.host()) || found.iter().any(|it| is_inside(it.ip())) {
            return self.is_named(place);
        }
        self.note(place, |known| known.outside = true);
        true
    }

    /// Whether a place is open though it is inside.
    fn is_named(&self, place: &Place) -> bool {
        let open = self.lock();
        let mut known = place.origins().filter_map(|origin| open.get(&origin));
        known.any(|known| !known.outside)
    }

    /// Notes something of a place, if it is open: others are too many to remember.
    fn note(&self, place: &Place, change: impl Fn(&mut Known)) {
        let mut open = self.lock();
        for origin in place.origins() {
            open.entry(origin).and_modify(&change);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Known>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the browser asks to be connected to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    host: Host<String>,
    port: u16,
}

impl Place {
    fn host(&self) -> Host<&str> {
        match &self.host {
            Host::Domain(name) => Host::Domain(name),
            Host::Ipv4(ip) => Host::Ipv4(*ip),
            Host::Ipv6(ip) => Host::Ipv6(*ip),
        }
    }

    /// The origins that it may be part of: a connection does not tell what is spoken over it.
    fn origins(&self) -> impl Iterator<Item = String> {
        let written = |scheme: &str| format!("{scheme}://{}:{}", self.host, self.port);
        ["http", "https"]
            .map(written)
            .into_iter()
            .filter_map(|url| origin_of(&url))
    }
}

fn is_inside(ip: IpAddr) -> bool {
    is_private(&match ip {
        IpAddr::V4(ip) => Host::Ipv4(ip),
        IpAddr::V6(ip) => Host::Ipv6(ip),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn place(url: &str) -> Place {
        let url = url::Url::parse(url).unwrap();
        Place {
            host: url.host().unwrap().to_owned(),
            port: url.port_or_known_default().unwrap(),
        }
    }

    #[test]
    fn only_what_was_opened_is_reached_inside() {
        let firewall = Firewall::default();
        firewall.open("http://127.0.0.1:8000/start");
        firewall.open("http://wiki.corp/");
        for (url, admitted) in [
            ("http://127.0.0.1:8000/other", true),
            ("ws://127.0.0.1:8000/other", true),
            ("http://127.0.0.1:8001/", false),
            ("http://localhost:8000/", false),
            ("http://0x7f.1:8000/", true),
            ("http://0x7f.1/", false),
            ("http://169.254.169.254/latest", false),
            ("http://192.168.1.1/", false),
            ("http://[::1]:8000/", false),
            ("http://[fd00::1]/", false),
            ("http://[::ffff:10.0.0.1]/", false),
            ("http://printer.local/", false),
            ("http://wiki.corp/page", true),
            ("http://wiki.corp:81/", false),
            ("http://metadata.google.internal/", false),
            ("http://93.184.216.34/", true),
            ("http://a.example/", true),
        ] {
            assert_eq!(firewall.admits(&place(url)), admitted, "{url}");
        }
    }

    #[test]
    fn a_name_is_what_it_means_when_it_is_connected_to() {
        let [outside, inside] = [[93, 184, 216, 34], [10, 0, 0, 1]].map(|ip| (ip, 80).into());
        let firewall = Firewall::default();
        for url in ["http://turns.example/", "http://office.example/"] {
            firewall.open(url);
        }
        for (name, found, admitted) in [
            ("stranger.example", vec![outside], true),
            ("stranger.example", vec![inside], false),
            ("stranger.example", vec![outside, inside], false),
            // The person's own network may call a thing of its own what it likes.
            ("office.example", vec![inside], true),
            ("office.example", vec![inside], true),
            // A name of a stranger that they went to does not become one of theirs.
            ("turns.example", vec![outside], true),
            ("turns.example", vec![inside], false),
            ("wiki.corp", vec![outside], false),
        ] {
            let place = place(&format!("http://{name}/"));
            assert_eq!(
                firewall.admits_at(&place, &found),
                admitted,
                "{name} {found:?}"
            );
        }
    }
}
