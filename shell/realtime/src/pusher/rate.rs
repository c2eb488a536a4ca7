//! How often is too often.

use std::time::{Duration, Instant};

/// So many in any second, counted from the first of them.
#[derive(Debug)]
pub(crate) struct Rate {
    most: u32,
    since: Option<Instant>,
    count: u32,
}

impl Rate {
    /// At most so many a second.
    pub(crate) fn new(most: u32) -> Self {
        Self {
            most,
            since: None,
            count: 0,
        }
    }

    /// True when one more is not too many.
    pub(crate) fn allows(&mut self, now: Instant) -> bool {
        let begun = self
            .since
            .is_some_and(|since| now.saturating_duration_since(since) < Duration::from_secs(1));
        if !begun {
            self.since = Some(now);
            self.count = 0;
        }
        self.count = self.count.saturating_add(1);
        self.count <= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_later_is_another_second() {
        let mut rate = Rate::new(2);
        let now = Instant::now();
        let allowed = |rate: &mut Rate, ms| rate.allows(now + Duration::from_millis(ms));
        let answers = [0, 10, 20, 999, 1_000, 1_001, 1_002].map(|ms| allowed(&mut rate, ms));
        assert_eq!(answers, [true, true, false, false, true, true, false]);
    }
}
