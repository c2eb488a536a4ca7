#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod any;
mod binding;
mod fixtures;
mod passing;
mod tools;
