//! A document as blocks, whatever it was before.

use screen_agent_page::reading::{ReadKind, Reading};
use serde::{Deserialize, Serialize};

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    /// Heading of level 1 to 6.
    Heading(u8),
    /// A paragraph, or an entry of a list.
    Text,
    /// Code, with its lines.
    Code,
    /// Row of a table.
    Row,
}

/// One piece of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextBlock {
    /// What it is.
    pub kind: BlockKind,
    /// Its words.
    pub text: String,
    /// The page that it stands on, from 1, where there are pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
}

impl TextBlock {
    /// A block of a document without pages.
    pub fn new(kind: BlockKind, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
            page: None,
        }
    }
}

/// A document, read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtractedDocument {
    /// Its path inside the archive that it came in; empty for what came by itself.
    pub name: String,
    /// Its title, where it says one.
    pub title: Option<String>,
    /// MIME type, by what is in it.
    pub mime: String,
    /// What it says.
    pub blocks: Vec<TextBlock>,
}

impl ExtractedDocument {
    /// A page of the web: its main content, or all of it where none stands out.
    pub fn of_page(reading: &Reading) -> Self {
        let only_main = reading.lines.iter().any(|line| line.main);
        let lines = reading.lines.iter().filter(|line| line.main || !only_main);
        let blocks = lines.map(|line| {
            let kind = match line.kind {
                ReadKind::Heading(level) => BlockKind::Heading(level),
                ReadKind::Code => BlockKind::Code,
                ReadKind::Row => BlockKind::Row,
                ReadKind::Plain
                | ReadKind::Item
                | ReadKind::Quote
                | ReadKind::Summary
                | ReadKind::Caption
                | ReadKind::Term
                | ReadKind::Definition => BlockKind::Text,
            };
            TextBlock::new(kind, line.text.clone())
        });
        Self {
            name: String::new(),
            title: Some(reading.title.clone()).filter(|title| !title.is_empty()),
            mime: "text/html".to_owned(),
            blocks: blocks.collect(),
        }
    }

    /// Plain text, or text with Markdown's marks: headings, fenced code, paragraphs.
    pub fn of_text(text: &str, mime: &str) -> Self {
        let mut writer = Writer::default();
        for line in text.lines() {
            writer.line(line.trim_end());
        }
        writer.paragraph();
        let title = writer
            .blocks
            .iter()
            .find(|block| matches!(block.kind, BlockKind::Heading(level) if level == 1));
        Self {
            name: String::new(),
            title: title.map(|block| block.text.clone()),
            mime: mime.to_owned(),
            blocks: writer.blocks,
        }
    }

    /// Rows or lines that each say something by themselves.
    pub fn of_rows(rows: impl Iterator<Item = String>, mime: &str) -> Self {
        Self {
            name: String::new(),
            title: None,
            mime: mime.to_owned(),
            blocks: rows
                .map(|row| TextBlock::new(BlockKind::Row, row))
                .collect(),
        }
    }
}

/// Text as it is cut into blocks.
#[derive(Default)]
struct Writer {
    blocks: Vec<TextBlock>,
    lines: Vec<String>,
    /// The fence that code ends with, while there is code.
    fence: Option<String>,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let bare = line.trim_start();
        if let Some(fence) = &self.fence {
            if bare.starts_with(fence.as_str()) {
                self.flush(BlockKind::Code);
                self.fence = None;
            } else {
                self.lines.push(line.to_owned());
            }
            return;
        }
        if let Some(fence) = ["```", "~~~"]
            .into_iter()
            .find(|fence| bare.starts_with(fence))
        {
            self.paragraph();
            self.fence = Some(fence.to_owned());
        } else if bare.is_empty() {
            self.paragraph();
        } else if let Some((level, words)) = hashed(bare) {
            self.paragraph();
            self.blocks
                .push(TextBlock::new(BlockKind::Heading(level), words));
        } else if let (Some(level), [words]) = (underline(bare), self.lines.as_slice()) {
            let heading = TextBlock::new(BlockKind::Heading(level), words.trim());
            self.lines.clear();
            self.blocks.push(heading);
        } else {
            self.lines.push(line.to_owned());
        }
    }

    fn paragraph(&mut self) {
        let kind = match self.fence {
            Some(_) => BlockKind::Code,
            None => BlockKind::Text,
        };
        self.flush(kind);
    }

    fn flush(&mut self, kind: BlockKind) {
        let text = std::mem::take(&mut self.lines).join("\n");
        if !text.trim().is_empty() {
            self.blocks.push(TextBlock::new(kind, text));
        }
    }
}

/// `## Words`.
fn hashed(line: &str) -> Option<(u8, &str)> {
    let words = line.trim_start_matches('#');
    let level = u8::try_from(line.len() - words.len()).ok()?;
    let words = words.strip_prefix([' ', '\t'])?;
    let words = words.trim().trim_end_matches('#').trim_end();
    ((1..=6).contains(&level) && !words.is_empty()).then_some((level, words))
}

/// The line below a heading of one line.
fn underline(line: &str) -> Option<u8> {
    let mark = line.chars().next()?;
    let level = match mark {
        '=' => 1,
        '-' => 2,
        _ => return None,
    };
    (line.len() >= 3 && line.chars().all(|c| c == mark)).then_some(level)
}

#[cfg(test)]
mod tests {
    use screen_agent_page::reading;

    use super::*;

    fn told(document: &ExtractedDocument) -> Vec<(BlockKind, &str)> {
        let blocks = document.blocks.iter();
        blocks
            .map(|block| (block.kind, block.text.as_str()))
            .collect()
    }

    #[test]
    fn headings_code_and_paragraphs_of_a_text_are_told_apart() {
        let text = "# Hand book #\n\nFirst line\nsecond line\n\nLeave\n-----\n```sh\n# no heading\n\nrun\n```\n#hash\n## \n~~~\nopen";
        let document = ExtractedDocument::of_text(text, "text/markdown");
        assert_eq!(document.title.as_deref(), Some("Hand book"));
        assert_eq!(
            told(&document),
            [
                (BlockKind::Heading(1), "Hand book"),
                (BlockKind::Text, "First line\nsecond line"),
                (BlockKind::Heading(2), "Leave"),
                (BlockKind::Code, "# no heading\n\nrun"),
                (BlockKind::Text, "#hash\n##"),
                (BlockKind::Code, "open"),
            ]
        );
    }

    #[test]
    fn a_page_is_its_main_content() {
        let menu = "<nav><a href=/a>Products</a> <a href=/b>Prices</a></nav>";
        let article = "<main><h1>Refunds</h1><p>A refund is asked for within thirty days of the order, by mail or in the shop itself.</p><pre>refund --all</pre></main>";
        let html = format!("<title>Help</title><body>{menu}{article}</body>");
        let document = ExtractedDocument::of_page(&reading::read(&html, "https://acme.com/help"));
        assert_eq!(document.title.as_deref(), Some("Help"));
        assert_eq!(
            told(&document),
            [
                (BlockKind::Heading(1), "Refunds"),
                (
                    BlockKind::Text,
                    "A refund is asked for within thirty days of the order, by mail or in the shop itself."
                ),
                (BlockKind::Code, "refund --all"),
            ]
        );
    }
}
