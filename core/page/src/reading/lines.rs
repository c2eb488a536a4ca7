//! The text of a page, line by line, with its structure.

use super::around::Zone;
use super::grid::Grid;
use super::hint::Hints;
use super::survey::{Survey, is_link};
use super::types::{ReadKind, ReadLine};
use crate::html::{NodeRef, Visit, is_block};
use crate::words::Fold;

/// A row with more letters than this is a layout, not a row.
const LONGEST_ROW: u32 = 1_200;

/// What holds no notes: questions about cookies, buttons to share, calls to subscribe.
const NOT_NOTES: Hints = Hints::CONSENT
    .and(Hints::SHARE)
    .and(Hints::NAVIGATION)
    .and(Hints::SUBSCRIBE)
    .and(Hints::OVERLAY)
    .and(Hints::RELATED)
    .and(Hints::UNSEEN);

/// Set before and behind what is struck out.
const STRUCK: &str = "~~";

/// A line, and what is needed to judge it.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    pub(super) line: ReadLine,
    /// The element it stands in, in the order of the page.
    pub(super) at: u32,
    /// Letters of it in links.
    pub(super) linked: usize,
    /// What it is for.
    pub(super) zone: Zone,
}

/// Reads all lines of a page that are worth reading.
pub(super) fn write(survey: &Survey) -> Vec<Written> {
    written(survey, false)
}

/// Most notes, and the fewest and most letters of one, in bytes.
const NOTES: usize = 40;
const SHORTEST_NOTE: usize = 30;
const LONGEST_NOTE: usize = 600;

/// Sentences of what stands around the content: what is no menu may be a condition.
pub(super) fn notes(survey: &Survey) -> Vec<ReadLine> {
    let is_sentence = |written: &Written| {
        let text = written.line.text.as_str();
        let long = (SHORTEST_NOTE..=LONGEST_NOTE).contains(&text.len());
        let ends = text.ends_with(['.', '!', '?', '。']);
        long && ends && written.linked * 3 < text.len() && text.split(' ').count() >= 5
    };
    let notes = written(survey, true).into_iter().filter(is_sentence);
    notes.map(|written| written.line).take(NOTES).collect()
}

fn written(survey: &Survey, around: bool) -> Vec<Written> {
    let mut writer = Writer {
        survey,
        around,
        lines: Vec::new(),
        words: Fold::up_to(usize::MAX),
        code: None,
        line: Written::default(),
        kinds: Vec::new(),
        rows: Vec::new(),
        grid: Grid::default(),
        lists: 0,
        quotes: 0,
        links: 0,
        handles: Handles::default(),
    };
    let mut walk = survey.dom.walk(survey.body);
    while let Some(visit) = walk.next() {
        match visit {
            Visit::Enter(at) if writer.passes(at) => {
                walk.pass_over(at);
            }
            Visit::Enter(at) => writer.enter(at),
            Visit::Leave(at) => writer.leave(at),
        }
    }
    writer.end_line();
    writer.lines
}

/// The nearest element with a handle around all words of a line.
#[derive(Default)]
struct Handles<'a> {
    open: Vec<(NodeRef, &'a str)>,
    /// How many were open all the time since the last words.
    low: usize,
    /// How many are open around all words of the line so far.
    shared: Option<usize>,
    of_line: Option<&'a str>,
}

impl<'a> Handles<'a> {
    fn enter(&mut self, at: NodeRef, handle: Option<&'a str>) {
        if let Some(handle) = handle {
            self.open.push((at, handle));
        }
    }

    fn leave(&mut self, at: NodeRef) {
        if self.open.last().is_some_and(|&(owner, _)| owner == at) {
            self.open.pop();
            self.low = self.low.min(self.open.len());
        }
    }

    fn said(&mut self) {
        let shared = self
            .shared
            .map_or(self.open.len(), |shared| shared.min(self.low));
        if self.shared != Some(shared) {
            self.shared = Some(shared);
            self.of_line = shared
                .checked_sub(1)
                .and_then(|last| self.open.get(last))
                .map(|&(_, handle)| handle);
        }
        self.low = self.open.len();
    }

    fn take(&mut self) -> Option<String> {
        self.shared = None;
        self.of_line.take().map(str::to_owned)
    }
}

/// An element that gives its lines a kind.
struct Kind {
    owner: NodeRef,
    kind: ReadKind,
    /// Only its first line is of that kind; what follows continues it.
    first_only: bool,
    used: bool,
}

struct Writer<'a> {
    survey: &'a Survey<'a>,
    /// What stands around the content is read, and not the content.
    around: bool,
    lines: Vec<Written>,
    words: Fold,
    code: Option<(NodeRef, String)>,
    line: Written,
    kinds: Vec<Kind>,
    rows: Vec<NodeRef>,
    grid: Grid,
    lists: u8,
    quotes: u8,
    links: u32,
    handles: Handles<'a>,
}

impl<'a> Writer<'a> {
    fn passes(&self, at: NodeRef) -> bool {
        let fact = self.survey.fact(at);
        let Some(tag) = self.survey.dom.tag(at) else {
            return false;
        };
        let passes = match self.around {
            true => matches!(tag, "nav" | "menu" | "form" | "dialog") || fact.hints.any(NOT_NOTES),
            false => fact.zone == Zone::Around,
        };
        !fact.read || passes
    }

    fn enter(&mut self, at: NodeRef) {
        let dom = self.survey.dom;
        if let Some(text) = dom.text(at) {
            self.say(at, text);
            return;
        }
        let Some(tag) = dom.tag(at) else { return };
        let handle = dom
            .attr(at, "data-llm-id")
            .filter(|handle| can_be_said(handle));
        let in_row = !self.rows.is_empty();
        if is_block(tag) {
            if in_row || self.code.is_some() {
                self.gap(tag);
            } else {
                self.end_line();
            }
        }
        self.handles.enter(at, handle);
        if is_link(dom, at) {
            self.links += 1;
        }
        if matches!(tag, "td" | "th") && in_row {
            self.begin_line(at);
            self.grid.begin_cell(&mut self.words);
        }
        if !in_row && self.code.is_none() {
            self.open(at, tag);
        }
        self.strike(at, tag);
    }

    /// What is struck out no longer holds, and is not read as if it did.
    fn strike(&mut self, at: NodeRef, tag: &str) {
        let strikes = matches!(tag, "del" | "s" | "strike") && self.code.is_none();
        if strikes && self.survey.fact(at).letters > 0 {
            self.begin_line(at);
            self.words.text(STRUCK);
        }
    }

    /// Where the line stands, if nothing of it was said yet.
    fn begin_line(&mut self, at: NodeRef) {
        if self.words.is_empty() {
            let fact = self.survey.fact(at);
            (self.line.at, self.line.zone) = (fact.at, fact.zone);
        }
    }

    fn gap(&mut self, tag: &str) {
        match &mut self.code {
            Some((_, code)) if !code.is_empty() && !code.ends_with('\n') && tag != "td" => {
                code.push('\n');
            }
            Some(_) => {}
            None => self.words.gap(),
        }
    }

    fn open(&mut self, at: NodeRef, tag: &str) {
        match tag {
            "ul" | "ol" | "menu" => self.lists = self.lists.saturating_add(1),
            "blockquote" => self.quotes = self.quotes.saturating_add(1),
            "table" | "thead" | "tbody" | "tfoot" => self.grid = Grid::default(),
            "tr" if self.is_row(at) => {
                self.rows.push(at);
                self.grid.begin_row();
            }
            "pre" => self.code = Some((at, String::new())),
            _ => {}
        }
        if let Some((kind, first_only)) = self.kind(at, tag) {
            self.kinds.push(Kind {
                owner: at,
                kind,
                first_only,
                used: false,
            });
        }
    }

    /// A row of data is one line; a row that lays a page out is not.
    fn is_row(&self, at: NodeRef) -> bool {
        let fact = self.survey.fact(at);
        let mut cells: u16 = 0;
        for cell in self.survey.children(at) {
            cells = cells.saturating_add(1);
            if self.survey.fact(cell).letters > LONGEST_ROW {
                return false;
            }
        }
        cells > 1 && fact.structures == 0 && fact.blocks <= cells
    }

    fn say(&mut self, at: NodeRef, text: &str) {
        if let Some((_, code)) = &mut self.code {
            code.push_str(text);
            if !text.trim().is_empty() {
                self.handles.said();
            }
            return;
        }
        if text.trim().is_empty() {
            self.words.text(text);
            return;
        }
        let parent = self.survey.dom.parent(at).unwrap_or(at);
        if self.around && self.survey.fact(parent).zone != Zone::Around {
            return;
        }
        self.begin_line(parent);
        self.handles.said();
        let before = self.words.len();
        self.words.text(text);
        if self.links > 0 {
            self.line.linked += self.words.len() - before;
        }
    }

    fn leave(&mut self, at: NodeRef) {
        let dom = self.survey.dom;
        let Some(tag) = dom.tag(at) else { return };
        if self.passes(at) {
            return;
        }
        self.strike(at, tag);
        self.close(at, tag);
        self.handles.leave(at);
        if is_link(dom, at) {
            self.links = self.links.saturating_sub(1);
        }
    }

    fn close(&mut self, at: NodeRef, tag: &str) {
        if self.code.as_ref().is_some_and(|&(owner, _)| owner == at) {
            self.end_code(at);
        } else if self.code.is_some() {
            return;
        }
        if let Some(&row) = self.rows.last() {
            if row == at {
                self.grid.end_row(&mut self.words);
                self.end_line();
                self.rows.pop();
            } else if matches!(tag, "td" | "th") {
                let span = |name| {
                    let written = self.survey.dom.attr(at, name);
                    written
                        .and_then(|span| span.trim().parse().ok())
                        .unwrap_or(1)
                };
                let (columns, rows) = (span("colspan"), span("rowspan"));
                self.grid.end_cell(&mut self.words, columns, rows);
            } else if is_block(tag) {
                self.words.gap();
            }
        } else if is_block(tag) {
            self.end_line();
        }
        if self.rows.is_empty() {
            match tag {
                "ul" | "ol" | "menu" => self.lists = self.lists.saturating_sub(1),
                "blockquote" => self.quotes = self.quotes.saturating_sub(1),
                _ => {}
            }
        }
        if self.kinds.last().is_some_and(|kind| kind.owner == at) {
            self.end_line();
            self.kinds.pop();
        }
    }

    fn kind(&self, at: NodeRef, tag: &str) -> Option<(ReadKind, bool)> {
        if let Some(level) = heading_level(self.survey, at, tag) {
            return Some((ReadKind::Heading(level), false));
        }
        match tag {
            "li" => Some((ReadKind::Item, true)),
            "blockquote" => Some((ReadKind::Quote, false)),
            "tr" if self.rows.last() == Some(&at) => Some((ReadKind::Row, false)),
            "summary" => Some((ReadKind::Summary, false)),
            "caption" | "figcaption" => Some((ReadKind::Caption, false)),
            "dt" => Some((ReadKind::Term, false)),
            "dd" => Some((ReadKind::Definition, true)),
            _ => None,
        }
    }

    fn end_code(&mut self, at: NodeRef) {
        let Some((_, code)) = self.code.take() else {
            return;
        };
        let text = code.trim_end().trim_start_matches(['\n', '\r']);
        let handle = self.handles.take();
        if text.trim().is_empty() {
            return;
        }
        let fact = self.survey.fact(at);
        self.lines.push(Written {
            line: ReadLine {
                kind: ReadKind::Code,
                text: text.to_owned(),
                handle,
                ..ReadLine::default()
            },
            at: fact.at,
            linked: 0,
            zone: fact.zone,
        });
    }

    fn end_line(&mut self) {
        let text = self.words.take();
        let mut written = std::mem::take(&mut self.line);
        let handle = self.handles.take();
        let text = text.trim_matches([' ', '|']);
        if !text.contains(|c: char| c.is_alphanumeric()) {
            return;
        }
        written.line.text = text.to_owned();
        written.line.handle = handle;
        (written.line.kind, written.line.depth) = self.kind_of_line();
        if written.line.kind == ReadKind::Row && !text.contains(" | ") {
            written.line.kind = ReadKind::Plain;
        }
        self.lines.push(written);
    }

    fn kind_of_line(&mut self) -> (ReadKind, u8) {
        let (lists, quotes) = (self.lists, self.quotes);
        let Some(innermost) = self.kinds.last_mut() else {
            return (ReadKind::Plain, 0);
        };
        let kind = match innermost {
            Kind {
                first_only: true,
                used: true,
                ..
            } => ReadKind::Plain,
            Kind { kind, .. } => *kind,
        };
        innermost.used = true;
        let depth = match kind {
            ReadKind::Item => lists.saturating_sub(1),
            ReadKind::Quote => quotes.saturating_sub(1),
            _ => 0,
        };
        (kind, depth)
    }
}

/// Level of a heading, by its tag or its role.
pub(super) fn heading_level(survey: &Survey, at: NodeRef, tag: &str) -> Option<u8> {
    let dom = survey.dom;
    if dom.attr(at, "role") == Some("heading") {
        let level = dom.attr(at, "aria-level");
        let level = level.and_then(|level| level.trim().parse::<u8>().ok());
        return Some(level.unwrap_or(2).clamp(1, 6));
    }
    match tag {
        "h1" => Some(1),
        "h2" => Some(2),
        "h3" => Some(3),
        "h4" => Some(4),
        "h5" => Some(5),
        "h6" => Some(6),
        _ => None,
    }
}

/// A handle has to come back unharmed from whoever reads it in a text.
pub(super) fn can_be_said(handle: &str) -> bool {
    !handle.is_empty()
        && handle.len() <= crate::node::NodeId::MAX
        && handle
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte))
}
