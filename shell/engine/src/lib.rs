//! Drives the machines of core: an event in, its notes kept, what it calls for performed, the next
//! event; until there is a reply.
//!
//! The driver decides nothing and edits no reply: the machines do. What every surface needs is here:
//! rights to a task and their renewal, work that outlives its caller, progress, budgets, jobs in the background,
//! links to files. What is particular to a surface is a folder: how its calls are performed, and how its
//! notes become rows.

pub mod filename;
pub mod knowledge;
pub mod packet;
pub mod relay;
pub mod trace;
pub mod turn;

mod consult;
mod engine;
mod known;
mod live_traces;
mod machine;
mod memory;
mod models;
mod progress;
mod request;
mod work;
mod works;

mod background;
mod links;
mod measure;
mod think;
mod time;

pub use consult::{ConsultError, Consulted};
pub use engine::{Engine, EngineParts, Patience};
pub use links::FileLinks;
pub use measure::describe as describe_measures;
pub use models::{OwnModels, TenantModels};
pub use progress::{ProgressSender, ProgressUpdate};
pub use time::{day, iso};
pub use work::Broken;
pub use works::Works;
