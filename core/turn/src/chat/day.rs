//! Days, counted.

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// Days since 1970-01-01 of a date as `YYYY-MM-DD`.
pub(super) fn of_date(date: &str) -> Option<i64> {
    let mut parts = date.splitn(3, '-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || !(1..=9_999).contains(&year) {
        return None;
    }
    // The year begins in March here, so that the leap day comes last.
    let (year, month) = if month < 3 {
        (year - 1, month + 9)
    } else {
        (year, month - 3)
    };
    let leap_days = year / 4 - year / 100 + year / 400;
    let before_month = (153 * month + 2) / 5;
    Some(365 * year + leap_days + before_month + day - 1 - 719_468)
}

/// Days since 1970-01-01 of a moment. The time zone of the person is not known here, so that close
/// to midnight this may be a day off.
pub(super) const fn of_moment(at_ms: i64) -> i64 {
    at_ms.div_euclid(DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted() {
        for (date, day) in [
            ("1970-01-01", Some(0)),
            ("1969-12-31", Some(-1)),
            ("2000-02-29", Some(11_016)),
            ("2000-03-01", Some(11_017)),
            ("2026-03-04", Some(20_516)),
            ("2026-13-04", None),
            ("2026-03", None),
            ("today", None),
            ("", None),
        ] {
            assert_eq!(of_date(date), day, "{date:?}");
        }
        assert_eq!(of_moment(20_516 * DAY + DAY - 1), 20_516);
    }
}
