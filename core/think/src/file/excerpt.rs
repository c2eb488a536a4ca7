//! What of a long text is shown to a model: its beginning, what bears on the question, its end.

use std::collections::BTreeSet;

/// Said where something is left out.
const GAP: &str = "\n[…]\n";
/// Length of a passage, in characters.
const PASSAGE: usize = 400;
/// Shortest word of a question that is looked for, in characters.
const WORD: usize = 3;
/// Most passages of a text that are looked at; the rest is only its end.
const LOOKED_AT: usize = 5_000;

/// At most `most` characters of a text: all of it where it fits, else its beginning, the passages
/// that share most words with the question, and its end, in the order in which they stand.
pub fn excerpt(text: &str, question: &str, most: usize) -> String {
    let text = text.trim();
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let passages = passages(text);
    let room = (most / (PASSAGE + GAP.chars().count())).max(1);
    let last = passages.len() - 1;
    // A third each: the beginning says what it is, the end often what it comes to.
    let mut chosen: BTreeSet<usize> = (0..(room / 3).max(1).min(last)).collect();
    if room > 2 {
        chosen.insert(last);
    }
    for index in by_words(&passages, question).chain(spread(passages.len(), room)) {
        if chosen.len() >= room {
            break;
        }
        chosen.insert(index);
    }
    joined(&passages, &chosen, most)
}

/// Pieces of about the same length, broken at the end of a line or between words where there is one.
fn passages(text: &str) -> Vec<&str> {
    let mut passages = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (passage, after) = rest.split_at(end_of_passage(rest));
        passages.push(passage);
        rest = after;
    }
    passages
}

fn end_of_passage(text: &str) -> usize {
    let Some((most, _)) = text.char_indices().nth(PASSAGE) else {
        return text.len();
    };
    let head = &text[..most];
    let after = |at: usize| at + 1;
    let line = head.rfind('\n').map(after).filter(|at| *at > most / 2);
    line.or_else(|| head.rfind(' ').map(after)).unwrap_or(most)
}

/// Those that share a word with the question, most of them first.
fn by_words(passages: &[&str], question: &str) -> impl Iterator<Item = usize> {
    let wanted: BTreeSet<String> = words(question).collect();
    let mut scored: Vec<(usize, usize)> = passages
        .iter()
        .take(LOOKED_AT)
        .enumerate()
        .map(|(index, passage)| {
            let said: BTreeSet<String> = words(passage).collect();
            (said.intersection(&wanted).count(), index)
        })
        .filter(|(shared, _)| *shared > 0)
        .collect();
    scored.sort_by_key(|&(shared, index)| (std::cmp::Reverse(shared), index));
    scored.into_iter().map(|(_, index)| index)
}

/// Evenly over the whole, for a question whose words do not stand in it.
fn spread(count: usize, room: usize) -> impl Iterator<Item = usize> {
    (0..room).map(move |place| place * count / room)
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() >= WORD)
        .map(str::to_lowercase)
}

fn joined(passages: &[&str], chosen: &BTreeSet<usize>, most: usize) -> String {
    let mut text = String::new();
    let mut next = 0;
    for &index in chosen {
        if index != next {
            text.push_str(GAP);
        }
        text.push_str(passages[index]);
        next = index + 1;
    }
    if next < passages.len() {
        text.push_str(GAP);
    }
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_is_shown_whole() {
        assert_eq!(excerpt(" a\nb \n", "what?", 100), "a\nb");
        assert_eq!(excerpt("", "what?", 100), "");
    }

    #[test]
    fn a_long_text_shows_beginning_end_and_what_bears_on_the_question() {
        let filler = |from: usize| -> String {
            (from..from + 400)
                .map(|n| format!("line {n} of nothing much\n"))
                .collect()
        };
        let text = format!(
            "The beginning.\n{}The deductible is 250.\n{}The end.",
            filler(0),
            filler(500)
        );
        let shown = excerpt(&text, "How high is the DEDUCTIBLE?", 5_000);
        assert!(shown.chars().count() <= 5_000);
        assert!(shown.starts_with("The beginning."));
        assert!(shown.contains("The deductible is 250."));
        assert!(shown.ends_with("The end."));
        assert!(shown.contains("[…]"));
    }

    #[test]
    fn it_never_grows_over_its_limit() {
        let long = "ä".repeat(20_000);
        for most in [1, 10, 399, 401, 1_000, 5_000] {
            let shown = excerpt(&long, "ä", most).chars().count();
            assert!(shown <= most, "{shown} > {most}");
            assert!(shown > 0);
        }
    }

    #[test]
    fn what_is_left_out_is_said_once_for_each_gap() {
        let text: String = (0..2_000).map(|n| format!("{n} ")).collect();
        let shown = excerpt(&text, "nothing of it", 2_000);
        assert!(!shown.contains("[…]\n\n[…]"), "{shown}");
    }
}
