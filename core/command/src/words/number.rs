//! Numbers and ordinals, in digits and in words.

use screen_agent_words::WordList;

/// Which one of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ordinal {
    /// Counted from the start; 1 is the first.
    Nth(usize),
    /// Counted from the end; 1 is the last.
    FromEnd(usize),
    /// In the middle.
    Middle,
}

impl Ordinal {
    /// The index it means among so many.
    pub fn index(self, len: usize) -> Option<usize> {
        match self {
            Self::Nth(n) => (n >= 1 && n <= len).then(|| n - 1),
            Self::FromEnd(n) => len.checked_sub(n),
            // Of four, none is.
            Self::Middle => (len % 2 == 1).then_some(len / 2),
        }
    }
}

static ONES: WordList = WordList::named("ones");
static TENS: WordList = WordList::named("tens");
static ORDINALS: WordList = WordList::named("ordinals");

/// A number word from zero to ninety-nine.
pub(crate) fn number_word(word: &str) -> Option<usize> {
    if let Some(n) = ONES.place(word) {
        return Some(n);
    }
    if let Some(n) = TENS.place(word) {
        return Some((n + 1) * 10);
    }
    let (tens, ones) = word.split_once('-')?;
    let tens = TENS.place(tens).filter(|n| *n > 0)?;
    let ones = ONES.place(ones).filter(|n| *n < 10)?;
    Some((tens + 1) * 10 + ones)
}

/// How many a word says, in digits or letters.
pub(crate) fn count_word(word: &str) -> Option<usize> {
    word.parse().ok().or_else(|| number_word(word))
}

/// Which one a word says: `3rd`, `third`, `last`.
pub(crate) fn ordinal(word: &str) -> Option<Ordinal> {
    match word {
        "last" | "final" | "bottommost" | "rightmost" => return Some(Ordinal::FromEnd(1)),
        "penultimate" => return Some(Ordinal::FromEnd(2)),
        "middle" => return Some(Ordinal::Middle),
        "topmost" | "leftmost" => return Some(Ordinal::Nth(1)),
        _ => {}
    }
    if let Some(n) = ORDINALS.place(word).filter(|n| *n > 0) {
        return Some(Ordinal::Nth(n));
    }
    if let Some(stem) = word.strip_suffix("th").filter(|stem| stem.len() > 3)
        && let Some(n) = number_word(stem).or_else(|| number_word(&stem.replace("ie", "y")))
    {
        return Some(Ordinal::Nth(n));
    }
    // As the count from the end is put into one word.
    if let Some(Ordinal::Nth(n)) = word.strip_suffix("-last").and_then(ordinal) {
        return Some(Ordinal::FromEnd(n));
    }
    let digits = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|end| word.strip_suffix(end))?;
    let n: usize = digits.parse().ok()?;
    (n > 0).then_some(Ordinal::Nth(n))
}

/// The number that a text holds, currency and thousands marks aside.
pub(crate) fn amount(text: &str) -> Option<f64> {
    amounts(text).first().copied()
}

/// Every number that a text holds, in order.
pub(crate) fn amounts(text: &str) -> Vec<f64> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let (value, end) = digits_at(&chars, at);
        let minus = at > 0
            && matches!(chars[at - 1], '-' | '−')
            && (at < 2 || !chars[at - 2].is_alphanumeric());
        found.extend(value.map(|value| if minus { -value } else { value }));
        at = end;
    }
    found
}

fn digits_at(chars: &[char], start: usize) -> (Option<f64>, usize) {
    let mut text = String::new();
    let mut at = start;
    while at < chars.len() {
        let here = chars[at];
        let digits_after = |n: usize| {
            chars[at + 1..]
                .iter()
                .take_while(|c| c.is_ascii_digit())
                .count()
                .min(n)
        };
        if here.is_ascii_digit() {
            text.push(here);
        } else if here == ',' && digits_after(4) == 3 {
            // A thousands mark.
        } else if here == '.' && digits_after(1) == 1 && !text.contains('.') {
            text.push('.');
        } else {
            break;
        }
        at += 1;
    }
    (text.parse().ok(), at)
}

/// A number as a person would write it.
pub(crate) fn plain(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    if rounded == rounded.trunc() && rounded.abs() < 1e15 {
        format!("{rounded:.0}")
    } else {
        format!("{rounded}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_in_words_and_digits() {
        for (word, expected) in [
            ("first", Some(Ordinal::Nth(1))),
            ("2nd", Some(Ordinal::Nth(2))),
            ("twelfth", Some(Ordinal::Nth(12))),
            ("twentieth", Some(Ordinal::Nth(20))),
            ("last", Some(Ordinal::FromEnd(1))),
            ("month", None),
            ("0th", None),
            ("2nd-last", Some(Ordinal::FromEnd(2))),
        ] {
            assert_eq!(ordinal(word), expected, "{word}");
        }
    }

    #[test]
    fn amounts_with_currency_and_thousands() {
        assert_eq!(amounts("$1,234.50 and -3 or 7."), [1234.5, -3.0, 7.0]);
        assert_eq!(amounts("2015-04"), [2015.0, 4.0]);
        assert_eq!(plain(0.1 + 0.2), "0.3");
        assert_eq!(number_word("forty-two"), Some(42));
    }
}
