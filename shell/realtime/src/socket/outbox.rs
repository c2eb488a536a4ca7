//! What waits for one socket. A slow reader fills its own outbox and nobody else's.

use std::collections::VecDeque;
use std::task::Waker;

use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::limits::Limits;

/// Messages that are taken at a time.
const BATCH: usize = 32;

/// Messages that an emptied queue may keep room for.
const KEPT: usize = 32;

/// What waits for one socket. What was taken counts until it is written.
#[derive(Debug)]
pub(super) struct Outbox {
    waiting: VecDeque<Message>,
    waiting_bytes: usize,
    taken: usize,
    taken_bytes: usize,
    most: usize,
    most_bytes: usize,
    leaving: Option<Leaving>,
    /// Whoever writes, when there is something to do again.
    writer: Option<Waker>,
    /// The writer waits for the network, so that another message is no news to it.
    is_full: bool,
}

/// Why a socket closes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Leaving {
    /// With this code and reason, after what waits.
    After(u16, Utf8Bytes),
    /// What waits is thrown away: it was too much.
    TooSlow,
}

impl Outbox {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            taken: 0,
            taken_bytes: 0,
            most: limits.queue_messages,
            most_bytes: limits.queue_bytes,
            leaving: None,
            writer: None,
            is_full: false,
        }
    }

    /// Puts a message at the end: whether it waits now, and who is to be woken.
    pub(super) fn push(&mut self, message: Message) -> (bool, Option<Waker>) {
        if self.leaving.is_some() {
            return (false, None);
        }
        let bytes = self.waiting_bytes + message.len();
        if self.waiting.len() + self.taken >= self.most
            || bytes + self.taken_bytes > self.most_bytes
        {
            self.waiting = VecDeque::new();
            return (false, self.leave(Leaving::TooSlow));
        }
        self.waiting_bytes = bytes;
        self.waiting.push_back(message);
        let writer = if self.is_full {
            None
        } else {
            self.writer.take()
        };
        (true, writer)
    }

    /// Ends the queue: nothing follows what waits. Gives who is to be woken.
    pub(super) fn close(&mut self, code: u16, reason: Utf8Bytes) -> Option<Waker> {
        self.leave(Leaving::After(code, reason))
    }

    /// Why the socket closes, once it does.
    pub(super) fn leaving(&self) -> Option<&Leaving> {
        self.leaving.as_ref()
    }

    /// Moves some of what waits into an empty `batch`, unless the network is full; what was taken
    /// before is written by then. Wakes this writer when there is more, and says why the socket closes.
    pub(super) fn take(
        &mut self,
        batch: &mut VecDeque<Message>,
        writer: &Waker,
        is_full: bool,
    ) -> Option<Leaving> {
        self.is_full = is_full;
        if !is_full && batch.is_empty() {
            match self.waiting.len() {
                0..=BATCH => std::mem::swap(batch, &mut self.waiting),
                _ => batch.extend(self.waiting.drain(..BATCH)),
            }
            self.taken = batch.len();
            self.taken_bytes = batch.iter().map(Message::len).sum();
            self.waiting_bytes -= self.taken_bytes;
            if self.waiting.is_empty() && self.waiting.capacity() > KEPT {
                self.waiting = VecDeque::new();
            }
        }
        let is_known = |own: &Waker| own.will_wake(writer);
        if !self.writer.as_ref().is_some_and(is_known) {
            self.writer = Some(writer.clone());
        }
        self.leaving.clone()
    }

    fn leave(&mut self, leaving: Leaving) -> Option<Waker> {
        if self.leaving.is_some() {
            return None;
        }
        self.leaving = Some(leaving);
        self.writer.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outbox() -> Outbox {
        Outbox::new(&Limits {
            queue_messages: 3,
            queue_bytes: 10,
            ..Limits::default()
        })
    }

    fn push(outbox: &mut Outbox, text: &'static str) -> bool {
        outbox.push(Message::text(text)).0
    }

    fn take(outbox: &mut Outbox, batch: &mut VecDeque<Message>) -> Option<Leaving> {
        outbox.take(batch, Waker::noop(), false)
    }

    #[test]
    fn what_is_being_written_takes_room_until_it_is() {
        let mut outbox = outbox();
        let mut batch = VecDeque::new();
        for text in ["a", "b", "c"] {
            assert!(push(&mut outbox, text));
        }
        take(&mut outbox, &mut batch);
        assert_eq!(batch, ["a", "b", "c"].map(Message::text));
        batch.clear();
        take(&mut outbox, &mut batch);
        for text in ["d", "e"] {
            assert!(push(&mut outbox, text));
        }
        take(&mut outbox, &mut batch);
        assert!(push(&mut outbox, "f"));
        assert!(!push(&mut outbox, "g"));
        batch.clear();
        assert_eq!(take(&mut outbox, &mut batch), Some(Leaving::TooSlow));
        assert!(batch.is_empty());
    }

    #[test]
    fn bytes_count_too() {
        let mut outbox = outbox();
        assert!(push(&mut outbox, "12345678"));
        take(&mut outbox, &mut VecDeque::new());
        assert!(push(&mut outbox, "12"));
        assert!(!push(&mut outbox, "1"));
    }

    #[test]
    fn nothing_follows_a_goodbye() {
        let mut outbox = outbox();
        let mut batch = VecDeque::new();
        push(&mut outbox, "a");
        outbox.close(4100, "bye".into());
        outbox.close(4200, "again".into());
        assert!(!push(&mut outbox, "b"));
        let leaving = take(&mut outbox, &mut batch);
        assert_eq!(leaving, Some(Leaving::After(4100, "bye".into())));
        assert_eq!(batch, [Message::text("a")]);
    }

    #[test]
    fn a_writer_is_woken_once_and_not_while_the_network_is_full() {
        let mut outbox = outbox();
        let mut batch = VecDeque::new();
        let text = || Message::text("a");
        take(&mut outbox, &mut batch);
        assert!(outbox.push(text()).1.is_some());
        assert!(outbox.push(text()).1.is_none());
        outbox.take(&mut batch, Waker::noop(), true);
        assert!(outbox.push(text()).1.is_none());
        assert!(outbox.close(4100, "a".into()).is_some());
    }
}
