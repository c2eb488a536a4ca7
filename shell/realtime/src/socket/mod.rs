//! Websockets, whatever is said over them: opening, reading, writing, patience, and leaving.

mod connection;
mod outbox;
mod registry;
mod upgrade;

use std::collections::VecDeque;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Waker;

use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use self::outbox::{Leaving, Outbox};
use crate::limits::Limits;

pub(crate) use connection::serve;
pub(crate) use registry::Registry;
pub(crate) use upgrade::upgrade;

/// What is said over a socket. Answers are left with [`Socket::send`].
pub(crate) trait Dialect {
    /// Closes a client that is too much: it says too much, reads too slowly, or never does anything.
    const OVER_CAPACITY: u16;
    /// Closes one that does not answer.
    const NO_ANSWER: u16;

    /// How much of everything is taken.
    fn limits(&self) -> &Limits;

    /// Asks a client whether it is still there; nothing where clients say so unasked.
    fn ping() -> Option<Utf8Bytes>;

    /// Takes a message of the client's.
    fn receive(&mut self, text: &str);

    /// The same in bytes; false where only text is spoken.
    fn receive_bytes(&mut self, _bytes: &[u8]) -> bool {
        false
    }

    /// True once the client has begun what it came for.
    fn is_in_use(&self) -> bool;

    /// The socket begins to close: nothing more is heard, and nothing more can be sent.
    fn leave(&mut self);
}

/// Two numbers with a point between them, as the Pusher protocol wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SocketId(u32, u32);

impl SocketId {
    /// One that nobody can guess.
    fn random() -> Self {
        Self(rand::random(), rand::random())
    }
}

impl fmt::Display for SocketId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// Not the form of an id.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoSocketId;

impl FromStr for SocketId {
    type Err = NoSocketId;

    fn from_str(text: &str) -> Result<Self, NoSocketId> {
        let number = |part: &str| {
            let plain = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| part.parse().ok()).flatten()
        };
        let (first, second) = text.split_once('.').ok_or(NoSocketId)?;
        match (number(first), number(second)) {
            (Some(first), Some(second)) => Ok(Self(first, second)),
            _ => Err(NoSocketId),
        }
    }
}

/// One socket, as the rest of the hub sees it: an id, and a place to leave messages.
#[derive(Debug)]
pub(crate) struct Socket {
    pub(crate) id: SocketId,
    outbox: Mutex<Outbox>,
    /// Whose it is, as far as the network tells; nothing for this machine itself.
    address: Option<IpAddr>,
    /// It has shown a signature: somebody who may give one lets it in.
    signed: AtomicBool,
}

impl Socket {
    fn new(id: SocketId, address: Option<IpAddr>, limits: &Limits) -> Self {
        Self {
            id,
            outbox: Mutex::new(Outbox::new(limits)),
            address,
            signed: AtomicBool::new(false),
        }
    }

    /// It has shown a signature.
    pub(crate) fn is_signed(&self) -> bool {
        self.signed.load(Ordering::Relaxed)
    }

    /// It is sent away because it reads too slowly.
    pub(crate) fn is_too_slow(&self) -> bool {
        self.outbox().leaving() == Some(&Leaving::TooSlow)
    }

    /// Leaves a message; true when it waits. A reader that is too slow for it is sent away.
    pub(crate) fn send(&self, text: Utf8Bytes) -> bool {
        self.leave(Message::Text(text))
    }

    /// The same in bytes or text.
    pub(crate) fn leave(&self, message: Message) -> bool {
        let (waits, writer) = self.outbox().push(message);
        wake(writer);
        waits
    }

    /// Closes it once it has read what waits.
    pub(crate) fn close(&self, code: u16, reason: impl Into<Utf8Bytes>) {
        let writer = self.outbox().close(code, reason.into());
        wake(writer);
    }

    /// Moves some of what waits into an empty `batch`, unless the network is full, and says whether
    /// that is the last of it. The writer is woken when there is more.
    fn take(
        &self,
        batch: &mut VecDeque<Message>,
        writer: &Waker,
        is_full: bool,
    ) -> Option<Leaving> {
        self.outbox().take(batch, writer, is_full)
    }

    fn outbox(&self) -> MutexGuard<'_, Outbox> {
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn wake(writer: Option<Waker>) {
    if let Some(writer) = writer {
        writer.wake();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_two_numbers() {
        for id in ["1.2", "0.4294967295"] {
            assert!(id.parse::<SocketId>().is_ok(), "{id}");
        }
        for id in [
            "",
            "1",
            "1.",
            ".1",
            "1.2.3",
            "+1.2",
            "a.b",
            "1.4294967296",
            "1:2",
        ] {
            assert!(id.parse::<SocketId>().is_err(), "{id}");
        }
        let id = SocketId::random();
        assert_eq!(id.to_string().parse(), Ok(id));
    }
}
