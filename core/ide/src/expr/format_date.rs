//! `formatDate`: a date as a pattern says it, of `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss`.

use jiff::civil::{Date, DateTime};
use serde_json::Value;

use super::eval::EvalFault;

pub(super) fn format(date: &Value, pattern: &Value) -> Result<String, EvalFault> {
    let text = date.as_str().unwrap_or_default();
    // An offset says where it was that late; the pattern wants the time that is written.
    let local = text.trim_end_matches('Z');
    let moment: Option<DateTime> = local.parse().ok();
    let moment = moment.or_else(|| Some(local.parse::<Date>().ok()?.at(0, 0, 0, 0)));
    let moment = moment.ok_or(EvalFault::WrongType(
        "formatDate takes a date such as 2026-03-04",
    ))?;
    let pattern = pattern
        .as_str()
        .ok_or(EvalFault::WrongType("formatDate takes a pattern"))?;
    let (mut written, mut rest) = (String::new(), pattern);
    while let Some(first) = rest.chars().next() {
        let parts = [
            ("yyyy", format!("{:04}", moment.year())),
            ("MM", format!("{:02}", moment.month())),
            ("dd", format!("{:02}", moment.day())),
            ("HH", format!("{:02}", moment.hour())),
            ("mm", format!("{:02}", moment.minute())),
            ("ss", format!("{:02}", moment.second())),
        ];
        match parts.iter().find(|(name, _)| rest.starts_with(name)) {
            Some((name, part)) => {
                written.push_str(part);
                rest = &rest[name.len()..];
            }
            None => {
                written.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    Ok(written)
}
