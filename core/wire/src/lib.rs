//! The contracts as types: what goes over the wire, and how it becomes the kernel's own.
//!
//! Rust is the source: OpenAPI, JSON Schema and the TypeScript types are generated from here.

pub mod extension;
pub mod ide;
pub mod packet;

#[cfg(feature = "schema")]
pub mod export;
pub mod invalid;
pub mod limits;
pub mod moment;
pub mod read;

mod alike;
mod derives;

pub use invalid::Invalid;
pub use read::{ReadError, read};
