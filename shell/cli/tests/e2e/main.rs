//! The real command in a real browser, from end to end.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    missing_docs,
    unreachable_pub
)]

mod kit;

mod acp;
mod agui;
mod ask;
mod audit;
mod backup;
mod blocked;
mod consent;
mod deploy;
mod disk;
mod faults;
mod fleet;
mod given;
mod ide;
mod ide_kills;
mod kills;
mod leaving;
mod mail;
mod mcp;
mod missing;
mod nodes;
mod own;
mod pages;
mod power;
mod read;
mod run;
mod server;
mod telemetry;
mod thinking;
mod watch;
mod workers;
mod workflow;
