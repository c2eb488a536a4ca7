//! A hub in this process that speaks the Pusher Channels protocol, version 7, and Phoenix Channels as Supabase's clients
//! do: clients hold a websocket each and subscribe to channels; servers publish, here by a call and elsewhere over a
//! signed HTTP API. It knows nothing of what is published. `docs/realtime.md` has the contract.
//!
//! `socket` holds websockets open, whatever is said over them; `pusher` and `phoenix` are what is said. Another
//! dialect is a folder beside them. Only `socket::connection` touches the network.

mod limits;
mod phoenix;
mod pusher;
mod socket;
mod tally;

pub use limits::Limits;
pub use phoenix::{Knock, PhoenixHub, Told, ToldPayload, TopicDoor};
pub use pusher::{
    ApiRequest, Credentials, Hub, PublishError, Stats, code, sign_channel, sign_request, sign_user,
};
pub use tally::{Tallied, Tally, network};
