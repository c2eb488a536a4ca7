//! Codes that a socket is closed with. Below 4100 a client gives up, from 4100 it comes back after
//! a while, from 4200 at once.

/// No app has this key.
pub const NO_APP: u16 = 4001;
/// The version of the protocol is not a number.
pub const VERSION_FORMAT: u16 = 4006;
/// We do not speak that version of the protocol.
pub const VERSION: u16 = 4007;
/// No version of the protocol was named.
pub const NO_VERSION: u16 = 4008;
/// Not allowed, and asking again will not help.
pub const UNAUTHORIZED: u16 = 4009;
/// Too much: of sockets, of what waits for this one, or of one message.
pub const OVER_CAPACITY: u16 = 4100;
/// Come back at once; we are going away.
pub const RECONNECT: u16 = 4200;
/// Nothing was heard after we asked.
pub const NO_PONG: u16 = 4201;
/// A client's event was not passed on; an error, never a close.
pub const CLIENT_EVENT: u16 = 4301;
