//! `/api/session`.

mod conversations;
mod limits;
mod task;
mod tenancy;
