//! The number that a text says, as people write numbers: `$1,299.00`, `14,50 €`, `1 299`, `-5 °C`.

/// What the text says, if that is one number and no other reading of it is likely. `whole` says that a sign before three
/// digits can only part thousands; otherwise `1.299` is not told.
pub(super) fn amount(text: &str, whole: bool) -> Option<f64> {
    let text: String = text.chars().map(plain).collect();
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let (before, rest) = text.split_at(start);
    let (digits, after) = rest.split_at(end(rest));
    if after.contains(|c: char| c.is_ascii_digit()) || !stands_alone(before, after) {
        return None;
    }
    let number: f64 = joined(digits, whole)?.parse().ok()?;
    Some(match is_negative(before) {
        true => -number,
        false => number,
    })
}

/// One sign for those that are written alike.
fn plain(c: char) -> char {
    match c {
        '\u{a0}' | '\u{202f}' | '\u{2009}' => ' ',
        '\u{2212}' | '\u{2013}' => '-',
        '’' => '\'',
        c => c,
    }
}

/// Where the first number ends: signs inside of it stand between digits, and a space before three of them.
fn end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let mut at = digits(0);
    while let Some(sign) = bytes.get(at) {
        let more = digits(at + 1);
        let goes_on = match sign {
            b'.' | b',' | b'\'' => more > 0,
            b' ' => more == 3,
            _ => false,
        };
        if !goes_on {
            break;
        }
        at += 1 + more;
    }
    at
}

/// It is no part of a word (`A4`), and no short form of a larger one (`4.2k`). A currency may stand close: `EUR14.50`.
fn stands_alone(before: &str, after: &str) -> bool {
    let word: String = before
        .chars()
        .rev()
        .take_while(|c| c.is_alphabetic())
        .collect();
    let is_code = word.chars().count() == 3 && word.chars().all(|c| c.is_ascii_uppercase());
    let mut after = after.chars();
    let is_short = matches!(after.next(), Some('k' | 'K' | 'm' | 'M' | 'b' | 'B'))
        && !after.next().is_some_and(char::is_alphanumeric);
    (word.is_empty() || is_code) && !is_short
}

/// A minus right before the number, or before its currency, and behind no word: `A-5`, `3 - 5` hold none.
fn is_negative(before: &str) -> bool {
    let before = before.trim_end_matches(['$', '€', '£', '¥']);
    let Some(before) = before.strip_suffix('-') else {
        return false;
    };
    !before.ends_with(char::is_alphanumeric)
}

/// The digits with a point, where they have one.
fn joined(digits: &str, whole: bool) -> Option<String> {
    let (points, commas) = (digits.matches('.').count(), digits.matches(',').count());
    let last = digits.rfind(['.', ',']);
    let behind = last.map_or(0, |at| digits.len() - at - 1);
    let point = match (points, commas) {
        (0, 0) => None,
        // Of two kinds the last one is the point, and stands once.
        (1.., 1..) => {
            let sign = if last.map(|at| &digits[at..=at]) == Some(".") {
                points
            } else {
                commas
            };
            if sign > 1 {
                return None;
            }
            last
        }
        (2.., 0) | (0, 2..) => None,
        _ if behind != 3 || digits.starts_with('0') || digits.contains([' ', '\'']) => last,
        // `1,299` is a thousand and more where points stand before parts; of `1.299` nobody knows.
        (_, 1) => None,
        _ if whole => None,
        _ => return None,
    };
    let (left, right) = match point {
        Some(at) => (&digits[..at], &digits[at + 1..]),
        None => (digits, ""),
    };
    let mut groups = left.split(['.', ',', '\'', ' ']);
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    if rest.iter().any(|group| group.len() != 3) || !rest.is_empty() && first.len() > 3 {
        return None;
    }
    Some(format!("{first}{}.{right}0", rest.concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_as_people_write_it() {
        for (text, number, whole) in [
            ("42", Some(42.0), Some(42.0)),
            ("$1,299.00", Some(1299.0), Some(1299.0)),
            ("1.299,50 €", Some(1299.5), Some(1299.5)),
            ("14,50 €", Some(14.5), Some(14.5)),
            ("1,299", Some(1299.0), Some(1299.0)),
            ("1.299", None, Some(1299.0)),
            ("0.125 l", Some(0.125), Some(0.125)),
            ("1 299,00\u{a0}kr", Some(1299.0), Some(1299.0)),
            ("12'500.125", Some(12_500.125), Some(12_500.125)),
            ("1,234,567", Some(1_234_567.0), Some(1_234_567.0)),
            ("−5 °C", Some(-5.0), Some(-5.0)),
            ("-$20", Some(-20.0), Some(-20.0)),
            ("EUR14.50", Some(14.5), Some(14.5)),
            ("16GB", Some(16.0), Some(16.0)),
            ("only 3 left.", Some(3.0), Some(3.0)),
            ("4.2k", None, None),
            ("A4", None, None),
            ("2 lamps for £14.50", None, None),
            ("3 - 5 days", None, None),
            ("12,34,56", None, None),
            ("1.2.3", None, None),
            ("in stock", None, None),
            ("", None, None),
        ] {
            assert_eq!(amount(text, false), number, "{text:?}");
            assert_eq!(amount(text, true), whole, "{text:?}, whole");
        }
    }
}
