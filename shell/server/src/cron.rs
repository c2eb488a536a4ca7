//! When a pattern of cron says that it is time, where it is said to be.

use std::str::FromStr as _;

use chrono::DateTime;
use chrono_tz::Tz;
use screen_agent_wire::Invalid;

/// Minute, hour, day of month, month, day of week.
const FIELDS: usize = 5;

/// A pattern, and whose clocks it goes by.
pub(crate) struct Cron {
    pattern: croner::Cron,
    zone: Tz,
}

impl Cron {
    /// Refuses what is no pattern, no time zone, and what never comes.
    pub(crate) fn parse(cron: &str, zone: &str, now_ms: i64) -> Result<Self, Invalid> {
        // Seconds would begin sixty runs where one is meant.
        let fields = cron.split_whitespace().count();
        if fields != FIELDS && !cron.trim_start().starts_with('@') {
            return Err(Invalid::new(
                "cron",
                format!("has {fields} fields and not {FIELDS}"),
            ));
        }
        let pattern = croner::Cron::from_str(cron.trim())
            .map_err(|error| Invalid::new("cron", format!("is no pattern of cron: {error}")))?;
        let zone = zone
            .parse()
            .map_err(|_| Invalid::new("zone", "is no time zone, such as Europe/Berlin"))?;
        let cron = Self { pattern, zone };
        match cron.after(now_ms) {
            Some(_) => Ok(cron),
            None => Err(Invalid::new("cron", "never comes")),
        }
    }

    /// The first time after this one. What a clock that is put forward leaves out comes at once when it goes on; what one
    /// that is put back shows twice comes once, unless it comes every hour or more often.
    pub(crate) fn after(&self, ms: i64) -> Option<i64> {
        let at = DateTime::from_timestamp_millis(ms)?.with_timezone(&self.zone);
        let next = self.pattern.find_next_occurrence(&at, false).ok()?;
        Some(next.timestamp_millis())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::time::{iso, parse};

    fn times(cron: &str, zone: &str, from: &str, count: usize) -> Vec<String> {
        let mut at = parse("from", from).unwrap();
        let cron = Cron::parse(cron, zone, at).unwrap();
        let next = || {
            at = cron.after(at).unwrap();
            iso(at)
        };
        std::iter::repeat_with(next).take(count).collect()
    }

    #[test]
    fn a_pattern_means_the_clocks_of_its_zone() {
        for (cron, zone, from, expected) in [
            (
                "0 9 * * MON-FRI",
                "America/New_York",
                "2026-03-06T12:00:00Z",
                // Over the night in which clocks are put forward.
                vec!["2026-03-06T14:00:00.000Z", "2026-03-09T13:00:00.000Z"],
            ),
            (
                "@daily",
                "UTC",
                "2026-03-06T12:00:00Z",
                vec!["2026-03-07T00:00:00.000Z"],
            ),
            (
                "30 2 * * *",
                "Europe/Berlin",
                "2026-03-28T12:00:00Z",
                // There is no half past two in that night.
                vec!["2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z"],
            ),
            (
                "30 2 * * *",
                "Europe/Berlin",
                "2026-10-24T12:00:00Z",
                // And here there are two.
                vec!["2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"],
            ),
            (
                "0 * * * *",
                "Europe/Berlin",
                "2026-10-24T23:30:00Z",
                vec!["2026-10-25T00:00:00.000Z", "2026-10-25T01:00:00.000Z"],
            ),
        ] {
            assert_eq!(
                times(cron, zone, from, expected.len()),
                expected,
                "{cron} {zone}"
            );
        }
    }

    #[test]
    fn what_is_no_time_is_refused_by_its_field() {
        let now_ms = parse("now", "2026-03-06T12:00:00Z").unwrap();
        for (cron, zone, field) in [
            ("* * * *", "UTC", "cron"),
            ("* * * * * *", "UTC", "cron"),
            ("61 * * * *", "UTC", "cron"),
            ("0 0 30 2 *", "UTC", "cron"),
            ("whenever", "UTC", "cron"),
            ("0 9 * * *", "Mars/Olympus", "zone"),
        ] {
            let refused = Cron::parse(cron, zone, now_ms).err().unwrap();
            assert_eq!(refused.field, field, "{cron} {zone}");
        }
    }
}
