//! `/api/session`.

mod conversations;
mod limits;
mod stream;
mod task;
mod tenancy;
