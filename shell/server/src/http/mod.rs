//! Everything between the socket and a handler.

pub(crate) mod body;
pub(crate) mod cors;
pub(crate) mod declare;
pub(crate) mod events;
pub(crate) mod host;
pub(crate) mod note;
pub(crate) mod once;
pub(crate) mod outer;
pub(crate) mod params;
pub(crate) mod pieces;
pub(crate) mod surface;

mod guard;

/// Policy for files that are not ours: shown in place, they may do nothing.
pub(crate) const SANDBOX: &str = "sandbox; default-src 'none'";
