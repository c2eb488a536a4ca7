//! One socket, as the rest of the hub sees it: an id, and a place to leave messages.

use std::collections::VecDeque;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::Waker;

use axum::body::Bytes;

use crate::code;
use crate::frame;
use crate::outbox::{Outbox, Pushed, Room, Stage};

/// Two numbers with a point between them, as the protocol wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SocketId(u32, u32);

impl SocketId {
    /// One that nobody can guess.
    pub(crate) fn random() -> Self {
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

/// True for what has the form of a socket's id.
pub(crate) fn is_socket_id(text: &str) -> bool {
    text.parse::<SocketId>().is_ok()
}

/// One socket.
#[derive(Debug)]
pub(crate) struct Socket {
    pub(crate) id: SocketId,
    room: Room,
    outbox: Mutex<Outbox>,
    /// When it was last heard, or began to close.
    heard: AtomicU64,
    /// When it was asked whether it is there; 0 when it was not.
    asked: AtomicU64,
    began: u64,
    /// Whose it is, as far as the network tells; nothing for this machine itself.
    address: Option<IpAddr>,
    /// It has been in a channel.
    joined: AtomicBool,
    /// It has shown a signature: somebody who may give one lets it in.
    signed: AtomicBool,
}

impl Socket {
    /// One that is heard now.
    pub(crate) fn new(id: SocketId, room: Room, address: Option<IpAddr>, now: u64) -> Self {
        Self {
            id,
            room,
            outbox: Mutex::default(),
            heard: AtomicU64::new(now),
            asked: AtomicU64::new(0),
            began: now,
            address,
            joined: AtomicBool::new(false),
            signed: AtomicBool::new(false),
        }
    }

    /// Notes that it is in a channel.
    pub(crate) fn join(&self) {
        self.joined.store(true, Ordering::Relaxed);
    }

    /// Notes that it has shown a signature; true the first time.
    pub(crate) fn sign(&self) -> bool {
        !self.signed.swap(true, Ordering::Relaxed)
    }

    /// It has shown a signature.
    pub(crate) fn is_signed(&self) -> bool {
        self.signed.load(Ordering::Relaxed)
    }

    /// Since when it is of no use to anybody: it was never in a channel, and nobody is signed in.
    pub(crate) fn useless_since(&self) -> Option<u64> {
        let used = self.joined.load(Ordering::Relaxed) || self.is_signed();
        (!used).then_some(self.began)
    }

    /// Whose it is.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// Leaves a message; true when it waits. A reader that is too slow for it is sent away.
    pub(crate) fn send(&self, frame: Bytes) -> bool {
        let mut outbox = self.outbox();
        let (pushed, mut waker) = outbox.push(frame, self.room);
        if pushed == Pushed::Full {
            waker = outbox.drop_all(frame::close(
                code::OVER_CAPACITY,
                "too slow: too much waits to be read",
            ));
        }
        drop(outbox);
        wake(waker);
        pushed == Pushed::Queued
    }

    /// Closes it once it has read what waits.
    pub(crate) fn close(&self, code: u16, reason: &str) {
        let waker = self.outbox().close(frame::close(code, reason));
        wake(waker);
    }

    /// Ends it without a word.
    pub(crate) fn kill(&self) {
        let waker = self.outbox().kill();
        wake(waker);
    }

    /// How far it is on its way out.
    pub(crate) fn stage(&self) -> Stage {
        self.outbox().stage()
    }

    /// Moves what waits to the end of `batch`.
    pub(crate) fn take(&self, batch: &mut VecDeque<Bytes>, writer: &Waker) -> Stage {
        self.outbox().take(batch, writer)
    }

    /// Some of what was taken has been written.
    pub(crate) fn written(&self, messages: usize, bytes: usize) {
        self.outbox().written(messages, bytes);
    }

    /// The network takes nothing more for now.
    pub(crate) fn blocked(&self) {
        self.outbox().blocked();
    }

    /// It was heard, or begins to close.
    pub(crate) fn hear(&self, now: u64) {
        self.heard.store(now, Ordering::Relaxed);
        self.asked.store(0, Ordering::Relaxed);
    }

    /// When it was last heard.
    pub(crate) fn heard(&self) -> u64 {
        self.heard.load(Ordering::Relaxed)
    }

    /// Notes that it is asked whether it is there.
    pub(crate) fn ask(&self, now: u64) {
        self.asked.store(now.max(1), Ordering::Relaxed);
    }

    /// When it was asked; nothing when it was not.
    pub(crate) fn asked(&self) -> Option<u64> {
        Some(self.asked.load(Ordering::Relaxed)).filter(|asked| *asked > 0)
    }

    fn outbox(&self) -> MutexGuard<'_, Outbox> {
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_two_numbers() {
        for id in ["1.2", "0.4294967295"] {
            assert!(is_socket_id(id), "{id}");
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
            assert!(!is_socket_id(id), "{id}");
        }
        let id = SocketId::random();
        assert_eq!(id.to_string().parse(), Ok(id));
    }
}
