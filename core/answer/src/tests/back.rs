//! Markdown, read back by a reader that is not ours with everything switched on that it knows.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use screen_agent_wire::packet::tree::*;

/// A tree as a list of what opens, what closes, and the words between; spaces folded, since Markdown
/// folds them.
pub(super) fn shape(doc: &Doc) -> Vec<String> {
    let mut shape = Shape::default();
    doc.children().iter().for_each(|block| shape.block(block));
    shape.done()
}

/// The same, of what a reader makes of Markdown.
pub(super) fn read_back(markdown: &str) -> Vec<String> {
    let mut shape = Shape::default();
    // Quotation marks and dashes are not made typographic, and two line ends are none of ours.
    let options =
        Options::all() - Options::ENABLE_SMART_PUNCTUATION - Options::ENABLE_OLD_FOOTNOTES;
    for event in Parser::new_ext(markdown, options) {
        shape.event(&event);
    }
    shape.done()
}

#[derive(Default)]
struct Shape {
    parts: Vec<String>,
    words: String,
    /// Columns of the table that is open, and cells seen in its row.
    in_code: bool,
}

impl Shape {
    fn done(mut self) -> Vec<String> {
        self.flush();
        self.parts
    }

    fn flush(&mut self) {
        let words = std::mem::take(&mut self.words);
        let folded = match self.in_code {
            true => words.trim_end_matches('\n').to_owned(),
            false => words.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        if !folded.is_empty() {
            self.parts.push(format!("={folded}"));
        }
    }

    fn mark(&mut self, mark: impl Into<String>) {
        self.flush();
        self.parts.push(mark.into());
    }

    fn within(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.mark(format!("<{name}"));
        inside(self);
        self.mark(">");
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading { level, children } => {
                self.within(&format!("h{level}"), |shape| shape.inlines(children))
            }
            Block::Paragraph { children } => self.inlines_apart(children),
            Block::List { ordered, items } => self.within(&format!("list {ordered}"), |shape| {
                for ListItem::ListItem { children } in items {
                    shape.within("item", |shape| {
                        children.iter().for_each(|block| shape.block(block))
                    });
                }
            }),
            Block::Blockquote { children } => {
                self.within("quote", |shape| {
                    children.iter().for_each(|block| shape.block(block))
                });
            }
            Block::CodeBlock { language, text } => {
                let name = format!("code {}", language.as_deref().unwrap_or_default());
                self.within(&name, |shape| {
                    shape.in_code = true;
                    shape.words.push_str(text);
                    shape.flush();
                    shape.in_code = false;
                });
            }
            Block::Table { rows } => self.table(rows),
        }
    }

    fn table(&mut self, rows: &[TableRow]) {
        let width = rows
            .iter()
            .map(|TableRow::TableRow { cells }| cells.len())
            .max()
            .unwrap_or_default();
        self.within("table", |shape| {
            if !rows.first().is_some_and(crate::html::is_head) {
                shape.row(&[], width);
            }
            for TableRow::TableRow { cells } in rows {
                shape.row(cells, width);
            }
        });
    }

    fn row(&mut self, cells: &[TableCell], width: usize) {
        for index in 0..width {
            self.within("cell", |shape| {
                if let Some(TableCell::TableCell { children, .. }) = cells.get(index) {
                    shape.inlines(children);
                }
            });
        }
    }

    /// A paragraph is told by what is around it: one in an entry may stand there without its own mark.
    fn inlines_apart(&mut self, children: &[Inline]) {
        self.flush();
        self.inlines(children);
        self.flush();
    }

    fn inlines(&mut self, children: &[Inline]) {
        for child in children {
            match child {
                Inline::Text { text } => self.words.push_str(text),
                Inline::Link { href, children } => {
                    let words: String = children
                        .iter()
                        .map(|TextNode::Text { text }| text.as_str())
                        .collect();
                    self.within(&format!("a {href}"), |shape| shape.words.push_str(&words));
                }
            }
        }
    }

    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(TagEnd::Paragraph | TagEnd::TableHead | TagEnd::TableRow) => self.flush(),
            Event::End(TagEnd::CodeBlock) => {
                self.flush();
                self.in_code = false;
                self.mark(">");
            }
            Event::End(_) => self.mark(">"),
            Event::Text(words) => self.words.push_str(words),
            Event::SoftBreak | Event::HardBreak => self.words.push('\n'),
            other => self.mark(format!("{other:?}")),
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::TableHead | Tag::TableRow => self.flush(),
            Tag::Heading { level, .. } => self.mark(format!("<h{}", *level as u8)),
            Tag::BlockQuote(None) => self.mark("<quote"),
            Tag::CodeBlock(CodeBlockKind::Fenced(language)) => {
                self.mark(format!("<code {language}"));
                self.in_code = true;
            }
            Tag::List(first) => self.mark(format!("<list {}", first.is_some())),
            Tag::Item => self.mark("<item"),
            Tag::Table(_) => self.mark("<table"),
            Tag::TableCell => self.mark("<cell"),
            Tag::Link {
                dest_url, title, ..
            } if title.is_empty() => self.mark(format!("<a {dest_url}")),
            other => self.mark(format!("{other:?}")),
        }
    }
}
