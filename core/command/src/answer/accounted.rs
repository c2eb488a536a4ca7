//! Whether what was worked out can be what was asked: a word that the page does not know asks for something else.

use std::collections::BTreeSet;

use screen_agent_words::WordList;

use super::quote::is_form;
use crate::ground::Scene;
use crate::ground::kind::kind_at;
use crate::ground::rows::listings;
use crate::ground::superlative::superlative;
use crate::words::likeness::synonym;
use crate::words::normal::{is_filler, singular, words};
use crate::words::number::{amount, count_word, ordinal};
use crate::words::token::Token;

static ASKING: WordList = WordList::named("words that ask");
static LISTED: WordList = WordList::named("listed asking");
static RESULTS: WordList = WordList::named("words for a result");
static WORKED_OUT: WordList = WordList::named("words of what is worked out");

/// True where every telling word of a question stands on the page, or says how the answer is worked out.
pub(super) fn is_accounted(scene: &Scene<'_>, question: &[Token]) -> bool {
    let most = superlative(question).map_or(0..0, |found| found.from..found.to + 1);
    let labels = scene
        .nodes()
        .iter()
        .flat_map(|node| words(&scene.label(node)));
    // The head of a table may have left the view, and what was seen further up.
    let listings = listings(scene);
    let kept = listings.iter().flat_map(|listing| {
        let entries = listing
            .entries
            .iter()
            .flat_map(|entry| words(&entry.text()));
        let columns = listing.columns.iter().flat_map(|column| words(column));
        entries.chain(columns)
    });
    let here: BTreeSet<String> = words(&scene.all_text())
        .into_iter()
        .chain(labels)
        .chain(kept)
        .map(|word| singular(&word))
        .collect();
    let stands = |word: &String| {
        let word = singular(word);
        here.iter()
            .any(|here| is_form(&word, here) || synonym(&word, here))
    };
    let mut unknown = question.iter().enumerate().filter(|(at, token)| {
        let says = token.word() && !token.quoted() && !most.contains(at);
        says && !is_of_questions(token)
    });
    unknown.all(|(_, token)| words(&token.text).iter().all(stands))
}

/// A word that asks, counts or compares.
fn is_of_questions(token: &Token) -> bool {
    let low = token.low.trim_end_matches("'s").trim_end_matches("’s");
    let lists = [&ASKING, &LISTED, &WORKED_OUT, &RESULTS];
    let known = lists.iter().any(|list| list.contains(low));
    known
        || is_filler(low)
        || count_word(low).is_some()
        || ordinal(low).is_some()
        || amount(&token.text).is_some()
        || kind_at(std::slice::from_ref(token)).is_some()
}
