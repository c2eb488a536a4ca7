//! Moments as clients read them. Written out here, so that core needs no clock crate.

const DAY: i64 = 86_400_000;

/// ISO 8601 in UTC, to the millisecond.
pub(crate) fn iso(ms: i64) -> String {
    let (day, of_day) = (ms.div_euclid(DAY), ms.rem_euclid(DAY));
    let (year, month, day) = date(day);
    let (hour, minute) = (of_day / 3_600_000, of_day / 60_000 % 60);
    let (second, milli) = (of_day / 1_000 % 60, of_day % 1_000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
}

/// Year, month and day of a day counted from 1970. Years are taken to begin in March, so that the
/// leap day is their last.
fn date(day: i64) -> (i64, i64, i64) {
    const CENTURIES: i64 = 146_097;
    let day = day + 719_468;
    let (era, of_era) = (day.div_euclid(CENTURIES), day.rem_euclid(CENTURIES));
    let leap_days = of_era / 1_460 - of_era / 36_524 + of_era / 146_096;
    let of_era_year = (of_era - leap_days) / 365;
    let of_year = of_era - (365 * of_era_year + of_era_year / 4 - of_era_year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = era * 400 + of_era_year + i64::from(month <= 2);
    (year, month, of_month)
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
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(iso(ms), expected, "{ms}");
        }
    }
}
