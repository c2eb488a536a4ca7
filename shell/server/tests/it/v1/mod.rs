//! `/api/v1`.

mod account;
mod audit;
mod auth;
mod user;
