//! The HTTP front door: an app in, a router out.
//!
//! [`AppState::new`] joins engine and configuration; [`app`] makes the router
//! and [`serve`] runs it on a listener until it is told to stop.

mod app;
mod auth;
mod config;
mod credentials;
mod cron;
mod error;
mod extension;
mod fair;
mod http;
mod ide;
mod limit;
mod memory;
mod metrics;
mod oauth;
mod packet;
mod pages;
mod realtime;
mod serve;
mod signed;
mod state;
mod takeout;
mod time;

pub mod codegen;

pub use app::{app, app_beside, app_for_programs, openapi};
pub use config::{ConfigError, IdeAccess, Rates, ServerConfig};
pub use credentials::password::{HashError, hash_password};
pub use credentials::rule::password_fault;
pub use credentials::seal::SealKey;
pub use credentials::token::issue_token;
pub use error::ApiError;
pub use extension::callbacks::tell_callbacks;
pub use extension::live::tell;
pub use extension::schedules::begin_scheduled_runs;
pub use ide::{KeywordError, change_keyword, issue_key, read_registry, resume_jobs, revoke_key};
pub use oauth::{ProgramScope, admit_program, described_at};
pub use realtime::{
    Announcement, Elsewhere, PublishFailure, Publisher, Realtime, RealtimeAddress as RealtimePlace,
};
pub use screen_agent_ide::IdeMeans;
pub use screen_agent_knowledge::domain_pattern;
pub use serve::serve;
pub use signed::jwt::{JwksFault, JwtKeys, JwtMeans};
pub use signed::request::{SharedSecret, SignedMeans, SignedRequest, sign};
pub use state::{AppState, ServerParts};
pub use takeout::{TakeoutError, take_out};
pub use time::SystemClock;
