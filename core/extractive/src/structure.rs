//! What texts hold by their structure: values behind labels, what is dated, and headings.

use screen_agent_words::WordList;

use super::spaced::spaced;
use super::text::{LineKind, Text, line};
use super::unit::Units;
use super::{Quotation, Shown};

/// Something that happened, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatedPassage {
    /// Year, month and day; 0 for what is not said.
    pub date: [u32; 3],
    /// The sentence that says so.
    pub passage: Quotation,
}

/// A heading of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionHeading {
    /// 1 to 6.
    pub level: u8,
    /// It.
    pub passage: Quotation,
}

/// Values behind labels, terms with what they mean, and rows of two cells.
pub fn labelled(texts: &[Text]) -> Vec<Quotation> {
    let units = Units::of(texts).units.into_iter();
    let labels = units.filter_map(|unit| {
        let (label, value) = unit.label.filter(|(label, _)| !label.is_empty())?;
        Some(Quotation {
            text: unit.text,
            quote: unit.quote,
            shown: Shown::Value { label, value },
        })
    });
    labels.collect()
}

/// Sentences that say a year, the earliest first; with its month and day where they stand before it.
pub fn events(texts: &[Text]) -> Vec<DatedPassage> {
    let units = Units::of(texts).units.into_iter();
    let sentences = units.filter(|unit| {
        unit.row.is_none() && !unit.is_bare && spaced(&unit.quote).split_whitespace().count() > 3
    });
    let mut events: Vec<DatedPassage> = sentences
        .filter_map(|unit| {
            let date = date(&unit.quote)?;
            let shown = Shown::Words { under: unit.under };
            Some(DatedPassage {
                date,
                passage: Quotation {
                    text: unit.text,
                    quote: unit.quote,
                    shown,
                },
            })
        })
        .collect();
    events.sort_by_key(|event| event.date);
    events
}

/// Headings, in their order.
pub fn headings(texts: &[Text]) -> Vec<SectionHeading> {
    let of_text = |(at, text): (usize, &Text)| {
        let lines = text.lines.iter().filter_map(|raw| match line(raw) {
            (LineKind::Heading(level), words) if !words.is_empty() => {
                Some((level, words.to_owned()))
            }
            _ => None,
        });
        let heading = move |(level, quote): (u8, String)| SectionHeading {
            level,
            passage: Quotation {
                text: at,
                quote,
                shown: Shown::Words {
                    under: String::new(),
                },
            },
        };
        lines.map(heading).collect::<Vec<_>>()
    };
    texts.iter().enumerate().flat_map(of_text).collect()
}

static MONTHS: WordList = WordList::named("months");

/// The one date of a sentence; none where it says two, since it is not certain which is meant.
fn date(sentence: &str) -> Option<[u32; 3]> {
    let words: Vec<&str> = sentence
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | ';' | '“' | '”'))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .collect();
    let mut found = None;
    for (at, word) in words.iter().enumerate() {
        let Some(date) = iso(word).or_else(|| year(word).map(|year| with_day(&words, at, year)))
        else {
            continue;
        };
        if found.replace(date).is_some_and(|before| before != date) {
            return None;
        }
    }
    found
}

fn iso(word: &str) -> Option<[u32; 3]> {
    let mut parts = word.split('-');
    let date = [
        year(parts.next()?)?,
        number(parts.next()?, 12)?,
        number(parts.next()?, 31)?,
    ];
    parts.next().is_none().then_some(date)
}

fn year(word: &str) -> Option<u32> {
    word.parse()
        .ok()
        .filter(|year| word.len() == 4 && (1000..=2100).contains(year))
}

fn number(word: &str, most: u32) -> Option<u32> {
    word.parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
}

/// `3 June 1731`, `June 3, 1731`, `June 1731`.
fn with_day(words: &[&str], at: usize, year: u32) -> [u32; 3] {
    let before = |back: usize| {
        at.checked_sub(back)
            .map(|at| words[at].to_lowercase())
            .unwrap_or_default()
    };
    let month = |word: &str| {
        MONTHS
            .place(word)
            .and_then(|place| u32::try_from(place + 1).ok())
    };
    match (month(&before(1)), month(&before(2))) {
        (Some(month), _) => [year, month, number(&before(2), 31).unwrap_or(0)],
        (None, Some(month)) => {
            number(&before(1), 31).map_or([year, 0, 0], |day| [year, month, day])
        }
        (None, None) => [year, 0, 0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_of_one_date_has_it() {
        for (sentence, expected) in [
            ("It was opened on 3 June 1731.", Some([1731, 6, 3])),
            ("On June 3, 1731, it was opened.", Some([1731, 6, 3])),
            ("Opened in June 1731 (late).", Some([1731, 6, 0])),
            ("Since 2025-03-02 it runs.", Some([2025, 3, 2])),
            ("Built in 1488 and burnt down in 1713.", None),
            ("It cost 40 crowns.", None),
        ] {
            assert_eq!(date(sentence), expected, "{sentence}");
        }
    }
}
