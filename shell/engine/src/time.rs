//! Moments in words.

use jiff::Timestamp;

/// A moment as it stands in answers and documents: ISO 8601, to the millisecond.
pub fn iso(ms: i64) -> String {
    let moment = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
    format!("{moment:.3}")
}

/// `YYYY-MM-DD` in UTC.
pub fn day(ms: i64) -> String {
    let moment = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
    moment.strftime("%Y-%m-%d").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_the_day_by_utc() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(1_772_625_600_000), "2026-03-04");
    }
}
