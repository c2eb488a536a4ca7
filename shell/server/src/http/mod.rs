//! Everything between the socket and a handler.

pub(crate) mod body;
pub(crate) mod cors;
pub(crate) mod guard;
pub(crate) mod host;
pub(crate) mod note;
pub(crate) mod once;
pub(crate) mod outer;
pub(crate) mod params;

mod connection_limit;
mod patience;
mod serve;

pub use serve::serve;
