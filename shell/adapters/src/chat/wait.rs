//! When to try again.

use std::time::Duration;

use rand::RngExt as _;
use tokio::time::Instant;

use super::trouble::Trouble;

/// Tries after the first one.
pub(crate) const TRIES: u32 = 2;
/// Longest wait between two tries, whatever the server asks for.
const LONGEST: Duration = Duration::from_secs(10);

/// How long to wait before this try, counted from 0, or `None` when it would not be worth it: the
/// server asks for more patience than there is, or the time is up.
pub(crate) fn before(
    tried: u32,
    trouble: &Trouble,
    first: Duration,
    deadline: Instant,
) -> Option<Duration> {
    if tried >= TRIES || !trouble.passes() {
        return None;
    }
    let asked = match trouble {
        Trouble::Busy { after, .. } => *after,
        _ => None,
    };
    let spread = rand::rng().random_range(0.5..1.5);
    let wait = asked.unwrap_or_else(|| (first * 2_u32.pow(tried)).mul_f64(spread));
    let left = deadline.saturating_duration_since(Instant::now());
    (wait <= LONGEST && wait < left).then_some(wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn busy(after: Option<u64>) -> Trouble {
        Trouble::Busy {
            status: Some(429),
            after: after.map(Duration::from_secs),
        }
    }

    #[test]
    fn waits_grow_and_are_bounded() {
        let first = Duration::from_millis(100);
        let deadline = Instant::now() + Duration::from_secs(60);
        for (tried, low, high) in [(0, 50, 150), (1, 100, 300)] {
            let wait = before(tried, &busy(None), first, deadline).map(|wait| wait.as_millis());
            assert!(
                wait.is_some_and(|wait| (low..=high).contains(&wait)),
                "{wait:?}"
            );
        }
        assert_eq!(before(TRIES, &busy(None), first, deadline), None);
    }

    #[test]
    fn a_server_s_own_time_is_kept_to_or_not_waited_for() {
        let first = Duration::from_millis(100);
        let deadline = Instant::now() + Duration::from_secs(5);
        let cases = [(Some(2), Some(2)), (Some(6), None), (Some(3600), None)];
        for (after, expected) in cases {
            let wait = before(0, &busy(after), first, deadline);
            assert_eq!(wait, expected.map(Duration::from_secs));
        }
        assert_eq!(before(0, &Trouble::Denied, first, deadline), None);
    }
}
