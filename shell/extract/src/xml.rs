//! XML: read to see that it is whole and declares nothing, and kept as it was written.

use quick_xml::Reader;
use quick_xml::events::Event;
use screen_agent_think::file::{FileKind, Unreadable};

use crate::{Found, counted};

/// Deepest nesting.
const DEPTH: usize = 64;

/// Counts its elements.
pub(crate) fn read(text: String) -> Result<Found, Unreadable> {
    let mut elements = 0;
    walk(&text, |event| {
        if matches!(event, Event::Start(_) | Event::Empty(_)) {
            elements += 1;
        }
    })?;
    if elements == 0 {
        return Err(Unreadable::Broken);
    }
    Ok(Found {
        about: format!("XML with {}", counted(elements, "element")),
        ..Found::new(FileKind::Xml, text)
    })
}

/// Tells every event of a document that is whole, declares no type and is not too deep.
pub(crate) fn walk<'a>(text: &'a str, mut tell: impl FnMut(&Event<'a>)) -> Result<(), Unreadable> {
    let mut reader = Reader::from_str(text);
    let mut depth = 0_usize;
    loop {
        let event = reader.read_event().map_err(|_| Unreadable::Broken)?;
        match &event {
            Event::DocType(_) => return Err(Unreadable::Declares),
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Eof if depth > 0 => return Err(Unreadable::Broken),
            Event::Eof => return Ok(()),
            _ => {}
        }
        if depth > DEPTH {
            return Err(Unreadable::TooMuch);
        }
        tell(&event);
    }
}
