//! `/api/agent/interact`.

mod bad_input;
mod concurrency;
mod faults;
mod idempotency;
mod turn;
