#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod any;
mod binding;
pub(crate) mod passing;
mod tools;
