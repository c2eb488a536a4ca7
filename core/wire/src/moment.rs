//! Moments as clients read them.

use jiff::Timestamp;

/// ISO 8601 in UTC, to the millisecond. Moments beyond any calendar come out as its beginning.
pub fn iso(ms: i64) -> String {
    let moment = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
    format!("{moment:.3}")
}

/// ISO 8601 with date, time and zone, with a `T` between them as programs write it.
pub fn is_iso(text: &str) -> bool {
    text.as_bytes().get(10) == Some(&b'T') && text.parse::<Timestamp>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_utc() {
        for (ms, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_769_767_200_123, "2026-01-30T10:00:00.123Z"),
            (4_107_542_399_000, "2100-02-28T23:59:59.000Z"),
            (i64::MAX, "1970-01-01T00:00:00.000Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(iso(ms), expected, "{ms}");
        }
    }
}
