//! `/api/v1`.

mod auth;
mod user;
