//! The packet surface at its boundary: what clients send, what models are held to, what is kept, and what
//! `docs/packet.md` says.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod documented;
#[path = "../../../answer/tests/it/fixtures.rs"]
mod fixtures;
mod properties;
mod redaction;
mod requests;
mod schemas;
