//! Are citations true? The document is there, the place in it is there, and the quote stands in it.
//!
//! What a model says of a place is mended where the quote tells better: it cannot count lines, we can.

mod book;
mod borne;
mod claims;
mod fold;
#[cfg(test)]
mod generated;
mod lines;
mod link;
mod sentences;
#[cfg(test)]
mod tests;
mod value;

pub use borne::mark_unborne;
pub use link::{Addresses, without_strange_addresses, without_strange_links};
pub use value::mark_unfounded;

use screen_agent_action::origin::origin_of;
use screen_agent_answer::renumbered;
use screen_agent_wire::packet::response::{CitationCheck, CitationFault};
use screen_agent_wire::packet::{Citation, Doc, Inline};
use screen_agent_words::quote::cut;

use crate::pack::SentDocument;
use book::{Book, Place};

/// True where a value bears a mark of these checks: it does not stand in what was read as it is given.
pub fn is_marked(value: &str) -> bool {
    let marks = claims::Wrong::ALL.map(claims::Wrong::mark);
    let computed = " [computed: ";
    [value::MARK, computed]
        .iter()
        .chain(&marks)
        .any(|mark| value.contains(mark))
}

/// Most citations of an answer: records have many.
const MOST: usize = 200;
/// Longest quote, in characters.
const QUOTE: usize = 500;
/// From this length on a quote found in another document than the one that is named counts there:
/// nothing so long stands in two places by chance.
const TELLING: usize = 16;

/// Checks citations against what was sent. The same place with the same quote is kept once.
pub fn check(citations: Vec<Citation>, sent: &[SentDocument]) -> Vec<Citation> {
    check_each(citations, sent).0
}

/// The same for an answer, whose marks `[n]` go on naming what they named.
pub fn check_answer(
    mut doc: Doc,
    citations: Vec<Citation>,
    sent: &[SentDocument],
) -> (Doc, Vec<Citation>) {
    let (checked, places) = check_each(citations, sent);
    if places
        .iter()
        .zip(1..)
        .any(|(place, number)| *place != number)
    {
        let place = |number: usize| Some(places.get(number - 1).copied().unwrap_or(number));
        lines::each_line(&mut doc, &mut |line| {
            for inline in line {
                if let Inline::Text { text } = inline {
                    *text = renumbered(text, place);
                }
            }
        });
    }
    (doc, checked)
}

/// Citations checked, each once, and the number under which each of those given is found.
fn check_each(citations: Vec<Citation>, sent: &[SentDocument]) -> (Vec<Citation>, Vec<usize>) {
    let books: Vec<Book<'_>> = sent.iter().map(Book::new).collect();
    let mut checked: Vec<Citation> = Vec::new();
    let mut places = Vec::new();
    for citation in citations.into_iter().take(MOST) {
        let one = check_one(by_id(citation, &books), &books);
        let known = checked.iter().position(|known| *known == one);
        places.push(known.unwrap_or(checked.len()) + 1);
        if known.is_none() {
            checked.push(one);
        }
    }
    (checked, places)
}

/// Models name a document by its number among those that they were sent.
fn by_id(mut citation: Citation, books: &[Book<'_>]) -> Citation {
    let number = citation.doc_id.parse::<usize>().ok();
    let is_id = books.iter().any(|book| book.is(&citation.doc_id));
    if let Some(book) = number.and_then(|number| books.get(number.checked_sub(1)?))
        && !is_id
    {
        citation.doc_id.clone_from(&book.sent().doc_id);
    }
    citation
}

fn check_one(citation: Citation, books: &[Book<'_>]) -> Citation {
    let citation = Citation {
        quote: citation
            .quote
            .map(|quote| cut(&quote, QUOTE))
            .filter(|quote| !quote.trim().is_empty()),
        check: None,
        ..citation
    };
    match &citation.quote {
        Some(quote) => match find(&citation.doc_id, quote, books) {
            Some((book, place)) => {
                let elsewhere = !book.is(&citation.doc_id) && !book.is_kin(&citation.doc_id);
                let mut found = verified(citation, book, place);
                // Shown as from where it stands, and never moved silently: in a comparison that is the error.
                if let Some(check) = found.check.as_mut().filter(|_| elsewhere) {
                    check.fault = Some(CitationFault::OtherDocument);
                }
                found
            }
            None => unverified(citation, books, CitationFault::QuoteNotFound),
        },
        None => match named(&citation, books) {
            Ok((book, place)) => verified(citation, book, place),
            Err(fault) => unverified(citation, books, fault),
        },
    }
}

/// Where the quote stands: in the document that is named, in another of the same page, or elsewhere.
fn find<'a>(doc_id: &str, quote: &str, books: &'a [Book<'a>]) -> Option<(&'a Book<'a>, Place)> {
    let parts = fold::parts(quote);
    let telling = parts.iter().map(|part| part.chars().count()).sum::<usize>() >= TELLING;
    let own = books.iter().filter(|book| book.is(doc_id));
    let kin = books
        .iter()
        .filter(|book| !book.is(doc_id) && book.is_kin(doc_id));
    let others = books
        .iter()
        .filter(|book| telling && !book.is(doc_id) && !book.is_kin(doc_id));
    let all: Vec<&Book<'_>> = own.chain(kin).chain(others).collect();
    let plain: Vec<String> = parts
        .iter()
        .map(|part| fold::without_commas(part))
        .collect();
    let found = |parts: &[String]| all.iter().find_map(|book| Some((*book, book.find(parts)?)));
    found(&parts).or_else(|| found(&plain))
}

/// The place that is named without a quote.
fn named<'a>(
    citation: &Citation,
    books: &'a [Book<'a>],
) -> Result<(&'a Book<'a>, Place), CitationFault> {
    let mut own = books.iter().filter(|book| book.is(&citation.doc_id));
    let book = own.next().ok_or(CitationFault::UnknownDocument)?;
    let place = match (&citation.node_id, &citation.handle_id) {
        (None, None) => return Err(CitationFault::Unquoted),
        (Some(node), _) => book.line(node),
        (None, Some(handle)) => book.element(handle),
    };
    place
        .map(|place| (book, place))
        .ok_or(CitationFault::UnknownPlace)
}

fn verified(citation: Citation, book: &Book<'_>, place: Place) -> Citation {
    let (url, title) = match place.about {
        Some((url, title)) => (url, title),
        None => (book.sent().url.clone(), book.sent().title.clone()),
    };
    Citation {
        doc_id: book.sent().doc_id.clone(),
        node_id: place.line.map(|line| format!("n:{line}")),
        handle_id: place.handle,
        quote: citation.quote,
        check: Some(CitationCheck {
            verified: true,
            fault: None,
            url: shown(&url),
            title: Some(title).filter(|title| !title.is_empty()),
        }),
    }
}

/// It stays, marked. Ids that lead nowhere are taken out.
fn unverified(citation: Citation, books: &[Book<'_>], fault: CitationFault) -> Citation {
    let book = books.iter().find(|book| book.is(&citation.doc_id));
    let fault = if book.is_none() {
        CitationFault::UnknownDocument
    } else {
        fault
    };
    Citation {
        doc_id: cut(&citation.doc_id, 128),
        node_id: None,
        handle_id: None,
        quote: citation.quote,
        check: Some(CitationCheck {
            verified: false,
            fault: Some(fault),
            url: book.and_then(|book| shown(&book.sent().url)),
            title: book
                .map(|book| book.sent().title.clone())
                .filter(|title| !title.is_empty()),
        }),
    }
}

/// An address that may be shown as a link.
fn shown(url: &str) -> Option<String> {
    origin_of(url).map(|_| url.to_owned())
}
