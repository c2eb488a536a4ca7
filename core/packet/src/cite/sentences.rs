//! The sentences of a line, each with the citations that it names.

use screen_agent_answer::unmarked;

/// A sentence without its marks, and their numbers.
#[derive(Debug, PartialEq)]
pub(super) struct Sentence {
    pub(super) words: String,
    pub(super) marks: Vec<usize>,
}

/// The sentences of a line. A mark behind the full stop belongs to the sentence before it.
pub(super) fn sentences(line: &str) -> Vec<Sentence> {
    let mut found: Vec<Sentence> = Vec::new();
    let mut from = 0;
    for at in ends(line) {
        take(&line[from..at], &mut found);
        from = at;
    }
    take(&line[from..], &mut found);
    found
}

fn take(piece: &str, found: &mut Vec<Sentence>) {
    let (words, marks) = unmarked(piece);
    let words = words.trim().to_owned();
    match found.last_mut() {
        Some(before) if !words.contains(char::is_alphanumeric) => before.marks.extend(marks),
        _ if words.is_empty() && marks.is_empty() => {}
        _ => found.push(Sentence { words, marks }),
    }
}

/// Where sentences end: behind a stop, and the marks behind it, before a blank and what may begin one.
fn ends(line: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    for (at, letter) in line.char_indices() {
        let breaks = matches!(letter, '\n' | '。' | '！' | '？');
        if !breaks && !matches!(letter, '.' | '!' | '?') {
            continue;
        }
        let behind = &line[at + letter.len_utf8()..];
        let rest = past_marks(behind);
        let parted = breaks || rest.len() < behind.len();
        let begins = rest.starts_with(|c: char| !c.is_lowercase() && !c.is_ascii_digit());
        if parted && begins {
            ends.push(line.len() - rest.len());
        }
    }
    ends
}

/// Most marks behind one sentence.
const MARKS: usize = 32;

/// What comes behind blanks and marks.
fn past_marks(text: &str) -> &str {
    let mut rest = text.trim_start();
    for _ in 0..MARKS {
        let digits = |inside: &str| {
            let count = inside.bytes().take_while(u8::is_ascii_digit).count();
            (count > 0).then_some(count)
        };
        let inside = rest.strip_prefix('[');
        let behind = inside.and_then(|inside| inside[digits(inside)?..].strip_prefix(']'));
        match behind {
            Some(behind) => rest = behind.trim_start(),
            None => break,
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_parted_into_sentences_with_their_marks() {
        let told = |line: &str| -> Vec<(String, Vec<usize>)> {
            let parts = sentences(line).into_iter();
            parts.map(|one| (one.words, one.marks)).collect()
        };
        assert_eq!(
            told("It costs $1.50 [1]. It opened in No. 4, at 9 a.m. on Monday. [2][3] \"Yes\"!"),
            [
                ("It costs $1.50.".to_owned(), vec![1]),
                (
                    "It opened in No. 4, at 9 a.m. on Monday.".to_owned(),
                    vec![2, 3]
                ),
                ("\"Yes\"!".to_owned(), vec![]),
            ]
        );
        assert_eq!(
            told("one\nTwo"),
            [("one".to_owned(), vec![]), ("Two".to_owned(), vec![])]
        );
    }
}
