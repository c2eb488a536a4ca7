//! Where listeners join, and who lets them.

use std::sync::Arc;

use screen_agent_realtime::{Credentials, Hub};
use screen_agent_wire::extension::realtime::RealtimeData;

use super::publish::Publisher;

/// Where listeners are told.
#[derive(Clone, Default)]
pub enum Realtime {
    /// Nowhere; clients ask now and then.
    #[default]
    Off,
    /// At a hub in this process.
    Embedded(Hub),
    /// At a server of the same protocol.
    Elsewhere(Elsewhere),
}

/// A server of the same protocol.
#[derive(Clone)]
pub struct Elsewhere {
    /// Sends events there.
    pub publisher: Arc<dyn Publisher>,
    /// What listeners are let in with.
    pub credentials: Credentials,
    /// Where clients find it.
    pub place: RealtimeAddress,
}

/// Where clients find a server: an address, or a cluster of Pusher's own service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RealtimeAddress {
    /// An address.
    Address {
        /// Its host.
        host: String,
        /// Its port.
        port: u16,
        /// It speaks TLS.
        tls: bool,
    },
    /// A cluster.
    Cluster(String),
}

impl Realtime {
    /// What listeners are let in with.
    pub(crate) fn credentials(&self) -> Option<&Credentials> {
        match self {
            Self::Off => None,
            Self::Embedded(hub) => Some(hub.credentials()),
            Self::Elsewhere(elsewhere) => Some(&elsewhere.credentials),
        }
    }

    /// The hub in this process, where there is one.
    pub(crate) fn hub(&self) -> Option<&Hub> {
        match self {
            Self::Embedded(hub) => Some(hub),
            Self::Off | Self::Elsewhere(_) => None,
        }
    }

    /// The origin of sockets at a server elsewhere.
    pub(crate) fn origin(&self) -> Option<String> {
        let Self::Elsewhere(elsewhere) = self else {
            return None;
        };
        Some(match &elsewhere.place {
            RealtimeAddress::Cluster(cluster) => format!("wss://ws-{cluster}.pusher.com"),
            RealtimeAddress::Address { host, port, tls } => {
                let scheme = if *tls { "wss" } else { "ws" };
                format!("{scheme}://{host}:{port}")
            }
        })
    }

    /// What clients are told of where to join. A hub in this process is where they are already.
    pub(crate) fn told(&self) -> Option<RealtimeData> {
        let told = RealtimeData {
            key: self.credentials()?.key.clone(),
            ..RealtimeData::default()
        };
        let Self::Elsewhere(elsewhere) = self else {
            return Some(told);
        };
        Some(match elsewhere.place.clone() {
            RealtimeAddress::Address { host, port, tls } => RealtimeData {
                host: Some(host),
                port: Some(port),
                tls: Some(tls),
                ..told
            },
            RealtimeAddress::Cluster(cluster) => RealtimeData {
                cluster: Some(cluster),
                ..told
            },
        })
    }
}
