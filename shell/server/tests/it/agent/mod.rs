//! `/api/agent/interact`.

mod approval;
mod bad_input;
mod concurrency;
mod faults;
mod idempotency;
mod old_dialect;
mod turn;
