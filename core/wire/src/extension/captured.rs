//! From what a client captured to what the kernel observes.

use screen_agent_page as page;

use super::capture::{
    FormSubmitter, KeyboardAt, NodeFacts, PageCapture, ScrollableContainer, SemanticNode, TextLine,
    TextRun,
};

impl From<SemanticNode> for page::Node {
    fn from(node: SemanticNode) -> Self {
        Self {
            id: page::NodeId::new(node.i),
            role: page::Role::parse(&node.r),
            name: one_line(node.n),
            value: node.v,
            states: node
                .s
                .as_deref()
                .map(page::State::parse_list)
                .unwrap_or_default(),
            at: node.xy.map(|[x, y]| page::Point { x, y }),
            rect: node.r#box.map(rect),
            frame: node.f.unwrap_or(0),
            frame_origin: node.o,
            scroll: node.scr.map(|scr| page::ScrollPosition {
                depth: scr.depth,
                has_more: scr.h,
            }),
            covered: node.occ.unwrap_or(false),
            color: node.c,
            facts: node.d.map(Into::into).unwrap_or_default(),
        }
    }
}

impl From<NodeFacts> for page::Facts {
    fn from(facts: NodeFacts) -> Self {
        Self {
            tag: facts.tag,
            input_type: facts.input_type,
            href: facts.href,
            opens_tab: facts.blank.unwrap_or(false),
            form_method: facts.method.as_deref().and_then(form_method),
            form_action: facts.action,
            form: facts.form,
            submits: facts.submit.unwrap_or(false),
            form_written: facts.wrote.unwrap_or(false),
            form_listens: facts.hears.unwrap_or(false),
            enter: facts.enter.map(Into::into),
            acts_on_change: facts.change.unwrap_or(false),
            part_of: facts.part.as_deref().and_then(part_of),
            autocomplete: facts.auto,
            popup: facts.popup,
            options: facts.opts.unwrap_or_default(),
            multiple: facts.multi.unwrap_or(false),
            multiline: facts.lines.unwrap_or(false),
            range: facts.range,
            group: facts.group,
            selector: facts.sel,
            in_shadow: false,
            draggable: facts.drag.unwrap_or(false),
            hint: facts.hint.map(one_line),
        }
    }
}

impl From<FormSubmitter> for page::Submitter {
    fn from(button: FormSubmitter) -> Self {
        Self {
            name: one_line(button.n),
            method: button.method.as_deref().and_then(form_method),
            action: button.action,
        }
    }
}

impl From<KeyboardAt> for page::Keyboard {
    fn from(keyboard: KeyboardAt) -> Self {
        match keyboard.node {
            Some(node) => Self::Control {
                node: Box::new(node.into()),
            },
            None => Self::Page,
        }
    }
}

fn part_of(word: &str) -> Option<page::PartOf> {
    match word {
        "dialog" => Some(page::PartOf::Dialog),
        "pager" => Some(page::PartOf::Pager),
        "field" => Some(page::PartOf::Field),
        _ => None,
    }
}

impl From<TextLine> for page::Line {
    fn from(line: TextLine) -> Self {
        Self {
            kind: line.k.as_deref().map(line_kind).unwrap_or_default(),
            depth: line.d.unwrap_or(0),
            runs: line.c.into_iter().map(Into::into).collect(),
            rect: line.b.map(rect),
            covered: line.occ.unwrap_or(false),
        }
    }
}

impl From<TextRun> for page::Run {
    fn from(run: TextRun) -> Self {
        match run {
            TextRun::Text(text) => Self::Text(one_line(text)),
            TextRun::Node(node) => Self::Node(page::NodeId::new(node.i)),
            TextRun::Cell(()) => Self::Cell,
        }
    }
}

impl From<PageCapture> for page::Observation {
    fn from(capture: PageCapture) -> Self {
        Self {
            url: capture.url,
            title: one_line(capture.page_title),
            document: capture.document,
            keyboard: capture.keyboard.map(Into::into).unwrap_or_default(),
            mode: page::DomMode::Semantic,
            viewport: Some(page::ViewportSize {
                width: capture.viewport.width,
                height: capture.viewport.height,
            }),
            nodes: capture
                .interactive_tree
                .into_iter()
                .map(Into::into)
                .collect(),
            lines: capture.page_text.into_iter().map(Into::into).collect(),
            scroll_position: Some(capture.scroll_position),
            containers: capture
                .scrollable_containers
                .into_iter()
                .map(Into::into)
                .collect(),
            events: capture.recent_events.into_iter().map(one_line).collect(),
            has_errors: capture.has_errors,
            has_success: capture.has_success,
            cut: None,
            heavy: page::Heavy::default(),
        }
    }
}

impl From<ScrollableContainer> for page::ScrollContainer {
    fn from(container: ScrollableContainer) -> Self {
        Self {
            id: page::NodeId::new(container.id),
            depth: container.depth,
            has_more: container.has_more,
        }
    }
}

/// Folds white space and drops what cannot be seen, so that a name cannot forge a row.
pub(crate) fn one_line(text: String) -> String {
    if is_one_line(&text) {
        return text;
    }
    let mut line = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let before = line.len();
        if before > 0 {
            line.push(' ');
        }
        let start = line.len();
        line.extend(word.chars().filter(|&c| !page::is_unseen(c)));
        if line.len() == start {
            line.truncate(before);
        }
    }
    line
}

/// Most names are plain words with single spaces between them, and stay as they are.
fn is_one_line(text: &str) -> bool {
    let bytes = text.as_bytes();
    let plain = |byte: &u8| (b' '..0x7f).contains(byte);
    bytes.iter().all(plain)
        && bytes.first() != Some(&b' ')
        && bytes.last() != Some(&b' ')
        && !bytes.windows(2).any(|pair| pair == b"  ")
}

fn rect([x, y, w, h]: [f64; 4]) -> page::Rect {
    page::Rect { x, y, w, h }
}

fn form_method(word: &str) -> Option<page::FormMethod> {
    match word.to_ascii_lowercase().as_str() {
        "get" => Some(page::FormMethod::Get),
        "post" => Some(page::FormMethod::Post),
        "dialog" => Some(page::FormMethod::Dialog),
        _ => None,
    }
}

fn line_kind(word: &str) -> page::LineKind {
    use page::LineKind as Kind;
    match word {
        "h1" => Kind::Heading(1),
        "h2" => Kind::Heading(2),
        "h3" => Kind::Heading(3),
        "h4" => Kind::Heading(4),
        "h5" => Kind::Heading(5),
        "h6" => Kind::Heading(6),
        "li" => Kind::Item,
        "tr" => Kind::Row,
        "th" => Kind::HeaderRow,
        "dt" => Kind::Term,
        "alert" => Kind::Alert,
        "status" => Kind::Status,
        "label" => Kind::Label,
        "caption" => Kind::Caption,
        "dialog" => Kind::Dialog,
        "code" => Kind::Code,
        _ => Kind::Plain,
    }
}
