//! The Pusher Channels protocol, version 7, over sockets and, for servers, over HTTP.
//!
//! In reading order: what is said (`message`, `sign`, `channel`, `code`), what is kept (`rooms`,
//! `presence`), who does it (`session`, `hub`), and the two ways in (`open`, `api`).

pub mod code;

mod channel;
mod message;
mod rate;
mod sign;

mod presence;
mod rooms;

mod hub;
mod session;

mod api;
mod open;

pub use hub::{Hub, PublishError, Stats};
pub(crate) use rate::Rate;
pub use sign::{ApiRequest, Credentials, sign_channel, sign_request, sign_user};
