//! A run: one question, and every step until it is answered.

mod advance;
mod answered;
mod asked;
mod begin;
mod earlier;
mod effect;
mod event;
mod limits;
mod look;
mod own_page;
mod propose;
mod read;
mod reply;
mod result;
mod state;
mod take;
#[cfg(test)]
mod tests;
mod turn;

pub use crate::inquiry::{CapturedPage, Exchange, Lasting, Means, STEPS, Service};
pub use crate::moment::Moment;
pub use advance::advance;
pub use begin::{ResumeFault, open, resume};
pub use earlier::{Earlier, KeptPacket, KeptRequest, KeptResponse, earlier};
pub use effect::{Call, Effect, Note};
pub use event::Event;
pub use read::SourcesRead;
pub use state::{Asking, QuestionRun, Tab, WaitingCall, WaitsFor};

pub(crate) use take::documents as take_documents;
