//! The storage port, its records and its conformance suite.
//!
//! Records are types of storage's own; only the kernel's ids and the turn's own record (task,
//! step, verdict) cross as they are, since they are replayed, and the small enums of the packet
//! surface that are the same words everywhere. Adapters live in crates of their
//! own and run one conformance suite, so that both databases behave alike.
//!
//! What ends in `_ms` is milliseconds: since the epoch for a moment, else a length of time. Ids of records are
//! the client's where it makes them and unique for their owner only; orders and numbers begin at 0.

#![allow(missing_docs, reason = "a field whose name says it all needs no line")]

pub mod account;
pub mod answer;
pub mod artifact;
pub mod audit;
pub mod callback;
pub mod collection;
pub mod conversation;
pub mod debug;
pub mod file;
pub mod ide;
pub mod knowledge;
pub mod learned;
pub mod oauth;
pub mod outbox;
pub mod profile;
pub mod queue;
pub mod run;
pub mod schedule;
pub mod session;
pub mod tab_lease;
pub mod takeout;
pub mod task;
pub mod turn;
pub mod upkeep;
pub mod usage;
pub mod vault;
pub mod workflow;

#[cfg(feature = "conformance")]
pub mod conformance;

mod error;
mod lease;
mod packed;
mod peers;
mod port;
mod record;
mod sign_in;

pub use account::Owner;
pub use callback::CallbackQueue;
pub use error::{Cause, StoreError, Stored};
pub use knowledge::Knowledge;
pub use oauth::Grants;
pub use packed::Packed;
pub use peers::{Duty, Peer, Peers};
pub use port::{
    Belongings, Documents, Leases, Library, Objects, Outbox, Requests, RunQueue, Scoped, Sessions,
    Store, Tasks, Turns, Upkeep, Work,
};
pub use profile::Profiles;
pub use record::{AddRecord, FindRecord, Latest, ListRecords, Record, RemoveRecord};
pub use schedule::{DueSchedules, Schedules};
pub use sign_in::Accounts;
pub use tab_lease::TabLeases;
pub use vault::Vault;
pub use workflow::Workflows;
