//! Pages. The only module that knows the parser: its kind moves fast.

use std::io::Cursor;
use std::time::{Duration, Instant};

use oxidize_pdf::parser::{ParseError, ParseOptions, PdfDocument, PdfReader};
use screen_agent_kernel::file::{FileKind, Unreadable};

use crate::{Found, TEXT, counted};

/// Most pages.
const PAGES: u32 = 2_000;
/// How long the pages may take together; looked at between them.
const TIME: Duration = Duration::from_secs(2);

pub(crate) fn read(bytes: &[u8]) -> Result<Found, Unreadable> {
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
    let mut text = String::new();
    for page in 0..count {
        if started.elapsed() > TIME {
            return Err(Unreadable::TooSlow);
        }
        // A page that cannot be read does not take the others with it.
        if let Ok(page) = document.extract_text_from_page(page) {
            text.push_str(page.text.trim_end());
            text.push('\n');
        }
        if text.len() > TEXT * 4 {
            break;
        }
    }
    Ok(Found {
        about: format!("a PDF of {}", counted(count as usize, "page")),
        ..Found::new(FileKind::Pdf, apart(&text))
    })
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
