//! What waits for one socket. A slow reader fills its own outbox and nobody else's.

use std::collections::VecDeque;
use std::task::Waker;

use axum::body::Bytes;

/// Frames that an emptied queue may keep room for.
const KEPT: usize = 32;

/// How much may wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Messages.
    pub(crate) messages: usize,
    /// Bytes.
    pub(crate) bytes: usize,
}

/// What waits for one socket.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    waiting: VecDeque<Bytes>,
    /// Messages and bytes that wait or are being written.
    messages: usize,
    bytes: usize,
    stage: Stage,
    /// Whoever writes, when there is something to do again.
    writer: Option<Waker>,
    /// The writer waits for the network, so that another message is no news to it.
    is_blocked: bool,
}

/// How far a socket is on its way out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// In use.
    #[default]
    Open,
    /// What waits is still written; the last of it says goodbye.
    Closing,
    /// The same, but only what has been begun is written before the goodbye.
    Dropped,
    /// At once, and without a word.
    Dead,
}

/// What became of a message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Pushed {
    /// It waits.
    Queued,
    /// Nobody is there for it any more.
    Gone,
    /// It was one too many; the socket should be closed.
    Full,
}

impl Outbox {
    /// Puts a message at the end, and gives who is to be woken for it.
    pub(crate) fn push(&mut self, frame: Bytes, room: Room) -> (Pushed, Option<Waker>) {
        if self.stage != Stage::Open {
            return (Pushed::Gone, None);
        }
        if self.messages >= room.messages || self.bytes + frame.len() > room.bytes {
            return (Pushed::Full, None);
        }
        self.append(frame);
        let waker = if self.is_blocked {
            None
        } else {
            self.writer.take()
        };
        (Pushed::Queued, waker)
    }

    /// Puts a goodbye at the end. Nothing follows it.
    pub(crate) fn close(&mut self, goodbye: Bytes) -> Option<Waker> {
        if self.stage != Stage::Open {
            return None;
        }
        self.stage = Stage::Closing;
        self.append(goodbye);
        self.writer.take()
    }

    /// Throws away what waits, and says goodbye.
    pub(crate) fn drop_all(&mut self, goodbye: Bytes) -> Option<Waker> {
        if self.stage != Stage::Open {
            return None;
        }
        self.stage = Stage::Dropped;
        self.waiting = VecDeque::new();
        self.append(goodbye);
        self.writer.take()
    }

    /// Ends it without a word.
    pub(crate) fn kill(&mut self) -> Option<Waker> {
        self.stage = Stage::Dead;
        self.waiting = VecDeque::new();
        self.writer.take()
    }

    /// How far it is on its way out.
    pub(crate) fn stage(&self) -> Stage {
        self.stage
    }

    /// Moves all that waits to the end of `batch`, and wakes this writer when there is more.
    pub(crate) fn take(&mut self, batch: &mut VecDeque<Bytes>, writer: &Waker) -> Stage {
        self.is_blocked = false;
        if batch.is_empty() {
            // Both queues keep their room, so that a busy socket allocates nothing.
            std::mem::swap(&mut self.waiting, batch);
        } else {
            batch.append(&mut self.waiting);
        }
        if self.waiting.capacity() > KEPT {
            self.waiting = VecDeque::new();
        }
        if !self
            .writer
            .as_ref()
            .is_some_and(|own| own.will_wake(writer))
        {
            self.writer = Some(writer.clone());
        }
        self.stage
    }

    /// Some of what was taken has been written.
    pub(crate) fn written(&mut self, messages: usize, bytes: usize) {
        self.messages = self.messages.saturating_sub(messages);
        self.bytes = self.bytes.saturating_sub(bytes);
    }

    /// The network takes nothing more for now.
    pub(crate) fn blocked(&mut self) {
        self.is_blocked = true;
    }

    fn append(&mut self, frame: Bytes) {
        self.messages += 1;
        self.bytes += frame.len();
        self.waiting.push_back(frame);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room {
        messages: 3,
        bytes: 10,
    };

    fn push(outbox: &mut Outbox, text: &'static str) -> Pushed {
        outbox.push(Bytes::from_static(text.as_bytes()), ROOM).0
    }

    #[test]
    fn what_is_being_written_takes_room_until_it_is() {
        let mut outbox = Outbox::default();
        let mut batch = VecDeque::new();
        for text in ["a", "b", "c"] {
            assert_eq!(push(&mut outbox, text), Pushed::Queued);
        }
        assert_eq!(push(&mut outbox, "d"), Pushed::Full);
        outbox.take(&mut batch, Waker::noop());
        assert_eq!(batch, ["a", "b", "c"]);
        assert_eq!(push(&mut outbox, "d"), Pushed::Full);
        outbox.written(1, 1);
        assert_eq!(push(&mut outbox, "d"), Pushed::Queued);
        outbox.take(&mut batch, Waker::noop());
        assert_eq!(batch, ["a", "b", "c", "d"]);
    }

    #[test]
    fn bytes_count_too() {
        let mut outbox = Outbox::default();
        assert_eq!(push(&mut outbox, "12345678"), Pushed::Queued);
        assert_eq!(push(&mut outbox, "123"), Pushed::Full);
        assert_eq!(push(&mut outbox, "12"), Pushed::Queued);
    }

    #[test]
    fn nothing_follows_a_goodbye() {
        let goodbye = || Bytes::from_static(b"bye");
        let mut batch = VecDeque::new();
        let mut patient = Outbox::default();
        push(&mut patient, "a");
        patient.close(goodbye());
        assert_eq!(push(&mut patient, "b"), Pushed::Gone);
        patient.drop_all(goodbye());
        assert_eq!(patient.take(&mut batch, Waker::noop()), Stage::Closing);
        assert_eq!(batch, ["a", "bye"]);
        batch.clear();
        let mut hasty = Outbox::default();
        push(&mut hasty, "a");
        hasty.drop_all(goodbye());
        assert_eq!(hasty.take(&mut batch, Waker::noop()), Stage::Dropped);
        assert_eq!(batch, ["bye"]);
    }

    #[test]
    fn a_writer_is_woken_once_and_not_while_the_network_is_full() {
        let mut outbox = Outbox::default();
        let mut batch = VecDeque::new();
        let frame = || Bytes::from_static(b"a");
        outbox.take(&mut batch, Waker::noop());
        assert!(outbox.push(frame(), ROOM).1.is_some());
        assert!(outbox.push(frame(), ROOM).1.is_none());
        outbox.take(&mut batch, Waker::noop());
        outbox.blocked();
        outbox.written(2, 2);
        assert!(outbox.push(frame(), ROOM).1.is_none());
        assert!(outbox.drop_all(frame()).is_some());
    }
}
