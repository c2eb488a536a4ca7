//! Addresses, compared by what a server sees.

use url::Url;

use crate::digest::without_hash;

/// Which parts of the address changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddressChange {
    /// Scheme, host or port.
    pub origin: bool,
    /// Path.
    pub path: bool,
    /// Query.
    pub query: bool,
}

/// Compares two addresses; the part after `#` does not count.
pub(super) fn compare(before: &str, now: &str) -> Option<AddressChange> {
    if without_hash(before) == without_hash(now) {
        return None;
    }
    let change = match (Url::parse(before), Url::parse(now)) {
        (Ok(before), Ok(now)) => AddressChange {
            origin: before.origin() != now.origin() || before.scheme() != now.scheme(),
            path: before.path() != now.path(),
            query: before.query().unwrap_or_default() != now.query().unwrap_or_default(),
        },
        // What cannot be read is taken to be elsewhere.
        _ => AddressChange {
            origin: true,
            path: true,
            query: true,
        },
    };
    (change != AddressChange::default()).then_some(change)
}
