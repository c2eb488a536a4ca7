//! Where in a text a part of it stands, and how a text is changed there.

use std::ops::Range;

use crate::ground::only;
use crate::read::{Amend, By, Passage, Unit};
use crate::words::Phrase;
use crate::words::normal::{is_filler, singular, words};

/// Something else in the place of a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub at: Range<usize>,
    pub new: String,
}

impl Edit {
    /// The text with it.
    pub fn applied(&self, held: &str) -> String {
        format!(
            "{}{}{}",
            &held[..self.at.start],
            self.new,
            &held[self.at.end..]
        )
    }
}

/// How a text is changed, the last place first; nothing where a place is not there, or there more than once.
pub(super) fn edits(held: &str, how: &Amend, text: &str) -> Option<Vec<Edit>> {
    let words = |old: &str| {
        let at = only(places(held, old))?;
        Some(at..at + old.len())
    };
    let one = |at: Range<usize>, new: String| Some(vec![Edit { at, new }]);
    match how {
        Amend::Instead(old) => one(words(&old.text())?, text.to_owned()),
        Amend::Before(phrase) => {
            let phrase = phrase.text();
            one(words(&phrase)?, format!("{text} {phrase}"))
        }
        Amend::Throughout(old) => {
            let old = old.text();
            let edit = |at: usize| Edit {
                at: at..at + old.len(),
                new: text.to_owned(),
            };
            let found: Vec<Edit> = places(held, &old).into_iter().rev().map(edit).collect();
            (!found.is_empty()).then_some(found)
        }
        Amend::After(part, next) => {
            let at = place(held, part)?;
            if let Some(next) = next {
                let next = place(held, next)?;
                held.get(at.end..next.start)
                    .filter(|gap| gap.trim().is_empty())?;
            }
            Some(vec![beside(held, part, &at, text, false)])
        }
        Amend::Ahead(part) => Some(vec![beside(held, part, &place(held, part)?, text, true)]),
        Amend::InLine { theme, old } => {
            let edit = in_line(held, &theme.text(), old.as_ref().map(Phrase::text), text)?;
            Some(vec![edit])
        }
        Amend::Cut(part) => one(with_gap(held, &place(held, part)?), String::new()),
        Amend::End | Amend::Start | Amend::Whole => None,
    }
}

/// What a line tells of something: what is assigned to it, else what stands there now, else its only number.
fn in_line(held: &str, theme: &str, old: Option<String>, text: &str) -> Option<Edit> {
    let name = theme
        .split_whitespace()
        .filter(|word| !is_filler(&word.to_lowercase()));
    let name = only(name).unwrap_or_default();
    let given = assigned(held, name).or_else(|| assigned(held, &name.to_lowercase()));
    if let Some(at) = given {
        let same = old.as_ref().is_none_or(|old| held[at.clone()] == *old);
        let new = text.to_owned();
        return same.then_some(Edit { at, new });
    }
    let line = line_about(held, theme)?;
    let said = &held[line.clone()];
    let (at, new) = match old {
        Some(old) => {
            let at = only(places(said, &old))?;
            (at..at + old.len(), text.to_owned())
        }
        None => {
            let (number, unit) = text.split_once(' ').unwrap_or((text, ""));
            let at = only(numbers(said))?;
            let behind = said[at.end..].trim_start();
            let kept = unit.is_empty() || only(places(behind, unit).into_iter().take(1)) == Some(0);
            kept.then(|| (at, number.to_owned()))?
        }
    };
    let at = line.start + at.start..line.start + at.end;
    Some(Edit { at, new })
}

/// Where the value stands that a text gives to a name, if it gives it one once: "rate = 3;".
fn assigned(held: &str, name: &str) -> Option<Range<usize>> {
    let value = |at: usize| {
        let behind = &held[at + name.len()..];
        let line = behind.split('\n').next()?;
        let told = line.trim_start().strip_prefix('=')?;
        let value = told.split(';').next()?.trim();
        let start = at + name.len() + (line.len() - told.len()) + told.find(value)?;
        let plain = !value.is_empty() && !value.starts_with(['=', '>']);
        plain.then(|| start..start + value.len())
    };
    only(places(held, name).into_iter().filter_map(value))
}

/// The only line that holds all these words; where the others head a table, the only one with the name among them.
fn line_about(held: &str, theme: &str) -> Option<Range<usize>> {
    let own = |word: &str| {
        let word = word.strip_suffix("'s").unwrap_or(word);
        singular(word)
    };
    let said = |text: &str| -> Vec<String> { words(text).iter().map(|word| own(word)).collect() };
    let all = said(held);
    let theme: Vec<&str> = theme.split_whitespace().collect();
    let kept = theme.iter().flat_map(|word| said(word));
    let kept: Vec<String> = kept.filter(|word| !is_filler(word)).collect();
    if kept.is_empty() || !kept.iter().all(|word| all.contains(word)) {
        return None;
    }
    let with = |wanted: &[String]| {
        let holds = |line: &Range<usize>| {
            let line = said(&held[line.clone()]);
            wanted.iter().all(|word| line.contains(word))
        };
        let found: Vec<Range<usize>> = lines(held).into_iter().filter(holds).collect();
        found
    };
    let found = with(&kept);
    if !found.is_empty() {
        return only(found);
    }
    let named = theme
        .iter()
        .filter(|word| word.starts_with(char::is_uppercase));
    let named: Vec<String> = named.flat_map(|word| said(word)).collect();
    only(with(&named)).filter(|_| !named.is_empty())
}

/// Where numbers stand in a text.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices() {
        let goes_on = found.last().is_some_and(|last| last.end == at);
        let joins = matches!(c, '.' | ',')
            && text[at + 1..].starts_with(|next: char| next.is_ascii_digit());
        if c.is_ascii_digit() && !goes_on {
            found.push(at..at + 1);
        } else if let Some(last) = found.last_mut()
            && goes_on
            && (c.is_ascii_digit() || joins)
        {
            last.end = at + 1;
        }
    }
    found
}

/// What is put before or after a part: a line beside a line, words beside words.
fn beside(held: &str, part: &Passage, at: &Range<usize>, text: &str, before: bool) -> Edit {
    let line = line_around(held, at);
    let fills = held[line.clone()].trim() == held[at.clone()].trim();
    let said = &held[at.clone()];
    let lines = part.unit == Unit::Line || part.unit == Unit::Sentence && fills;
    let (at, new) = match (lines, before) {
        (true, true) => (line.start..line.start, format!("{text}\n")),
        (true, false) => (line.end..line.end, format!("\n{text}")),
        (false, true) => (at.clone(), format!("{text} {said}")),
        (false, false) => (at.clone(), format!("{said} {text}")),
    };
    Edit { at, new }
}

/// Where a part of a text stands, if there is only one such.
pub(super) fn place(held: &str, passage: &Passage) -> Option<Range<usize>> {
    let units = match passage.unit {
        Unit::Whole => return Some(0..held.len()),
        Unit::Words => {
            let By::Text(said) = &passage.by else {
                return None;
            };
            let said = said.text();
            let at = only(places(held, &said))?;
            return Some(at..at + said.len());
        }
        Unit::Line => lines(held),
        Unit::Sentence => sentences(held),
    };
    let says = |range: &Range<usize>, holds: &dyn Fn(&[String]) -> bool| {
        holds(&words(&held[range.clone()]))
    };
    match &passage.by {
        By::Number(number) => {
            let at = number.index(units.len())?;
            counts_plainly(held, &units).then(|| units[at].clone())
        }
        By::Text(said) => {
            let said = words(&said.text());
            only(
                units
                    .into_iter()
                    .filter(|range| says(range, &|line| line == said)),
            )
        }
        By::Theme(theme) => {
            let theme: Vec<String> = words(&theme.text())
                .iter()
                .filter(|word| !is_filler(word))
                .map(|word| singular(word))
                .collect();
            let known = |line: &[String]| {
                let line: Vec<String> = line.iter().map(|word| singular(word)).collect();
                !theme.is_empty() && theme.iter().all(|word| line.contains(word))
            };
            only(units.into_iter().filter(|range| says(range, &known)))
        }
    }
}

/// Where a phrase stands as whole words.
pub(super) fn places(held: &str, phrase: &str) -> Vec<usize> {
    if phrase.is_empty() {
        return Vec::new();
    }
    let part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    // A mark at an edge of the phrase ends a word by itself.
    let (first, last) = (part(phrase.chars().next()), part(phrase.chars().last()));
    let stands = |at: &usize| {
        let before = first && part(held[..*at].chars().next_back());
        let behind = last && part(held[at + phrase.len()..].chars().next());
        !before && !behind
    };
    let found = held.match_indices(phrase).map(|(at, _)| at);
    found.filter(stands).collect()
}

/// The lines that say something, without the space around them.
fn lines(held: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut found = Vec::new();
    for line in held.split('\n') {
        found.extend(trimmed(held, at..at + line.len()));
        at += line.len() + 1;
    }
    found
}

fn sentences(held: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for line in lines(held) {
        let mut from = line.start;
        let text = &held[line.clone()];
        let ends = text
            .match_indices(['.', '!', '?'])
            .filter_map(|(at, mark)| {
                let end = at + mark.len();
                text[end..].starts_with(' ').then_some(line.start + end)
            });
        for end in ends {
            found.extend(trimmed(held, from..end));
            from = end;
        }
        found.extend(trimmed(held, from..line.end));
    }
    found
}

fn trimmed(held: &str, range: Range<usize>) -> Option<Range<usize>> {
    let text = &held[range.clone()];
    let start = range.start + (text.len() - text.trim_start().len());
    let end = start + text.trim().len();
    (end > start).then_some(start..end)
}

/// Whether a number means the same line, be empty ones counted or not: there are none, or one between any two.
fn counts_plainly(held: &str, units: &[Range<usize>]) -> bool {
    let breaks = |pair: &[Range<usize>]| held[pair[0].end..pair[1].start].matches('\n').count();
    let led = units
        .first()
        .is_none_or(|first| !held[..first.start].contains('\n'));
    let most = units.windows(2).map(breaks).max().unwrap_or(1);
    led && (most < 2 || units.windows(2).all(|pair| breaks(pair) == most))
}

/// The whole of the line that a place is in.
pub(super) fn line_around(held: &str, range: &Range<usize>) -> Range<usize> {
    let start = held[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = held[range.end..]
        .find('\n')
        .map_or(held.len(), |at| range.end + at);
    start..end
}

/// What goes with a part that is cut out: the break of a line that holds nothing else, a space between sentences.
pub(super) fn with_gap(held: &str, range: &Range<usize>) -> Range<usize> {
    let line = line_around(held, range);
    if held[line.clone()].trim() == held[range.clone()].trim() {
        return match (line.end < held.len(), line.start > 0) {
            (true, _) => line.start..line.end + 1,
            (false, true) => line.start - 1..line.end,
            (false, false) => line,
        };
    }
    let space = |c: &char| *c == ' ';
    match held[range.end..].chars().next().filter(space) {
        Some(_)
            if held[..range.start]
                .chars()
                .next_back()
                .is_none_or(char::is_whitespace) =>
        {
            range.start..range.end + 1
        }
        _ => match held[..range.start].chars().next_back().filter(space) {
            Some(_) => range.start - 1..range.end,
            None => range.clone(),
        },
    }
}

/// The least of a line around a place that a client finds there and nowhere before it.
pub(super) fn markable(held: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let line = line_around(held, range);
    let joined = held.replace('\n', "");
    let once = |range: &Range<usize>| {
        let phrase = &held[range.clone()];
        !phrase.trim().is_empty() && joined.matches(phrase).count() == 1
    };
    let text = &held[line.clone()];
    let ends =
        |at: usize| !text[..at].ends_with(' ') && (at == text.len() || text[at..].starts_with(' '));
    let starts = |at: usize| !text[at..].starts_with(' ') && (at == 0 || text[..at].ends_with(' '));
    let inside = |at: &usize| text.is_char_boundary(*at);
    let mut grown: Vec<Range<usize>> = vec![range.clone()];
    grown.extend(
        (range.end - line.start..=text.len())
            .filter(inside)
            .filter(|at| ends(*at))
            .map(|at| range.start..line.start + at),
    );
    grown.extend(
        (0..=range.start - line.start)
            .rev()
            .filter(inside)
            .filter(|at| starts(*at))
            .map(|at| line.start + at..line.end),
    );
    grown.push(line);
    grown.into_iter().find(once)
}
