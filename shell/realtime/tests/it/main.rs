//! The hub over real websockets, in this process and without a network.

mod kit;

mod api;
mod channels;
mod client_events;
mod crowd;
mod door;
mod presence;
mod silence;
mod users;
