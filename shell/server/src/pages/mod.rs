//! What the server shows of itself, beside what its surfaces answer.

pub(crate) mod console;
pub(crate) mod docs;
pub(crate) mod metrics;
