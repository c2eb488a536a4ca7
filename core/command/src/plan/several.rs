//! "All paid orders", "everyone who lives in Oslo": the rows of a table that a description means, each with the box that
//! chooses it.

use screen_agent_page::Node;
use screen_agent_words::WordList;

use super::turn::Turn;
use crate::answer::is_whole;
use crate::ground::described::Described;
use crate::ground::rows::listings;
use crate::ground::{Reference, only, table};
use crate::words::normal::singular;
use crate::words::{Phrase, Token};

pub(super) static EVERY: WordList = WordList::named("words for every one");

/// The boxes of all that are meant; nothing where one of them may be out of view.
pub(super) fn boxes<'a>(turn: &Turn<'a>, items: &Phrase) -> Option<Vec<&'a Node>> {
    let (said, here) = without_page(&items.0);
    if !speaks_of_several(said) || !here && !is_whole(&turn.scene) {
        return None;
    }
    let leads = |token: &&Token| token.is_in(&EVERY) || token.is_any(&["of", "the"]);
    let said = &said[said.iter().take_while(leads).count()..];
    let listings = listings(&turn.scene);
    let tables = listings
        .iter()
        .filter(|listing| !listing.columns.is_empty());
    let meant = only(tables.filter_map(|listing| {
        let described = Described::read(listing, said)?;
        let told = described.tells() && !described.counts && described.asked.is_none();
        let entries = described.entries().filter(|_| told)?;
        (!entries.is_empty()).then(|| {
            entries
                .into_iter()
                .map(|entry| (entry.from, entry.to))
                .collect::<Vec<_>>()
        })
    }))?;
    let boxes = table::row_boxes(&turn.scene);
    let of_row = |(from, to): &(usize, usize)| {
        only(boxes.iter().copied().filter(|node| {
            turn.scene
                .line_of(&node.id)
                .is_some_and(|line| (*from..=*to).contains(&line))
        }))
    };
    meant.iter().map(of_row).collect()
}

/// "All", "everyone", or a noun in the plural.
fn speaks_of_several(said: &[Token]) -> bool {
    let every = |token: &Token| token.is_in(&EVERY);
    let plural = Reference::read(said).number.is_several();
    let noun = said.iter().find(|token| !token.is_any(&["the", "these"]));
    plural
        || said.iter().take(1).any(every)
        || noun.is_some_and(|noun| singular(&noun.low) != noun.low)
}

/// The words without "on this page", and whether that was said.
pub(super) fn without_page(said: &[Token]) -> (&[Token], bool) {
    const HERE: [&[&str]; 5] = [
        &["on", "this", "page"],
        &["on", "the", "page"],
        &["in", "view"],
        &["on", "screen"],
        &["shown"],
    ];
    let ends = |words: &&&[&str]| {
        let from = said.len().checked_sub(words.len());
        from.is_some_and(|from| {
            said[from..]
                .iter()
                .zip(words.iter())
                .all(|(token, word)| token.is(word))
        })
    };
    match HERE.iter().find(ends) {
        Some(words) => (&said[..said.len() - words.len()], true),
        None => (said, false),
    }
}
