//! "To 6. No, wait: 5": what the person takes back as they speak.

use super::lead::prohibition;
use crate::words::Token;
use crate::words::number::count_word;
use crate::words::verb::verb_at;

/// Phrases that take back what stands before them.
const FIRM: [&[&str]; 12] = [
    &["correction"],
    &["no", "wait"],
    &["wait", "no"],
    &["no", "sorry"],
    &["sorry", "no"],
    &["or", "rather"],
    &["i", "mean"],
    &["i", "meant"],
    &["no", "leave"],
    &["no", "make"],
    &["no", "on", "second", "thoughts"],
    &["actually", "make", "that"],
];
/// Words between such a phrase and what is said instead.
const BETWEEN: [&str; 18] = [
    "no", "wait", "sorry", "to", "make", "that", "it", "its", "it's", "i", "mean", "meant",
    "leave", "at", "in", "actually", "on", "from",
];

/// The words as they are meant in the end; nothing where it is not clear what is taken back.
pub(super) fn corrected(tokens: &[Token]) -> Option<Vec<Token>> {
    let mut tokens = tokens.to_vec();
    let mut from = 1;
    while let Some((at, firm)) =
        (from..tokens.len()).find_map(|at| Some((at, taken_back(&tokens, at)?)))
    {
        match instead(&tokens, at) {
            Some((old, new, end)) => {
                let new: Vec<Token> = tokens[new..end].to_vec();
                let mark = (0..at)
                    .rev()
                    .take_while(|&before| !tokens[before].word() && !tokens[before].quoted())
                    .last();
                tokens.drain(mark.unwrap_or(at)..end);
                tokens.splice(old..=old, new);
                from = old + 1;
            }
            None if firm => return None,
            None => from = at + 1,
        }
    }
    Some(tokens)
}

/// Whether something is taken back here; true where nothing else can be meant.
fn taken_back(tokens: &[Token], at: usize) -> Option<bool> {
    let says = |phrase: &&[&str]| {
        let mut words = tokens[at..].iter().filter(|token| token.word());
        phrase
            .iter()
            .all(|word| words.next().is_some_and(|token| token.is(word)))
    };
    if tokens[at].word() && FIRM.iter().any(says) {
        return Some(true);
    }
    // "The colour red. No, blue."
    let parted = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|token| !token.word() && !token.quoted())
    };
    let behind = tokens.get(at + 2..).unwrap_or_default();
    let names = verb_at(behind).is_none() && prohibition(behind).is_none();
    if tokens[at].is("no") && at > 0 && parted(at - 1) && parted(at + 1) && names {
        return Some(false);
    }
    // "Two of these, no, 4": a number in the place of another.
    let number = |at: usize| tokens.get(at).is_some_and(is_number);
    let next = (at + 1..tokens.len()).find(|&next| tokens[next].word());
    (tokens[at].is("no") && next.is_some_and(number) && (0..at).any(number)).then_some(false)
}

/// The word that is replaced, and from where to where the words in its place stand.
fn instead(tokens: &[Token], at: usize) -> Option<(usize, usize, usize)> {
    /// Most words that are said instead.
    const LONGEST: usize = 3;
    let between = |token: &Token| {
        !token.quoted()
            && (!token.word()
                || token.is_any(&BETWEEN)
                || token.is_any(&["correction", "or", "rather", "second", "thoughts"]))
    };
    let new = (at..tokens.len()).find(|&new| !between(&tokens[new]))?;
    let ends = |token: &Token| {
        !token.word() && !token.quoted() || token.is_any(&["and", "then", "for", "but"])
    };
    let end = (new..tokens.len())
        .find(|&end| ends(&tokens[end]))
        .unwrap_or(tokens.len());
    let number = is_number(&tokens[new]);
    let said = |&old: &usize| match number {
        true => is_number(&tokens[old]),
        false => tokens[old].word() || tokens[old].quoted(),
    };
    let old = (0..at).rev().find(said)?;
    // A number may have its noun behind it: "6 guests. No, wait: 5".
    let end = if number { new + 1 } else { end };
    (end - new <= LONGEST).then_some((old, new, end))
}

fn is_number(token: &Token) -> bool {
    count_word(&token.low).is_some() || token.text.starts_with(|c: char| c.is_ascii_digit())
}
