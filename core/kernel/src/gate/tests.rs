#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod any;
mod fixtures;
mod passing;
mod tools;
