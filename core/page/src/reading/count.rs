//! Figures that pages put in words: "136 comments", "1.2k replies", "3 hours ago".

use screen_agent_words::WordList;

/// Words for comments, lower case, as they begin.
static COMMENTS: WordList = WordList::named("count comments");

/// How many comments a text says there are: a figure right before such a word, or right after one,
/// as in "Comments (12)".
pub(super) fn comments(text: &str) -> Option<u64> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | '|' | ':' | '·'))
        .filter(|word| !word.is_empty())
        .collect();
    for (index, word) in words.iter().enumerate() {
        // Languages that leave no space write "12评论".
        let start = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
        if start > 0 && is_comment_word(&word[start..]) {
            return word[..start].parse().ok();
        }
        if !is_comment_word(word) {
            continue;
        }
        let before = index
            .checked_sub(1)
            .and_then(|before| figure(words[before]));
        let after = || words.get(index + 1).and_then(|after| figure(after));
        if let Some(figure) = before.or_else(after) {
            return Some(figure);
        }
    }
    None
}

fn is_comment_word(word: &str) -> bool {
    COMMENTS.iter().any(|stem| word.starts_with(stem))
}

/// A figure as people write it: `1,204`, `1.204`, `1.2k`, `3M`.
pub(super) fn figure(word: &str) -> Option<u64> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let (number, unit) = match word.char_indices().last()? {
        (at, 'k' | 'K') => (&word[..at], 1_000.0),
        (at, 'm' | 'M') => (&word[..at], 1_000_000.0),
        _ => (word, 1.0),
    };
    if !number.starts_with(|c: char| c.is_ascii_digit()) || number.len() > 15 {
        return None;
    }
    let parts: Vec<&str> = number
        .split([',', '.', '\'', '\u{2009}', '\u{202f}'])
        .collect();
    if parts
        .iter()
        .any(|part| part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()))
    {
        return None;
    }
    let grouped = parts.len() > 1 && parts[1..].iter().all(|part| part.len() == 3);
    if parts.len() == 1 || grouped && unit == 1.0 {
        let whole: f64 = parts.concat().parse().ok()?;
        return Some((whole * unit) as u64);
    }
    // With a unit, or fewer than three digits behind the mark, it is a fraction.
    if parts.len() != 2 || unit == 1.0 {
        return None;
    }
    let fraction: f64 = format!("{}.{}", parts[0], parts[1]).parse().ok()?;
    Some((fraction * unit).round() as u64)
}

static AGO: WordList = WordList::named("ages ago");
static UNITS: WordList = WordList::named("ages units");
static MONTHS: WordList = WordList::named("ages months");

/// True for a text that says how long ago something was, or when.
pub(super) fn is_age(text: &str) -> bool {
    let lower = text.to_lowercase();
    let short = lower.chars().count() <= 40;
    let figure = lower.contains(|c: char| c.is_ascii_digit());
    let holds = |list: &WordList| list.iter().any(|word| lower.contains(word));
    let said = holds(&AGO) || lower.contains("vor ") || lower.contains("hace ");
    let dated = holds(&MONTHS);
    let numeric = lower
        .bytes()
        .all(|b| b.is_ascii_digit() || b"-/.: tz,".contains(&b))
        && lower.bytes().filter(u8::is_ascii_digit).count() >= 4;
    short
        && (figure && (said && holds(&UNITS) || dated || numeric)
            || matches!(
                lower.trim(),
                "yesterday" | "just now" | "gestern" | "hier" | "ayer"
            )
            || is_short_age(lower.trim()))
}

// "3h", "12 d", "5min".
fn is_short_age(text: &str) -> bool {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
    unit.len() < text.len()
        && matches!(
            unit.trim(),
            "s" | "m" | "h" | "d" | "w" | "y" | "mo" | "min" | "hr" | "hrs"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_counted_however_they_are_written() {
        for (text, expected) in [
            ("136 comments", Some(136)),
            ("1,204 replies", Some(1204)),
            ("1.204 Kommentare", Some(1204)),
            ("1.2k comments", Some(1200)),
            ("12 Kommentare", Some(12)),
            ("3M responses", Some(3_000_000)),
            (
                "89 points by x 3 hours ago | hide | 7\u{a0}comments",
                Some(7),
            ),
            ("Comments (12)", Some(12)),
            ("Comments: 5", Some(5)),
            ("33评论", Some(33)),
            ("5 コメント", Some(5)),
            ("comments", None),
            ("1 point", None),
            ("commentary of 5 days", None),
            ("", None),
        ] {
            assert_eq!(comments(text), expected, "{text}");
        }
    }

    #[test]
    fn ages_are_told_from_other_words() {
        for (text, expected) in [
            ("3 hours ago", true),
            ("vor 5 Stunden", true),
            ("2h", true),
            ("2024-05-01 10:00", true),
            ("Jan 5, 2024", true),
            ("yesterday", true),
            ("alice", false),
            ("12 points", false),
            ("reply", false),
        ] {
            assert_eq!(is_age(text), expected, "{text}");
        }
    }
}
