//! The wire at its boundary: bytes in, the kernel's values out, and back.

#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod capture;
mod details;
mod look;
mod read;
mod reply;
mod report;
mod resume;
