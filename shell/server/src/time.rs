//! Moments as clients write them.

use jiff::Timestamp;
use screen_agent_wire::Invalid;

pub(crate) use screen_agent_engine::iso;

/// Reads a moment.
pub(crate) fn parse(field: &str, text: &str) -> Result<i64, Invalid> {
    text.parse::<Timestamp>()
        .map(Timestamp::as_millisecond)
        .map_err(|_| Invalid::new(field, "is not an ISO 8601 date with a time zone"))
}

/// The machine's own clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl screen_agent_ports::Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        Timestamp::now().as_millisecond()
    }
}
