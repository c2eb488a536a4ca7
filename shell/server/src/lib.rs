//! The HTTP front door: an app in, a router out.
//!
//! [`AppState::new`] joins engine and configuration; [`app`] makes the router
//! and [`serve`] runs it on a listener until it is told to stop.

mod app;
mod auth;
mod config;
mod console;
mod docs;
mod error;
mod extension;
mod fair;
mod hint;
mod http;
mod limit;
mod metrics;
mod packet;
mod realtime;
mod state;
mod time;

pub mod codegen;

pub use app::{app, openapi};
pub use auth::password::{HashError, hash_password};
pub use auth::rule::password_fault;
pub use auth::seal::SealKey;
pub use auth::token::issue_token;
pub use config::{ConfigError, Rates, ServerConfig};
pub use error::ApiError;
pub use extension::knowledge::domain_pattern;
pub use extension::live::tell;
pub use http::serve;
pub use realtime::{
    Announcement, Elsewhere, Place as RealtimePlace, PublishFailure, Publisher, Realtime,
};
pub use state::{AppState, Parts};
pub use time::SystemClock;
