//! What of turns is in memory alone.

mod given;
mod outstanding;
mod running;

pub(crate) use running::Entry;

/// What of turns is in memory alone.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    pub(crate) running: running::Running,
    pub(crate) given: given::Given,
    pub(crate) outstanding: outstanding::Outstanding,
}
