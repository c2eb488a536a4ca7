//! A run: one question, and every step until it is answered.

mod effect;
mod event;
mod state;

pub use effect::Effect;
pub use event::{Event, Moment, Outcome};
pub use state::{Means, Run, Service, Tab, Waiting, WaitsFor};
