//! The server over HTTP, in process: the modules mirror the URL tree.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    unreachable_pub
)]

mod kit;
mod metrics;
mod oauth;
mod packet;
mod place;
mod thinking;

mod agent;
mod contract;
mod debug;
mod docs;
mod health;
mod http;
mod ide;
mod ide_access;
mod ide_clients;
mod ide_documents;
mod ide_figma;
mod ide_late;
mod ide_models;
mod ide_objects;
mod ide_registry;
mod ide_report;
mod ide_trace;
mod knowledge;
mod leases;
mod profiles;
mod realtime;
mod run_callbacks;
mod run_files;
mod run_outputs;
mod runs;
mod schedules;
mod secrets;
mod serve;
mod session;
mod v1;
mod watch;
mod workflows;
