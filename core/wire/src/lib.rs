//! The contracts as types: what goes over the wire, and how it becomes the kernel's own.
//!
//! Rust is the source: OpenAPI, JSON Schema and the TypeScript types are generated from here.

pub mod extension;
