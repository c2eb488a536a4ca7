//! A document that was sent, made ready to be looked through.

use crate::pack::{SentDocument, SentLine};

use super::fold::{fold, without_prefix};

/// A document that was sent, made ready to be looked through.
pub(super) struct Book<'a> {
    sent: &'a SentDocument,
    text: Folded,
    more: Folded,
}

/// Where something stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Which line of the text, from 1.
    pub(super) line: Option<usize>,
    /// Which element.
    pub(super) handle: Option<String>,
    /// Address and title of what the line is about, where it is not the document.
    pub(super) about: Option<(String, String)>,
}

impl<'a> Book<'a> {
    pub(super) fn new(sent: &'a SentDocument) -> Self {
        Self {
            sent,
            text: Folded::new(&sent.lines, false),
            more: Folded::new(&sent.more, true),
        }
    }

    pub(super) const fn sent(&self) -> &'a SentDocument {
        self.sent
    }

    pub(super) fn is(&self, doc_id: &str) -> bool {
        self.sent.doc_id == doc_id
    }

    /// A document of the same page: both ids begin alike, or the page itself is named.
    pub(super) fn is_kin(&self, doc_id: &str) -> bool {
        base(&self.sent.doc_id) == base(doc_id) || base(&self.sent.doc_id) == doc_id
    }

    /// Where these pieces stand, one after the other.
    pub(super) fn find(&self, parts: &[String]) -> Option<Place> {
        if let Some(at) = self.text.find(parts) {
            return self.line_at(at);
        }
        let line = self.sent.more.get(self.more.find(parts)?)?;
        Some(Place {
            line: None,
            handle: line.handle.clone(),
            about: line.about.clone(),
        })
    }

    /// A line by its `n:<number>`.
    pub(super) fn line(&self, node_id: &str) -> Option<Place> {
        let number: usize = node_id.strip_prefix("n:")?.parse().ok()?;
        self.line_at(number.checked_sub(1)?)
    }

    /// An element by its handle.
    pub(super) fn element(&self, handle: &str) -> Option<Place> {
        let stands = |line: &SentLine| line.handle.as_deref() == Some(handle);
        let line = self.sent.lines.iter().position(stands);
        let known = line.is_some() || self.sent.more.iter().any(stands);
        known.then(|| Place {
            line: line.map(|at| at + 1),
            handle: Some(handle.to_owned()),
            about: None,
        })
    }

    fn line_at(&self, at: usize) -> Option<Place> {
        let line = self.sent.lines.get(at)?;
        Some(Place {
            line: Some(at + 1),
            handle: line.handle.clone(),
            about: line.about.clone(),
        })
    }

    /// Is this said anywhere in it?
    pub(super) fn says(&self, part: &str) -> bool {
        let parts = [part.to_owned()];
        self.text.find(&parts).is_some() || self.more.find(&parts).is_some()
    }

    /// All that it says, folded.
    pub(super) fn words(&self) -> [&str; 2] {
        [&self.text.words, &self.more.words]
    }
}

/// The id of the page that a document is a piece of.
pub(super) fn base(doc_id: &str) -> &str {
    match doc_id.rsplit_once(":chunk:") {
        Some((base, _)) => base,
        None => doc_id.strip_suffix(":summary").unwrap_or(doc_id),
    }
}

/// Lines in one string, and where each begins.
struct Folded {
    words: String,
    starts: Vec<usize>,
    /// Which lines are blocks of their own: rows, entries, headings, and whatever stands beside the text.
    closed: Vec<bool>,
}

impl Folded {
    fn new(lines: &[SentLine], are_apart: bool) -> Self {
        let mut words = String::new();
        let mut starts = Vec::with_capacity(lines.len());
        for line in lines {
            if !words.is_empty() && !words.ends_with(' ') {
                words.push(' ');
            }
            starts.push(words.len());
            fold(without_prefix(&line.text), &mut words);
        }
        let closed = lines.iter().map(|line| are_apart || is_block(&line.text));
        Self {
            words,
            starts,
            closed: closed.collect(),
        }
    }

    /// The line in which the first piece begins. A quote that leaves something out stands in one line: a row, an entry,
    /// a paragraph. One that does not may go on from a paragraph into the next, or over whole rows.
    fn find(&self, parts: &[String]) -> Option<usize> {
        let (first, rest) = parts.split_first()?;
        let mut from = 0;
        loop {
            let at = find_words(&self.words, first, from)?;
            let line = self.line_of(at);
            let end = self.end_of(line);
            let mut behind = at + first.len();
            let holds = match rest {
                [] => self.is_contiguous(line, (at, behind)),
                rest => {
                    behind <= end
                        && rest.iter().all(|part| {
                            let found = find_words(&self.words[..end], part, behind);
                            found.inspect(|found| behind = found + part.len()).is_some()
                        })
                }
            };
            if holds {
                return Some(line);
            }
            from = at + first.chars().next().map_or(1, char::len_utf8);
        }
    }

    /// Of rows and entries that it goes over, each is quoted whole: half of two of them is a pair that nobody said.
    fn is_contiguous(&self, line: usize, (from, to): (usize, usize)) -> bool {
        let last = self.line_of(to.saturating_sub(1));
        let is_whole = |line: usize| self.starts[line] >= from && self.end_of(line) <= to;
        line == last || (line..=last).all(|line| !self.closed[line] || is_whole(line))
    }

    fn line_of(&self, at: usize) -> usize {
        self.starts
            .partition_point(|start| *start <= at)
            .saturating_sub(1)
    }

    /// Where a line ends, without the blank behind it.
    fn end_of(&self, line: usize) -> usize {
        let end = self
            .starts
            .get(line + 1)
            .copied()
            .unwrap_or(self.words.len());
        self.words[..end].trim_end().len().max(self.starts[line])
    }
}

/// A row, an entry or a heading: what stands in it belongs together, and what stands in the next does not.
fn is_block(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("- ")
        || line.contains(" | ")
        || matches!(line.as_bytes(), [b'H', b'1'..=b'6', b':', ..])
}

/// Where a piece stands as whole words: "4" does not stand in "42".
pub(super) fn find_words(words: &str, part: &str, from: usize) -> Option<usize> {
    if part.is_empty() {
        return None;
    }
    let bytes = part.as_bytes();
    let joins = |outer: Option<&u8>, inner: Option<&u8>| {
        outer.is_some_and(u8::is_ascii_alphanumeric) && inner.is_some_and(u8::is_ascii_alphanumeric)
    };
    let mut from = from;
    loop {
        let at = from + words.get(from..)?.find(part)?;
        let before = at.checked_sub(1).and_then(|at| words.as_bytes().get(at));
        let after = words.as_bytes().get(at + part.len());
        if !joins(before, bytes.first()) && !joins(after, bytes.last()) {
            return Some(at);
        }
        // On by a whole word, since none begins inside of one: a page may be one endless word. Or by
        // the first character, so that none is cut in two.
        let word = words.as_bytes()[at..].iter();
        let word = word.take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let first = words[at..].chars().next().map_or(1, char::len_utf8);
        from = at + word.max(first);
    }
}
