//! The time, by which leases are told: servers that share a database go by its clock, however their own stand.

use std::sync::atomic::{AtomicI64, Ordering};

use screen_agent_ports::Clock;
use screen_agent_server::SystemClock;
use screen_agent_store::{Peers, Stored};

/// Off by less is not told apart from a slow answer, and harms nobody.
const SAME_MS: i64 = 500;
/// Off by more is said: certificates and signed requests go by the machine's own clock.
const WRONG_MS: i64 = 5_000;
/// An answer that took longer says too little, and it is asked again.
const SLOW_MS: i64 = 2_000;
/// So often; the last answer has to do then.
const TRIES: u32 = 5;

/// This machine's clock, put right by that of the database.
#[derive(Default)]
pub(crate) struct SharedClock {
    ahead_ms: AtomicI64,
}

impl Clock for SharedClock {
    fn now_ms(&self) -> i64 {
        SystemClock.now_ms() + self.ahead_ms.load(Ordering::Relaxed)
    }
}

impl SharedClock {
    /// Asks what time it is.
    pub(crate) async fn set(&self, peers: &dyn Peers) -> Stored<()> {
        let mut asked = 0;
        let found_ms = loop {
            asked += 1;
            let before_ms = SystemClock.now_ms();
            let Some(theirs_ms) = peers.time_ms().await? else {
                return Ok(());
            };
            let after_ms = SystemClock.now_ms();
            if asked == TRIES || after_ms - before_ms <= SLOW_MS {
                break theirs_ms - i64::midpoint(before_ms, after_ms);
            }
        };
        let known_ms = self.ahead_ms.load(Ordering::Relaxed);
        let ahead_ms = in_step(known_ms, found_ms);
        self.ahead_ms.store(ahead_ms, Ordering::Relaxed);
        if ahead_ms != known_ms && ahead_ms.abs() > WRONG_MS {
            tracing::warn!(
                milliseconds = -ahead_ms,
                "this machine's clock is off; that of the database counts"
            );
        }
        Ok(())
    }
}

/// How far the other clock is taken to be ahead, that was and is found to be so far ahead: time does not tremble.
fn in_step(known_ms: i64, found_ms: i64) -> i64 {
    match (found_ms - known_ms).abs() < SAME_MS {
        true => known_ms,
        false => found_ms,
    }
}

#[cfg(test)]
mod tests {
    use super::in_step;

    #[test]
    fn a_clock_is_put_right_by_what_is_surely_off() {
        assert_eq!(in_step(0, 60_000), 60_000);
        assert_eq!(in_step(0, -60_000), -60_000);
        assert_eq!(in_step(60_000, 10), 10);
        assert_eq!(in_step(0, 400), 0);
        assert_eq!(in_step(60_000, 60_300), 60_000);
    }
}
