//! The models over real HTTP, against a server that follows a script.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod faults;
mod forms;
mod kit;
mod ladder;
mod limits;
mod pictures;
mod stream;
