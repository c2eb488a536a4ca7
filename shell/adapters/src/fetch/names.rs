//! What names mean, and whether that may be connected to.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::public::is_public;

/// Looks up names.
#[async_trait]
pub trait Names: Send + Sync {
    /// Every address that a name has.
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>>;
}

/// The system's own names.
pub struct SystemNames;

#[async_trait]
impl Names for SystemNames {
    async fn lookup(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let found = tokio::net::lookup_host((name, 0)).await?;
        Ok(found.map(|address| address.ip()).collect())
    }
}

/// Gives a client the addresses of a name, if it may have them. What it connects to is what was
/// checked here; nothing is looked up a second time.
pub(super) struct Guarded {
    pub(super) names: Arc<dyn Names>,
    /// Any address will do: the name itself is one that the settings allow. Public ones alone, otherwise.
    pub(super) inside: bool,
}

impl Resolve for Guarded {
    fn resolve(&self, name: Name) -> Resolving {
        let (names, inside) = (Arc::clone(&self.names), self.inside);
        Box::pin(async move {
            let found = names.lookup(name.as_str()).await?;
            // One private address among public ones is a trap: which is taken is up to chance.
            if !inside && !found.iter().copied().all(is_public) {
                return Err(Refused.into());
            }
            let found = found.into_iter().map(|ip| SocketAddr::new(ip, 0));
            let found: Addrs = Box::new(found);
            Ok(found)
        })
    }
}

/// The name means something in a private network.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("no public address")]
pub(super) struct Refused;

impl Refused {
    /// It is why a request failed.
    pub(super) fn caused(error: &reqwest::Error) -> bool {
        let mut cause = std::error::Error::source(error);
        while let Some(inner) = cause {
            if inner.is::<Self>() {
                return true;
            }
            cause = inner.source();
        }
        false
    }
}
