//! What a model asked to be shown of a page: one element of it, and so much of each thing.

use screen_agent_page::html::Dom;
use screen_agent_page::reading::{self, ReadLine, Reading};
use screen_agent_tools::ObserveDom;
use screen_agent_wire::packet::document::CaptureDocument;
use screen_agent_words::quote::cut;

/// The page as it was asked for. Where the element is gone, nothing is read in its place.
pub(super) fn looked_at(
    look: &ObserveDom,
    capture: &CaptureDocument,
    dom: &Dom,
) -> Option<Reading> {
    let mut reading = match look.root_handle_id.as_deref() {
        Some(part) => reading::read_part(dom, &capture.html, &capture.url, part)?,
        None => reading::read_dom(dom, &capture.html, &capture.url),
    };
    limit(&mut reading, look);
    Some(reading)
}

fn limit(reading: &mut Reading, look: &ObserveDom) {
    let most = |number: Option<u32>| number.map_or(usize::MAX, |number| number as usize);
    reading.controls.truncate(most(look.max_elements));
    reading.outline.truncate(most(look.max_outline));
    reading.items.truncate(most(look.max_items));
    reading.comments.truncate(most(look.max_comments));
    for heading in &mut reading.outline {
        heading.text = cut(&heading.text, most(look.max_outline_chars));
    }
    for item in &mut reading.items {
        item.title = cut(&item.title, most(look.max_item_chars));
        let left = most(look.max_item_chars).saturating_sub(item.title.chars().count());
        item.snippet = cut(&item.snippet, left);
    }
    for comment in &mut reading.comments {
        comment.text = cut(&comment.text, most(look.max_comment_chars));
    }
    let mut room = Room {
        lines: most(look.max_blocks),
        all: most(look.max_chars),
        main: most(look.max_primary_chars),
    };
    let lines = std::mem::take(&mut reading.lines);
    let all = lines.len();
    reading.lines = lines
        .into_iter()
        .filter_map(|line| room.take(line))
        .collect();
    reading.notes = std::mem::take(&mut reading.notes)
        .into_iter()
        .filter_map(|note| room.take(note))
        .collect();
    let missing = all - reading.lines.len();
    if missing > 0 {
        // In the words in which whatever is left out is told of.
        reading.lines.push(ReadLine {
            text: crate::pack::left_out(missing),
            ..ReadLine::default()
        });
    }
}

/// What is left of the limits on text.
struct Room {
    lines: usize,
    all: usize,
    main: usize,
}

impl Room {
    /// A line, as far as there is room; none where there is no more.
    fn take(&mut self, mut line: ReadLine) -> Option<ReadLine> {
        let room = if line.main {
            self.all.min(self.main)
        } else {
            self.all
        };
        if self.lines == 0 || room == 0 {
            return None;
        }
        line.text = cut(&line.text, room);
        let length = line.text.chars().count();
        self.lines -= 1;
        self.all = self.all.saturating_sub(length);
        if line.main {
            self.main = self.main.saturating_sub(length);
        }
        Some(line)
    }
}
