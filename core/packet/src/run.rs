//! A run: one question, and every step until it is answered.

mod advance;
mod answered;
mod asked;
mod begin;
mod earlier;
mod effect;
mod event;
pub(crate) mod ids;
mod limits;
mod propose;
mod read;
mod reply;
mod result;
mod state;
mod take;
#[cfg(test)]
mod tests;
mod turn;

pub use advance::advance;
pub use begin::{ResumeFault, open, resume};
pub use earlier::{Earlier, Exchange, earlier};
pub use effect::{Call, Effect, Note};
pub use event::{Event, Moment, Outcome};
pub use read::Sources;
pub use state::{Asking, Means, Page, Run, Service, Tab, Waiting, WaitsFor};

pub(crate) use take::documents as take_documents;

/// Most steps of a run: how often a model is asked what to do.
pub const STEPS: u32 = 8;
