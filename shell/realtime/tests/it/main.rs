//! The hub over real websockets, in this process and without a network.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod kit;

mod api;
mod channels;
mod client_events;
mod crowd;
mod door;
mod phoenix;
mod presence;
mod silence;
mod strangers;
mod users;
