//! How much memory the bodies of requests take together.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bytes of the largest body that any endpoint takes: a file, and what little stands around it.
pub(crate) const LARGEST_BODY: usize = screen_agent_wire::limits::UPLOAD + 64 * 1024;
/// Bodies are counted in pieces of this many bytes.
const PIECE: usize = 1_024;

/// Room for bodies that arrive, or are in the hands of a turn.
pub(crate) struct BodyMemory(Arc<Semaphore>);

/// The room that one body takes.
pub(crate) struct Room {
    all: Arc<Semaphore>,
    permit: OwnedSemaphorePermit,
}

impl BodyMemory {
    /// So many bytes; a body of the largest size fits in any case, or it would wait for ever.
    pub(crate) fn new(bytes: usize) -> Self {
        let pieces = bytes.max(LARGEST_BODY) / PIECE;
        Self(Arc::new(Semaphore::new(pieces.min(Semaphore::MAX_PERMITS))))
    }

    /// Room for a body that is empty yet; nothing while there is none at all.
    pub(crate) fn room(&self) -> Option<Room> {
        let permit = Arc::clone(&self.0).try_acquire_many_owned(0).ok()?;
        Some(Room {
            all: Arc::clone(&self.0),
            permit,
        })
    }
}

impl Room {
    /// Makes room for a body of so many bytes; false when there is not enough.
    pub(crate) fn grow(&mut self, bytes: usize) -> bool {
        let pieces = bytes.div_ceil(PIECE) - self.permit.num_permits();
        let more = u32::try_from(pieces).ok();
        let more = more.and_then(|more| Arc::clone(&self.all).try_acquire_many_owned(more).ok());
        more.map(|more| self.permit.merge(more)).is_some()
    }
}
