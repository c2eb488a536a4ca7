//! Lists of things: "a, b and c", where a name may itself hold a comma or an "and".

use crate::words::normal::singular;
use crate::words::token::{text_of, tokenise};
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
    shared(joined(&pieces(tokens), tokens, known))
}

/// "The trips to Lisbon and Athens": what stands before the first name belongs to each of them.
fn shared(items: Vec<Phrase>) -> Vec<Phrase> {
    static LEADS: WordList = WordList::named("words between the values of a deed");
    let article = |token: &Token| token.is_any(&["the", "all", "both"]);
    let [first, others @ ..] = items.as_slice() else {
        return items;
    };
    let skipped = first.0.iter().take_while(|token| article(token)).count();
    let [noun, lead, name, ..] = &first.0[skipped..] else {
        return items;
    };
    let one = singular(&noun.low);
    let plural = noun.word() && one != noun.low && lead.is_in(&LEADS) && !article(name);
    let bare = |item: &Phrase| !item.0.iter().any(|token| token.is_in(&LEADS));
    if !plural || others.is_empty() || !others.iter().all(bare) {
        return items;
    }
    let head = [tokenise(&one), vec![lead.clone()]].concat();
    let names =
        std::iter::once(&first.0[skipped + 2..]).chain(others.iter().map(|item| &item.0[..]));
    names.map(|name| Phrase([&head, name].concat())).collect()
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

    #[test]
    fn what_stands_before_the_first_name_belongs_to_each() {
        let items = |text: &str| -> Vec<String> {
            let items = split(&Phrase::of(text), &|_| false);
            items.iter().map(Phrase::text).collect()
        };
        assert_eq!(
            items("the trips to Oslo and Bergen"),
            ["trip to Oslo", "trip to Bergen"]
        );
        assert_eq!(
            items("the orders of Ann, Bob and Eve"),
            ["order of Ann", "order of Bob", "order of Eve"]
        );
        assert_eq!(
            items("the ferry to Oslo and Bergen"),
            ["the ferry to Oslo", "Bergen"]
        );
        assert_eq!(items("boxes A and B"), ["boxes A", "B"]);
    }
}
