//! What was committed reaches whoever listens.
//!
//! A transaction leaves rows in the outbox beside what they tell of. The relay reads them in the
//! order of their commits, words them, publishes them and marks them as sent: at least once, in
//! order, and never before a GET would find what they tell of. Where they go is a port.

mod hub;
mod join;
mod publish;
mod relay;
mod sockets;

pub use join::{Elsewhere, Realtime, RealtimeAddress};
pub use publish::{Announcement, PublishFailure, Publisher, Traced};

pub(crate) use relay::{Wording, run};
pub(crate) use sockets::Sockets;
