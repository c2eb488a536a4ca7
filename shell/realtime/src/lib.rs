//! A hub in this process that speaks the Pusher Channels protocol, version 7: clients hold a
//! websocket each and subscribe to channels; servers publish, here by a call and elsewhere over a
//! signed HTTP API. It knows nothing of what is published. `docs/realtime.md` has the contract.
//!
//! In reading order: what is said (`message`, `frame`, `sign`, `channel`), what is kept (`rooms`,
//! `presence`, `outbox`), who does it (`session`, `connection`, `sweep`), and the two doors
//! (`upgrade`, `api`). Only `connection` touches the network.

pub mod code;

mod channel;
mod frame;
mod limits;
mod message;
mod rate;
mod sign;

mod outbox;
mod presence;
mod rooms;
mod socket;

mod connection;
mod session;
mod sweep;

mod api;
mod hub;
mod upgrade;

pub use hub::{Hub, PublishError, Stats, network};
pub use limits::Limits;
pub use sign::{Call, Credentials, sign_channel, sign_request, sign_user};
