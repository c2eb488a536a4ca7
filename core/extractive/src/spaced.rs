//! Text of languages that set no spaces, parted into pieces: known words, values with their units, and pairs of
//! characters of what is not known, as search engines index it.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use screen_agent_words::WordList;
use screen_agent_words::fold::is_unspaced;

static LISTS: [WordList; 11] = [
    WordList::named("asked without meaning"),
    WordList::named("asked with little meaning"),
    WordList::named("asked kinds"),
    WordList::named("asked for the least"),
    WordList::named("asked for the most"),
    WordList::named("asked alike"),
    WordList::named("asked for nothing"),
    WordList::named("words of cause"),
    WordList::named("words before a place"),
    WordList::named("words behind a place"),
    WordList::named("words behind a name"),
];
static MEASURES: WordList = WordList::named("asked measures");

/// Words that a text is parted at.
static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| unspaced(LISTS.iter()));
static UNITS: LazyLock<HashSet<&str>> = LazyLock::new(|| unspaced(std::iter::once(&MEASURES)));
/// Most characters of a known word.
const LONGEST: usize = 8;

fn unspaced(lists: impl Iterator<Item = &'static WordList>) -> HashSet<&'static str> {
    let words = lists.flat_map(|list| list.iter().copied());
    words
        .filter(|word| word.starts_with(is_unspaced_or_sign))
        .collect()
}

fn is_unspaced_or_sign(c: char) -> bool {
    is_unspaced(c) || c == '％'
}

/// A word of hiragana alone, which is grammar where it is no known word.
pub(crate) fn is_grammar(word: &str) -> bool {
    word.chars().all(|c| matches!(c, '\u{3040}'..='\u{309f}')) && !KNOWN.contains(word)
}

/// The text with blanks between its pieces. What has blanks already stays as it is.
pub(crate) fn spaced(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unspaced) {
        return Cow::Borrowed(text);
    }
    let mut made = String::with_capacity(text.len() * 2);
    let mut rest = text;
    let mut run = "";
    while let Some(c) = rest.chars().next() {
        let word = known(rest, &KNOWN).filter(|_| is_unspaced(c));
        // A mark between the parts of a foreign name keeps them together, and so does one kind of letters.
        let goes_on = run.is_empty() || kind(run) == kind(rest) || is_joint(run) || is_joint(rest);
        if word.is_some() || !is_unspaced(c) && !is_joint(rest) || !goes_on {
            put_run(run, &mut made);
            run = "";
        }
        let length = match word {
            Some(word) => put(word, &mut made),
            None if is_unspaced(c) || !run.is_empty() && is_joint(rest) => {
                let from = text.len() - rest.len() - run.len();
                run = &text[from..from + run.len() + c.len_utf8()];
                c.len_utf8()
            }
            None => put_other(rest, &mut made),
        };
        rest = &rest[length..];
    }
    put_run(run, &mut made);
    Cow::Owned(made)
}

/// The longest of the words that the text begins with.
fn known<'a>(text: &'a str, words: &HashSet<&str>) -> Option<&'a str> {
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let ends: Vec<usize> = ends.take(LONGEST).collect();
    let mut begun = ends.iter().rev().map(|end| &text[..*end]);
    begun.find(|word| words.contains(word))
}

fn put(piece: &str, made: &mut String) -> usize {
    made.push_str(piece);
    made.push(' ');
    piece.len()
}

/// What is neither: up to the next letter without spaces, with the unit behind a number.
fn put_other(rest: &str, made: &mut String) -> usize {
    let is_mark = |c: char| matches!(c, '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{303f}' | '！' | '（' | '）' | '，' | '：' | '；' | '？');
    let ends = |c: char| is_unspaced(c) || is_mark(c);
    if rest.starts_with(is_mark) {
        let mark = rest.chars().next().map_or(0, char::len_utf8);
        return put(&rest[..mark], made);
    }
    let end = rest.find(ends).unwrap_or(rest.len());
    let figure = rest[..end].ends_with(|c: char| c.is_ascii_digit());
    let unit = known(&rest[end..], &UNITS).filter(|_| figure);
    put(&rest[..end + unit.map_or(0, str::len)], made)
}

/// A run that holds no known word: katakana and names with a mark whole, others as pairs.
fn put_run(run: &str, made: &mut String) {
    let starts: Vec<usize> = run.char_indices().map(|(at, _)| at).collect();
    if starts.len() <= 2 || kind(run) != Letters::Ideograph || run.contains(JOINTS) {
        if !run.is_empty() {
            put(run, made);
        }
        return;
    }
    let ends = starts.iter().skip(2).copied().chain([run.len()]);
    for (from, to) in starts.iter().zip(ends) {
        put(&run[*from..to], made);
    }
}

const JOINTS: [char; 2] = ['·', '・'];

/// True for `イダ・ブラント` and `伊达·布兰特`.
pub(crate) fn is_joined_name(word: &str) -> bool {
    word.contains(JOINTS) && word.starts_with(is_unspaced)
}

fn is_joint(text: &str) -> bool {
    text.ends_with(JOINTS) || text.starts_with(JOINTS)
}

#[derive(PartialEq, Eq)]
enum Letters {
    Hiragana,
    Katakana,
    Ideograph,
}

fn kind(text: &str) -> Letters {
    match text.chars().next() {
        Some('\u{3040}'..='\u{309f}') => Letters::Hiragana,
        Some('\u{30a0}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9f}') => Letters::Katakana,
        _ => Letters::Ideograph,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_spaces_is_parted_at_words_and_units() {
        for (text, pieces) in [
            ("plain words, 4 EUR", "plain words, 4 EUR"),
            (
                "成人票价为80元，儿童25元。",
                "成人 票价 为 80元 ， 儿童 25元 。",
            ),
            ("灯塔由伊达·布兰特设计", "灯塔 由 伊达·布兰特 设计"),
            ("イダ・ブラントが", "イダ・ブラント が"),
            ("9時30分に", "9時 30分 に"),
            ("港口博物馆", "港口 口博 博物 物馆"),
        ] {
            assert_eq!(spaced(text).trim(), pieces, "{text}");
        }
    }
}
