//! How much of everything a hub takes.

use std::time::Duration;

/// The limits of a hub. The defaults are those of the protocol, and ours where it names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Sockets at a time; the next one is closed with 4100.
    pub sockets: usize,
    /// Bytes of one message that a client sends.
    pub frame: usize,
    /// The same while nothing shows that the client is let into anything.
    pub frame_unsigned: usize,
    /// Sockets of one address (IPv6: of one /64). This machine's own are not counted: a proxy may stand before
    /// the hub.
    pub per_address: usize,
    /// The same of those that nothing shows to be let into anything.
    pub unsigned_per_address: usize,
    /// How long a socket may be in no channel at all.
    pub begin_timeout: Duration,
    /// Bytes of an event's data.
    pub event_data: usize,
    /// Characters of an event's name.
    pub event_name: usize,
    /// Channels that one socket may be subscribed to.
    pub channels: usize,
    /// Client events that one socket may send in a second.
    pub client_events: u32,
    /// Messages that wait for one socket; a slower reader is closed with 4100.
    pub queue_messages: usize,
    /// Bytes that wait for one socket; a slower reader is closed with 4100.
    pub queue_bytes: usize,
    /// Public channels with somebody in them, give or take: they lie in shares, each with its part
    /// of the number. Anybody who knows the key may join those, whoever they are.
    pub public_channels: usize,
    /// People in one presence channel.
    pub presence_members: usize,
    /// Bytes of what one person is presented with: id and info together.
    pub presence_data: usize,
    /// Silence after which a socket is asked whether it is still there.
    pub activity_timeout: Duration,
    /// How long it may take to answer.
    pub pong_timeout: Duration,
    /// How long a socket that is being closed may take to take leave.
    pub close_timeout: Duration,
    /// How long a cache channel remembers its last event.
    pub cache_time: Duration,
    /// Cache channels that remember one.
    pub cached_channels: usize,
    /// Channels of one request to the HTTP API.
    pub request_channels: usize,
    /// Events of one batch.
    pub batch_events: usize,
    /// Bytes of a request to the HTTP API.
    pub request_body: usize,
    /// How far the time in a signed request may be from ours.
    pub clock_skew: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            sockets: 20_000,
            frame: 64 * 1024,
            frame_unsigned: 4 * 1024,
            per_address: 256,
            unsigned_per_address: 32,
            begin_timeout: Duration::from_secs(30),
            event_data: 10 * 1024,
            event_name: 200,
            channels: 100,
            client_events: 10,
            queue_messages: 1_000,
            queue_bytes: 4 * 1024 * 1024,
            public_channels: 10_000,
            presence_members: 100,
            presence_data: 2 * 1024,
            activity_timeout: Duration::from_secs(120),
            pong_timeout: Duration::from_secs(30),
            close_timeout: Duration::from_secs(5),
            cache_time: Duration::from_secs(30 * 60),
            cached_channels: 1_000,
            request_channels: 100,
            batch_events: 10,
            request_body: 256 * 1024,
            clock_skew: Duration::from_secs(600),
        }
    }
}
