//! A run: one question, and every step until it is answered.

mod advance;
mod begin;
mod earlier;
mod effect;
mod event;
mod ids;
mod state;

pub use advance::advance;
pub use begin::{ResumeFault, open, resume};
pub use earlier::{Exchange, earlier};
pub use effect::Effect;
pub use event::{Event, Moment, Outcome};
pub use state::{Means, Page, Run, Service, Tab, Waiting, WaitsFor};
