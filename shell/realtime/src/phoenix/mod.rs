//! Phoenix Channels, as the clients of Supabase's Realtime speak them: objects in version 1.0.0, arrays and bytes in
//! 2.0.0. Its sockets are among those of the [`Hub`](crate::Hub) beside it, and count against the same limits.
//!
//! In reading order: what is said (`message`, `bytes`), who is in which topic (`rooms`), one socket's side (`session`),
//! and the way in (`hub`).

mod bytes;
mod message;

mod rooms;
mod session;

mod hub;

pub use hub::{Knock, PhoenixHub, TopicDoor};
pub use rooms::{Told, ToldPayload};
