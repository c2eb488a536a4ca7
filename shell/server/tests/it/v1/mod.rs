//! `/api/v1`.

mod account;
mod auth;
mod user;
