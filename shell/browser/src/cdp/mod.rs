//! The DevTools protocol: calls that always end, events in order.

mod connection;
mod transport;

pub(crate) use connection::{Connection, Event, Listener, Reply};
pub(crate) use transport::{Wires, over_pipe, over_socket};

/// Names one attached target on the connection.
pub(crate) type SessionId = std::sync::Arc<str>;
