//! The extension surface: spec 001 and 002. One file per noun.

pub mod audit;
pub mod auth;
pub mod basis;
pub mod blocker;
pub mod capture;
pub mod chain;
pub mod debug;
pub mod envelope;
pub mod error;
pub mod files;
pub mod health;
pub mod knowledge;
pub mod lease;
pub mod live;
pub mod memory;
pub mod message;
pub mod outputs;
pub mod plan;
pub mod preferences;
pub mod realtime;
pub mod report;
pub mod request;
pub mod response;
pub mod run;
pub mod schedule;
pub mod session;
pub mod task;
pub mod task_report;
pub mod usage;
pub mod v2;
pub mod vault;
pub mod workflow;

mod amount;
mod captured;
mod check;
mod details;
mod reply;
mod seen;
mod steps;

pub use details::action_details;
pub use envelope::Mirrored;
pub use error::ErrorBody;
pub use reply::ledger;
pub use request::InteractRequest;
pub use response::InteractData;
