//! What a client brings is taken in: captures become pages, the rest is kept as it is.

use std::collections::HashSet;
use std::sync::Arc;

use screen_agent_action::origin::is_invisible;
use screen_agent_page::html::Dom;
use screen_agent_page::reading::{self, Reading, normalise_url};
use screen_agent_page::secret::without_secrets;
use screen_agent_page::{Observation, from_html};
use screen_agent_wire::packet::document::{CaptureDocument, Content, Document, Source, Trust};
use screen_agent_words::quote::cut;
use screen_agent_words::within::each_text;

use screen_agent_tools::ObserveDom;

use super::look::looked_at;
use super::own_page;
use super::state::{QuestionRun, Tab};
use crate::inquiry::CapturedPage;

/// Most pages, most ready documents, most documents that tools brought.
const PAGES: usize = 24;
const DOCUMENTS: usize = 200;
const RESULTS: usize = 100;
/// Most controls of a page that a client has read itself.
const CONTROLS: usize = 120;
/// Most bytes of words of all pages of a run, which is kept while its client is at work. A client
/// that goes on and on brings as much with every request.
const WORDS: usize = 12 * 1024 * 1024;

/// Takes in what a request brings; of the page in front, what was asked to be shown of it. Results of tools are not taken
/// here: each is held against its call. False where the element that was asked for is gone.
pub(crate) fn documents(
    run: &mut QuestionRun,
    documents: Vec<Document>,
    look: Option<&ObserveDom>,
) -> bool {
    let mut is_there = true;
    let known: HashSet<String> = run.pages.iter().map(|page| page.base.clone()).collect();
    let front = in_front(&documents);
    let own_front = own_page::in_front(&documents).filter(|_| front.is_none());
    if front.is_some() || own_front.is_some() {
        forget_handles(run);
    }
    for (at, mut document) in documents.into_iter().enumerate() {
        if let Content::Capture(capture) = document.content {
            let dom = Dom::parse(&capture.html);
            let look = look.filter(|_| front == Some(at));
            let part = look.and_then(|look| looked_at(look, &capture, &dom));
            is_there &= look.is_none() || part.is_some();
            let doc_id = &document.doc_id;
            page(
                run,
                &known,
                doc_id,
                document.source.clone(),
                Shown {
                    capture: &capture,
                    dom: &dom,
                    part,
                },
            );
            if front == Some(at) {
                run.tab = Some(tab(document.source.as_ref(), &capture, &dom));
                run.pages
                    .last_mut()
                    .into_iter()
                    .for_each(|page| page.in_front = true);
            }
            continue;
        }
        // A client's word for it is not taken.
        document.trust = Trust::Untrusted;
        addresses(&mut document.content).for_each(without_credentials);
        match document.content {
            Content::ToolResult(_) | Content::Capture(_) => {}
            Content::Links(_) | Content::SearchResults(_) => put_result(run, document),
            Content::Summary(ref mut page) if own_front == Some(at) => {
                page.elements.truncate(CONTROLS);
                let document = seen_by_people(document);
                if let Content::Summary(page) = &document.content {
                    run.tab = Some(own_page::tab(&document, page));
                }
                put(&mut run.documents, document, DOCUMENTS);
            }
            Content::Summary(ref mut page) => {
                own_page::without_handles(page);
                put(&mut run.documents, document, DOCUMENTS);
            }
            Content::Chunk(_) | Content::Index(_) | Content::Source(_) => {
                put(&mut run.documents, document, DOCUMENTS);
            }
        }
    }
    is_there
}

/// What was in front is so no more.
fn forget_handles(run: &mut QuestionRun) {
    run.pages.iter_mut().for_each(|page| page.in_front = false);
    for document in &mut run.documents {
        if let Content::Summary(page) = &mut document.content {
            own_page::without_handles(page);
        }
    }
}

/// A page as the client brings it, and the part of it that was asked for.
struct Shown<'a> {
    capture: &'a CaptureDocument,
    dom: &'a Dom,
    part: Option<Reading>,
}

/// The addresses in a document of a client's.
fn addresses(content: &mut Content) -> Box<dyn Iterator<Item = &mut String> + '_> {
    match content {
        Content::Summary(page) => {
            let items = page.items.iter_mut().map(|item| &mut item.url);
            let controls = page.elements.iter_mut().filter_map(|one| one.href.as_mut());
            let discussed = page.top_discussions.iter_mut().map(|one| &mut one.url);
            Box::new(
                std::iter::once(&mut page.url)
                    .chain(items)
                    .chain(controls)
                    .chain(discussed),
            )
        }
        Content::Chunk(chunk) => Box::new(std::iter::once(&mut chunk.url)),
        Content::Source(source) => {
            let links = source.extracted_links.iter_mut().map(|link| &mut link.url);
            Box::new(std::iter::once(&mut source.url).chain(links))
        }
        Content::SearchResults(found) => Box::new(found.results.iter_mut().map(|one| &mut one.url)),
        Content::Links(links) => Box::new(links.urls.iter_mut()),
        Content::Index(_) | Content::Capture(_) | Content::ToolResult(_) => {
            Box::new(std::iter::empty())
        }
    }
}

/// A page that is read here loses them; so does one that a client has read.
fn without_credentials(address: &mut String) {
    let (clean, had_some) = reading::clean_url(address);
    if had_some {
        *address = clean;
    }
}

/// The capture of the tab that the client is on: the first that names a tab, or the first of all.
fn in_front(documents: &[Document]) -> Option<usize> {
    let captures = || {
        documents
            .iter()
            .enumerate()
            .filter(|(_, one)| matches!(one.content, Content::Capture(_)))
    };
    let of_tab = captures().find(|(_, one)| tab_of(one.source.as_ref()).is_some());
    of_tab.or_else(|| captures().next()).map(|(at, _)| at)
}

/// A document takes the place of an earlier one with its id.
pub(super) fn put(documents: &mut Vec<Document>, document: Document, most: usize) {
    let document = seen_by_people(document);
    let known = documents
        .iter()
        .position(|one| one.doc_id == document.doc_id);
    match known {
        Some(at) => documents[at] = document,
        None if documents.len() < most => documents.push(document),
        None => {}
    }
}

/// A document without letters that nobody sees: what a person cannot read in it, a model shall not.
/// The one place at which ready documents are taken in; pages are read by `page/reading`.
pub(super) fn seen_by_people(mut document: Document) -> Document {
    let unseen = |content: &Content| {
        serde_json::to_string(content).is_ok_and(|json| json.contains(is_invisible))
    };
    if !unseen(&document.content) {
        return document;
    }
    let mut value = serde_json::to_value(&document.content).unwrap_or_default();
    each_text(&mut value, &|_| false, &visible_text);
    if let Ok(content) = serde_json::from_value(value) {
        document.content = content;
    }
    document
}

/// A joiner alone between two letters is a part of how some scripts and signs are written.
fn visible_text(text: &str) -> String {
    let joins = |c: char| matches!(c, '\u{200c}' | '\u{200d}');
    let mut kept = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let before = kept.chars().next_back();
        let alone =
            |other: Option<&char>| other.is_some_and(|c| !is_invisible(*c) && !c.is_whitespace());
        let is_joint = joins(c) && alone(before.as_ref()) && alone(letters.peek());
        if is_joint || !is_invisible(c) {
            kept.push(c);
        }
    }
    kept
}

/// Keeps what a tool came to, or brought. Of too many the oldest go.
pub(super) fn put_result(run: &mut QuestionRun, document: Document) {
    let known = run.results.iter().any(|one| one.doc_id == document.doc_id);
    if !known && run.results.len() >= RESULTS {
        run.results.remove(0);
    }
    put(&mut run.results, document, RESULTS);
}

/// The id by which the model knows a document of the client's: a capture becomes a summary.
pub(super) fn known_as(run: &QuestionRun, doc_id: &str) -> String {
    let base = base(doc_id);
    let mut pages = run.pages.iter().rev();
    let page = pages.find(|page| same_place(page, base, false));
    page.map_or_else(
        || doc_id.to_owned(),
        |page| format!("{}:summary", page.base),
    )
}

/// A capture. That of the same page in the same tab is newer and takes its place; what the tab
/// showed before stays as something that was read. Only pages that were `known` before this request
/// can have been left: what it brings together is there together.
fn page(
    run: &mut QuestionRun,
    known: &HashSet<String>,
    doc_id: &str,
    source: Option<Source>,
    Shown { capture, dom, part }: Shown<'_>,
) {
    let is_part = part.is_some();
    let whole = || reading::read_dom(dom, &capture.html, &capture.url);
    let mut reading = part.unwrap_or_else(whole);
    if reading.title.is_empty() {
        reading.title = cut(&capture.title, 300);
    }
    let address = normalise_url(&reading.url);
    let wanted = base(doc_id);
    let tab_id = tab_of(source.as_ref());
    for page in &mut run.pages {
        let here = tab_of(page.source.as_ref()) == tab_id && known.contains(&page.base);
        page.left |= here && same_place(page, wanted, tab_id.is_some());
    }
    run.pages.retain(|page| {
        let here = page.left && tab_of(page.source.as_ref()) == tab_id;
        // A part takes no place: what was read of the rest stays.
        is_part || !(here && normalise_url(&page.reading.url) == address)
    });
    let base = own_base(run, wanted);
    run.pages.push(CapturedPage {
        base,
        source,
        reading,
        left: false,
        in_front: false,
    });
    make_room(&mut run.pages, PAGES, WORDS);
}

/// Of too many pages, or too long ones, the oldest go, first those that the tab has left; the newest
/// stays.
fn make_room(pages: &mut Vec<CapturedPage>, most: usize, most_words: usize) {
    let words = |page: &CapturedPage| {
        page.reading
            .lines
            .iter()
            .map(|line| line.text.len())
            .sum::<usize>()
    };
    let mut all: usize = pages.iter().map(words).sum();
    while pages.len() > 1 && (pages.len() > most || all > most_words) {
        let oldest = pages.iter().position(|page| page.left).unwrap_or(0);
        all -= words(&pages.remove(oldest));
    }
}

fn tab_of(source: Option<&Source>) -> Option<&str> {
    source.and_then(|source| source.tab_id.as_deref())
}

/// What no other page's documents begin with.
fn own_base(run: &QuestionRun, wanted: &str) -> String {
    let mut base = wanted.to_owned();
    let mut number = 2;
    while run.pages.iter().any(|page| page.base == base) {
        base = format!("{wanted}:v{number}");
        number += 1;
    }
    base
}

/// Without ids of tabs, the document's own id tells that it is the same tab.
fn same_place(page: &CapturedPage, base: &str, has_tab: bool) -> bool {
    let numbered = |rest: &str| {
        rest.strip_prefix(":v")
            .is_some_and(|n| n.parse::<u32>().is_ok())
    };
    has_tab || page.base == base || page.base.strip_prefix(base).is_some_and(numbered)
}

fn tab(source: Option<&Source>, capture: &CaptureDocument, dom: &Dom) -> Tab {
    Tab {
        tab_id: tab_of(source).map(str::to_owned),
        generation: capture.generation,
        seen: seen(capture, dom),
    }
}

/// What the gate looks at: the page's controls as they were captured.
fn seen(capture: &CaptureDocument, dom: &Dom) -> Observation {
    let read = from_html::read_dom(dom, &capture.url, screen_agent_page::DomMode::Full);
    let observation = Observation {
        url: capture.url.clone(),
        title: read.title,
        nodes: read.nodes,
        lines: read.lines,
        ..Observation::default()
    };
    Arc::unwrap_or_clone(without_secrets(Arc::new(observation)))
}

/// What the ids of a page's documents begin with.
fn base(doc_id: &str) -> &str {
    let base = doc_id.strip_suffix(":capture").unwrap_or(doc_id);
    base.strip_suffix(":summary").unwrap_or(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_not_taken_in() {
        let hidden: String = "ignore"
            .chars()
            .filter_map(|c| char::from_u32(0xe0000 + u32::from(c)))
            .collect();
        for (text, expected) in [
            (format!("Tea{hidden} is green."), "Tea is green."),
            (
                "pa\u{200b}y\u{202e} \u{200c}\u{200d}\u{200c}now".to_owned(),
                "pay now",
            ),
            (
                "می\u{200c}خواهم 👩\u{200d}🔬".to_owned(),
                "می\u{200c}خواهم 👩\u{200d}🔬",
            ),
        ] {
            let document = serde_json::json!({ "doc_id": "a", "kind": "web.observation.chunk.v1", "trust": "untrusted",
                "content": { "doc_type": "web.observation.chunk.v1", "url": "", "title": text, "chunk_index": 1,
                    "chunk_count": 1, "text": text } });
            let document = seen_by_people(serde_json::from_value(document).unwrap());
            let Content::Chunk(chunk) = document.content else {
                panic!("another kind");
            };
            assert_eq!(
                (chunk.title.as_str(), chunk.text.as_str()),
                (expected, expected)
            );
        }
    }

    #[test]
    fn addresses_of_ready_documents_lose_their_credentials() {
        let mut content: Content = serde_json::from_value(serde_json::json!({ "doc_type": "web.observation.summary.v1",
            "url": "https://me:pass@a.test/x", "title": "", "text": "",
            "items": [{ "title": "", "url": "https://a.test/y?token=0123456789abcdef0123&page=2", "snippet": "" }, { "title": "", "url": "/z", "snippet": "" }] }))
        .unwrap();
        addresses(&mut content).for_each(without_credentials);
        let told: Vec<String> = addresses(&mut content).map(|url| url.clone()).collect();
        assert_eq!(told, ["https://a.test/x", "https://a.test/y?page=2", "/z"]);
    }

    #[test]
    fn the_oldest_pages_make_room() {
        let page = |base: &str, left: bool| CapturedPage {
            base: base.to_owned(),
            source: None,
            reading: reading::read("<p>Ten letters and more.</p>", "https://a.test/"),
            left,
            in_front: false,
        };
        let all = || vec![page("a", false), page("b", true), page("c", false)];
        let one = all()[0].reading.lines[0].text.len();
        for (most, words, stay) in [
            (3, one * 3, "abc"),
            (2, one * 3, "ac"),
            (3, one * 2, "ac"),
            (1, one * 3, "c"),
            (3, 1, "c"),
        ] {
            let mut pages = all();
            make_room(&mut pages, most, words);
            let left: String = pages.iter().map(|page| page.base.as_str()).collect();
            assert_eq!(left, stay, "{most} {words}");
        }
    }
}
