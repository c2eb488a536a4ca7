//! What there is to be sent, before it is known how much of it fits.

use screen_agent_page::render::estimate;
use screen_agent_wire::packet::Trust;
use screen_agent_wire::packet::document::{ChunkDocument, Content, Document, SearchResult};

use super::budget::{Richness, cost_of};
use super::focus::Wanted;
use super::page::{self, Caps};
use super::rank;
use super::row::{self, Row};
use crate::inquiry::{CapturedPage, Inquiry};

/// Length of one document's text, in bytes; a longer text comes in pieces.
pub(super) const PIECE: usize = 8_000;

/// Where a material stands in the packet: pages first, what tools came to last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Page,
    Given,
    Index,
    Source,
    LeftPage,
    Result,
}

/// One thing to be sent.
pub(super) struct Material<'a> {
    pub(super) place: Place,
    /// Which of those in its place.
    pub(super) nth: usize,
    /// The document without its text; of a page, the short one.
    pub(super) face: Document,
    pub(super) rows: Vec<Row>,
    /// What the face costs.
    pub(super) face_cost: usize,
    /// What each further piece costs besides its text.
    pub(super) piece_cost: usize,
    page: Option<(&'a CapturedPage, Wanted<'a>, Vec<String>)>,
}

impl Material<'_> {
    /// Dresses it: how much is said besides the text. Gives back what all of it costs, whole.
    pub(super) fn dress(&mut self, richness: Richness, room: usize) -> usize {
        if let Some((page, wanted, words)) = &self.page {
            let caps = Caps::of(richness, room);
            let summary = page::summary(page, wanted, &caps, words);
            self.face.content = Content::Summary(summary);
            self.face_cost = cost_of(&self.face);
        }
        self.face_cost + self.text_cost()
    }

    /// What its text costs, with the pieces that it comes in.
    pub(super) fn text_cost(&self) -> usize {
        let bytes: usize = self.rows.iter().map(|row| row.text.len() + 1).sum();
        let text: usize = self.rows.iter().map(|row| row.cost).sum();
        text + self.piece_cost * (bytes / PIECE)
    }

    /// It may be left out as a whole: the collection's index tells that it is there.
    pub(super) fn may_go(&self) -> bool {
        matches!(self.place, Place::Source)
    }
}

/// Gathers all that is known, the most wanted first.
pub(super) fn gather<'a>(inquiry: &Inquiry<'a>, words: &[String]) -> Vec<Material<'a>> {
    let mut all: Vec<Material<'a>> = Vec::new();
    let results = inquiry.results.iter().enumerate().rev();
    let (own, brought): (Vec<_>, Vec<_>) =
        results.partition(|(_, one)| matches!(one.content, Content::ToolResult(_)));
    all.extend(own.into_iter().map(came_of_tool));
    let (here, left): (Vec<_>, Vec<_>) = inquiry.pages.iter().partition(|page| !page.left);
    all.extend(here.into_iter().map(|page| of_page(inquiry, page, words)));
    all.extend(inquiry.documents.iter().map(|one| ready(one, Place::Given)));
    all.extend(brought.into_iter().map(came_of_tool));
    all.extend(collection(inquiry.loaded, words));
    all.extend(
        left.into_iter()
            .rev()
            .map(|page| of_page(inquiry, page, words)),
    );
    for (at, one) in all.iter_mut().enumerate() {
        if one.place != Place::Result {
            one.nth = at;
        }
    }
    all
}

/// Told in the order in which it came, whatever is wanted most.
fn came_of_tool<'a>((nth, document): (usize, &Document)) -> Material<'a> {
    Material {
        nth,
        ..ready(document, Place::Result)
    }
}

/// The index, then the sources, those first that the question is about.
fn collection<'a>(loaded: &'a [Document], words: &[String]) -> Vec<Material<'a>> {
    let mut ranked: Vec<(usize, Material<'a>)> = Vec::new();
    for document in loaded {
        let (rank, place) = match &document.content {
            Content::Source(source) => {
                let rows = source.text.lines();
                let rank = rank::rank(&source.title, &source.url, rows, words);
                (rank, Place::Source)
            }
            Content::Index(_) => (usize::MAX, Place::Index),
            _ => (usize::MAX - 1, Place::Given),
        };
        ranked.push((rank, ready(document, place)));
    }
    ranked.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    ranked.into_iter().map(|(_, material)| material).collect()
}

fn of_page<'a>(inquiry: &Inquiry<'a>, page: &'a CapturedPage, words: &[String]) -> Material<'a> {
    let wanted = Wanted::of(inquiry);
    let reading = &page.reading;
    let rows = if page::sends_text(reading, &wanted) {
        let lines = row::of_reading(&reading.lines, page.in_front);
        let mut rows = page::without_items(lines, reading, &wanted);
        rows.extend(page::notes(reading, words));
        rows
    } else {
        Vec::new()
    };
    let place = if page.left {
        Place::LeftPage
    } else {
        Place::Page
    };
    let face = Document {
        doc_id: format!("{}:summary", page.base),
        kind: "web.observation.summary.v1".to_owned(),
        trust: Trust::Untrusted,
        source: page.source.clone(),
        content: Content::Summary(page::summary(
            page,
            &wanted,
            &Caps::of(Richness::Full, usize::MAX),
            words,
        )),
    };
    let chunk = Document {
        doc_id: format!("{}:chunk:99", page.base),
        kind: "web.observation.chunk.v1".to_owned(),
        content: Content::Chunk(ChunkDocument {
            url: reading.url.clone(),
            title: reading.title.clone(),
            ..ChunkDocument::default()
        }),
        ..face.clone()
    };
    Material {
        place,
        nth: 0,
        face_cost: cost_of(&face),
        piece_cost: cost_of(&chunk) + HEADING,
        face,
        rows,
        page: Some((page, wanted, words.to_vec())),
    }
}

/// What a heading costs that is said again.
const HEADING: usize = 12;

/// A document that is ready, with its text taken out of it.
fn ready<'a>(document: &Document, place: Place) -> Material<'a> {
    let mut face = document.clone();
    if !matches!(face.content, Content::ToolResult(_)) {
        face.trust = Trust::Untrusted;
    }
    let text = take_text(&mut face.content);
    let face_cost = cost_of(&face);
    Material {
        place,
        nth: 0,
        piece_cost: if matches!(face.content, Content::Source(_)) {
            face_cost + HEADING
        } else {
            0
        },
        face_cost,
        face,
        rows: row::of_text(&text),
        page: None,
    }
}

/// Takes the text out, and out of the rest what would be too long for any window.
fn take_text(content: &mut Content) -> String {
    const LINKS: usize = 20;
    const HEADINGS: usize = 40;
    match content {
        Content::Summary(page) => {
            bound(page);
            std::mem::take(&mut page.text)
        }
        Content::Chunk(chunk) => std::mem::take(&mut chunk.text),
        Content::Source(source) => {
            source.extracted_links.truncate(LINKS);
            source.outline.truncate(HEADINGS);
            std::mem::take(&mut source.text)
        }
        Content::SearchResults(found) => {
            found.results.truncate(10);
            for SearchResult { title, text, .. } in &mut found.results {
                *title = screen_agent_words::quote::cut(title, 140);
                *text = screen_agent_words::quote::cut(text, 600);
            }
            String::new()
        }
        Content::Capture(_) | Content::Index(_) | Content::ToolResult(_) | Content::Links(_) => {
            String::new()
        }
    }
}

/// Lists of a client's own summary, cut to what ours would hold at most.
fn bound(page: &mut screen_agent_wire::packet::document::SummaryDocument) {
    page.items.truncate(60);
    page.comments.truncate(60);
    page.outline.truncate(40);
    page.elements.truncate(120);
    page.top_discussions.truncate(5);
    page.signals.truncate(20);
    let Some(primary) = &mut page.primary else {
        return;
    };
    if page.text.contains(primary.text.trim()) {
        // It stands in the text already.
        primary.text.clear();
    } else if estimate(&primary.text) > 1_000 {
        // It is the better part: it is read as text.
        page.text = format!("{}\n{}", std::mem::take(&mut primary.text), page.text);
    }
}
