//! Pages. The only module that knows the parser: its kind moves fast.

use std::io::Cursor;
use std::time::{Duration, Instant};

use oxidize_pdf::graphics::Color;
use oxidize_pdf::parser::content::{ContentOperation, ContentParser};
use oxidize_pdf::parser::{ParseError, ParseOptions, PdfDocument, PdfReader};
use oxidize_pdf::text::{ExtractionOptions, TextFragment, TextRenderingMode};
use screen_agent_think::file::{FileKind, Unreadable};

use crate::{Found, TEXT, counted};

/// Most pages.
const PAGES: u32 = 2_000;
/// Letters lower than this are specks, in points.
const SPECK: f64 = 2.0;
/// How long the pages may take together; looked at between them.
const TIME: Duration = Duration::from_secs(2);

pub(crate) fn read(bytes: &[u8]) -> Result<Found, Unreadable> {
    let (count, pages) = pages(bytes, TIME)?;
    Ok(Found {
        about: format!("a PDF of {}", counted(count as usize, "page")),
        ..Found::new(FileKind::Pdf, pages.concat())
    })
}

/// How many pages there are, and the text of each, as far as there is time and room.
pub(crate) fn pages(bytes: &[u8], time: Duration) -> Result<(u32, Vec<String>), Unreadable> {
    let started = Instant::now();
    let reader = PdfReader::new_with_options(Cursor::new(bytes), ParseOptions::lenient());
    let reader = reader.map_err(|error| fault(&error))?;
    if reader.is_encrypted() && !reader.is_unlocked() {
        return Err(Unreadable::Locked);
    }
    let document = PdfDocument::new(reader);
    let count = document.page_count().map_err(|error| fault(&error))?;
    if count > PAGES {
        return Err(Unreadable::TooMuch);
    }
    let (mut seen, mut unseen) = (Vec::new(), Vec::new());
    let mut bytes = 0;
    for page in 0..count {
        if started.elapsed() > time {
            return Err(Unreadable::TooSlow);
        }
        // A page that cannot be read does not take the others with it.
        let page = page_of(&document, page).unwrap_or_default();
        bytes += page.seen.len() + page.unseen.len();
        seen.push(format!("{}\n", apart(page.seen.trim_end())));
        unseen.push(format!("{}\n", apart(page.unseen.trim_end())));
        if bytes > TEXT * 4 {
            break;
        }
    }
    // Where no page shows a letter the pages are pictures, and what lies under them is their text.
    let scanned = seen.iter().all(|page| page.trim().is_empty());
    Ok((count, if scanned { unseen } else { seen }))
}

/// The words of one page: those that are drawn, and those that nobody sees.
#[derive(Default)]
struct Page {
    seen: String,
    unseen: String,
}

fn page_of(document: &PdfDocument<Cursor<&[u8]>>, page: u32) -> Option<Page> {
    let laid = ExtractionOptions {
        preserve_layout: true,
        ..ExtractionOptions::default()
    };
    let laid = document.extract_text_from_page_with_options(page, laid);
    let fragments = laid.map(|laid| laid.fragments).unwrap_or_default();
    let mut bare = None;
    let mut is_seen = |fragment: &TextFragment| {
        let white = fragment.color.is_some_and(is_white);
        is_drawn(fragment) && !(white && *bare.get_or_insert_with(|| is_bare(document, page)))
    };
    let (seen, unseen): (Vec<_>, Vec<_>) = fragments.iter().partition(|each| is_seen(each));
    if unseen.is_empty() {
        let seen = document.extract_text_from_page(page).ok()?.text;
        return Some(Page {
            seen,
            ..Page::default()
        });
    }
    Some(Page {
        seen: line_by_line(&seen),
        unseen: line_by_line(&unseen),
    })
}

/// Letters that leave a mark: with ink, and large enough to be read.
fn is_drawn(fragment: &TextFragment) -> bool {
    let inked = !matches!(
        fragment.render_mode,
        TextRenderingMode::Invisible | TextRenderingMode::Clip
    );
    let size = fragment.height.abs().max(fragment.font_size.abs());
    inked && size >= SPECK
}

fn is_white(colour: Color) -> bool {
    match colour {
        Color::Gray(light) => light > 0.96,
        Color::Rgb(red, green, blue) => red.min(green).min(blue) > 0.96,
        Color::Cmyk(cyan, magenta, yellow, key) => cyan.max(magenta).max(yellow).max(key) < 0.04,
    }
}

/// True when a page paints nothing but letters and lines, so that it is white. In doubt it is not.
fn is_bare(document: &PdfDocument<Cursor<&[u8]>>, page: u32) -> bool {
    let streams = document
        .get_page(page)
        .and_then(|page| document.get_page_content_streams(&page));
    streams.is_ok_and(|streams| {
        streams
            .iter()
            .all(|stream| ContentParser::parse(stream).is_ok_and(|all| !all.iter().any(paints)))
    })
}

fn paints(operation: &ContentOperation) -> bool {
    matches!(
        operation,
        ContentOperation::Fill
            | ContentOperation::FillEvenOdd
            | ContentOperation::FillStroke
            | ContentOperation::FillStrokeEvenOdd
            | ContentOperation::CloseFillStroke
            | ContentOperation::CloseFillStrokeEvenOdd
            | ContentOperation::ShadingFill(_)
            | ContentOperation::BeginInlineImage
            | ContentOperation::InlineImage { .. }
            | ContentOperation::PaintXObject(_)
    )
}

/// What is on one height is one line.
fn line_by_line(fragments: &[&TextFragment]) -> String {
    let mut text = String::new();
    let mut before: Option<&TextFragment> = None;
    for fragment in fragments {
        if let Some(before) = before {
            let apart = (before.y - fragment.y).abs() > fragment.height.abs().max(1.0) / 2.0;
            text.push(if apart { '\n' } else { ' ' });
        }
        text.push_str(fragment.text.trim());
        before = Some(fragment);
    }
    text
}

fn fault(error: &ParseError) -> Unreadable {
    match error {
        ParseError::EncryptionNotSupported | ParseError::WrongPassword => Unreadable::Locked,
        _ => Unreadable::Broken,
    }
}

/// Letters that were set as one sign are letters again, so that words can be found.
fn apart(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{fb00}' => plain.push_str("ff"),
            '\u{fb01}' => plain.push_str("fi"),
            '\u{fb02}' => plain.push_str("fl"),
            '\u{fb03}' => plain.push_str("ffi"),
            '\u{fb04}' => plain.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => plain.push_str("st"),
            other => plain.push(other),
        }
    }
    plain
}
