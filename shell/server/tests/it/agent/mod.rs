//! `/api/agent/interact`.

mod bad_input;
mod concurrency;
mod idempotency;
mod turn;
