//! Writes documents: a page as its short document and pieces of its text, a source in pieces.

use screen_agent_wire::packet::document::{ChunkDocument, Content, Document};

use super::material::{Material, PIECE};
use super::row::Row;
use super::spread::spread;

/// The documents of one material, and the element of each line of their texts.
pub(super) fn compose(
    material: &Material<'_>,
    share: Option<usize>,
    words: &[String],
) -> Vec<(Document, Vec<Option<String>>)> {
    let rows = match share {
        None => material.rows.clone(),
        // A part of the share pays for the pieces.
        Some(share) => spread(&material.rows, for_text(material, share), words),
    };
    if share == Some(0) && material.may_go() {
        return Vec::new();
    }
    match &material.face.content {
        Content::Source(_) => source(&material.face, rows),
        Content::Summary(_) => page(material, rows),
        _ => vec![with_text(&material.face, &rows)],
    }
}

fn for_text(material: &Material<'_>, share: usize) -> usize {
    let whole = material.text_cost();
    let text: usize = material.rows.iter().map(|row| row.cost).sum();
    if share >= whole {
        return share;
    }
    share * text / whole.max(1)
}

/// The short document has the beginning of the text, the pieces have the rest.
fn page(material: &Material<'_>, rows: Vec<Row>) -> Vec<(Document, Vec<Option<String>>)> {
    let base = material.face.doc_id.trim_end_matches(":summary");
    let Content::Summary(summary) = &material.face.content else {
        return Vec::new();
    };
    let mut pieces = pieces(rows).into_iter();
    let first = pieces.next().unwrap_or_default();
    let mut out = vec![with_text(&material.face, &first)];
    let count = pieces.len();
    for (at, rows) in pieces.enumerate() {
        let face = Document {
            doc_id: format!("{base}:chunk:{}", at + 1),
            kind: "web.observation.chunk.v1".to_owned(),
            content: Content::Chunk(ChunkDocument {
                url: summary.url.clone(),
                title: summary.title.clone(),
                chunk_index: number(at + 1),
                chunk_count: number(count),
                text: String::new(),
            }),
            ..material.face.clone()
        };
        out.push(with_text(&face, &rows));
    }
    out
}

fn source(face: &Document, rows: Vec<Row>) -> Vec<(Document, Vec<Option<String>>)> {
    let pieces = pieces(rows);
    let count = pieces.len();
    let mut out = Vec::with_capacity(count.max(1));
    for (at, rows) in pieces.into_iter().enumerate() {
        let mut piece = face.clone();
        if let Content::Source(source) = &mut piece.content {
            if count > 1 {
                piece.doc_id = format!("{}:{}", face.doc_id, at + 1);
                source.chunk_index = Some(number(at + 1));
                source.chunk_count = Some(number(count));
            }
            if at > 0 {
                // The first piece has told them.
                source.outline.clear();
                source.extracted_links.clear();
            }
        }
        out.push(with_text(&piece, &rows));
    }
    if out.is_empty() {
        out.push(with_text(face, &[]));
    }
    out
}

/// Texts of at most [`PIECE`] bytes. A heading goes with what it heads, and is said again where
/// that goes on in the next piece.
fn pieces(rows: Vec<Row>) -> Vec<Vec<Row>> {
    let mut pieces: Vec<Vec<Row>> = Vec::new();
    let mut piece: Vec<Row> = Vec::new();
    let mut heading: Option<Row> = None;
    let mut length = 0;
    for row in rows {
        if length + row.text.len() > PIECE && !piece.is_empty() {
            let next = begin(&mut piece, heading.as_ref(), &row);
            length = next.iter().map(|row| row.text.len() + 1).sum();
            pieces.push(std::mem::replace(&mut piece, next));
        }
        if row.heading {
            heading = Some(row.clone());
        }
        length += row.text.len() + 1;
        piece.push(row);
    }
    if !piece.is_empty() {
        pieces.push(piece);
    }
    pieces
}

/// What the next piece begins with: the headings at the end of this one, which head what follows,
/// else the last heading, said again.
fn begin(piece: &mut Vec<Row>, heading: Option<&Row>, next: &Row) -> Vec<Row> {
    let body = piece
        .iter()
        .rposition(|row| !row.heading)
        .map_or(0, |at| at + 1);
    if body > 0 && body < piece.len() {
        return piece.split_off(body);
    }
    let again = heading.filter(|_| !next.heading);
    again.into_iter().cloned().collect()
}

fn with_text(face: &Document, rows: &[Row]) -> (Document, Vec<Option<String>>) {
    let mut document = face.clone();
    let texts: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
    let text = texts.join("\n");
    match &mut document.content {
        Content::Summary(page) => page.text = text,
        Content::Chunk(chunk) => chunk.text = text,
        Content::Source(source) => source.text = text,
        Content::Capture(_)
        | Content::Index(_)
        | Content::ToolResult(_)
        | Content::SearchResults(_)
        | Content::Links(_) => {}
    }
    let handles = rows.iter().map(|row| row.handle.clone()).collect();
    (document, handles)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
