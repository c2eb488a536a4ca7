//! Lists of things: "a, b and c", where a name may itself hold a comma or an "and".

use crate::words::token::text_of;
use crate::words::{Phrase, Token};
use screen_agent_words::WordList;

static PLACES: WordList = WordList::named("words of place");

/// Cuts a list into its items. `known` says whether some words together name one thing.
pub(crate) fn split(phrase: &Phrase, known: &dyn Fn(&str) -> bool) -> Vec<Phrase> {
    let tokens = &phrase.0;
    let quoted: Vec<Phrase> = tokens
        .iter()
        .filter(|token| token.quoted())
        .map(|token| Phrase(vec![token.clone()]))
        .collect();
    let listed = tokens
        .iter()
        .filter(|token| !token.quoted())
        .all(|token| !token.is_in(&PLACES));
    if quoted.len() > 1 {
        return if listed { quoted } else { vec![phrase.clone()] };
    }
    if known(&phrase.text()) {
        return vec![phrase.clone()];
    }
    joined(&pieces(tokens), tokens, known)
}

/// Where the pieces between commas and "and" begin and end.
fn pieces(tokens: &[Token]) -> Vec<(usize, usize)> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for (at, token) in tokens.iter().enumerate() {
        if token.is_mark(",") || token.is_any(&["and", "&", "plus"]) {
            pieces.push((from, at));
            from = at + 1;
        }
    }
    pieces.push((from, tokens.len()));
    pieces.retain(|(from, to)| from < to);
    pieces
}

/// Puts pieces together again where only together they name something.
fn joined(
    pieces: &[(usize, usize)],
    tokens: &[Token],
    known: &dyn Fn(&str) -> bool,
) -> Vec<Phrase> {
    let mut items = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        let from = pieces[at].0;
        let last = (at + 1..pieces.len())
            .rev()
            .find(|&last| known(&text_of(&tokens[from..pieces[last].1])))
            .unwrap_or(at);
        items.push(Phrase::slice(&tokens[from..pieces[last].1]));
        at = last + 1;
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_hold_joining_words_stay_whole() {
        let names = ["Salt and pepper", "Oil"];
        let known = |text: &str| names.contains(&text);
        let items: Vec<String> = split(&Phrase::of("Oil, Salt and pepper and Milk"), &known)
            .iter()
            .map(Phrase::text)
            .collect();
        assert_eq!(items, ["Oil", "Salt and pepper", "Milk"]);
    }
}
