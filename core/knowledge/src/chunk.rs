//! Blocks as chunks: what belongs together stays together, and each knows under which headings it stands.

use crate::block::{BlockKind, ExtractedDocument, TextBlock};

/// A chunk is closed once it has so many bytes, and no block of more than the second is kept whole.
const TARGET: usize = 1_200;
const LONGEST: usize = 1_800;
/// Longest place, in characters.
const SECTION: usize = 300;

/// A passage of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// The headings that it stands under, outermost first, with ` › ` between them.
    pub section: String,
    /// The page that it begins on.
    pub page: Option<u32>,
    /// Its words.
    pub text: String,
}

/// The chunks of a document, in its order.
pub fn chunks(document: &ExtractedDocument) -> Vec<Chunk> {
    let mut cutter = Cutter::default();
    for block in &document.blocks {
        match block.kind {
            BlockKind::Heading(level) => cutter.heading(level, &block.text),
            BlockKind::Text | BlockKind::Code | BlockKind::Row => cutter.block(block),
        }
    }
    cutter.close();
    // Headings with nothing below them say something all the same.
    if cutter.chunks.is_empty() {
        cutter.bare_headings(document);
    }
    cutter.chunks
}

#[derive(Default)]
struct Cutter {
    chunks: Vec<Chunk>,
    headings: Vec<(u8, String)>,
    open: Chunk,
}

impl Cutter {
    fn heading(&mut self, level: u8, words: &str) {
        self.close();
        self.headings.retain(|(above, _)| *above < level);
        let words: Vec<&str> = words.split_whitespace().collect();
        self.headings.push((level, words.join(" ")));
    }

    fn block(&mut self, block: &TextBlock) {
        let mut rest = block.text.trim_matches('\n');
        while rest.len() > LONGEST {
            let (piece, after) = rest.split_at(cut(rest, TARGET));
            self.add(piece.trim(), block.page);
            rest = after;
        }
        self.add(rest.trim_end(), block.page);
    }

    fn add(&mut self, text: &str, page: Option<u32>) {
        if text.trim().is_empty() {
            return;
        }
        if self.open.text.len() + text.len() > TARGET {
            self.close();
        }
        if self.open.text.is_empty() {
            self.open.page = page;
        } else {
            self.open.text.push('\n');
        }
        self.open.text.push_str(text);
    }

    fn close(&mut self) {
        let mut chunk = std::mem::take(&mut self.open);
        if !chunk.text.is_empty() {
            chunk.section = self.section();
            self.chunks.push(chunk);
        }
    }

    fn section(&self) -> String {
        let words: Vec<&str> = self
            .headings
            .iter()
            .map(|(_, words)| words.as_str())
            .collect();
        words.join(" › ").chars().take(SECTION).collect()
    }

    fn bare_headings(&mut self, document: &ExtractedDocument) {
        self.headings.clear();
        for block in &document.blocks {
            self.block(block);
        }
        self.close();
    }
}

/// Where a text of more than so many bytes is cut: after a line, a sentence or a word, in that order, and never within a
/// character.
fn cut(text: &str, most: usize) -> usize {
    let head = &text[..text.floor_char_boundary(most)];
    // Not right at the beginning, or chunks would become crumbs.
    let least = most / 2;
    let line = head.rfind('\n').map(|at| at + 1);
    let sentence = || {
        let ends = head
            .char_indices()
            .rev()
            .find(|(_, c)| matches!(c, '.' | '!' | '?' | '。' | '！' | '？'));
        ends.map(|(at, c)| at + c.len_utf8())
    };
    let word = || head.rfind(char::is_whitespace).map(|at| at + 1);
    let place = line.filter(|at| *at > least);
    let place = place.or_else(|| sentence().filter(|at| *at > least));
    place
        .or_else(|| word().filter(|at| *at > least))
        .map_or(head.len(), |at| text.ceil_char_boundary(at))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn document(blocks: Vec<TextBlock>) -> ExtractedDocument {
        ExtractedDocument {
            name: String::new(),
            title: None,
            mime: "text/plain".to_owned(),
            blocks,
        }
    }

    fn heading(level: u8, words: &str) -> TextBlock {
        TextBlock::new(BlockKind::Heading(level), words)
    }

    fn text(words: &str) -> TextBlock {
        TextBlock::new(BlockKind::Text, words)
    }

    #[test]
    fn chunks_know_under_which_headings_they_stand() {
        let blocks = vec![
            text("Before all."),
            heading(1, "Hand \n book"),
            heading(3, "Leave"),
            text("Twenty days."),
            text("In writing."),
            heading(2, "Money"),
            text("On the 25th."),
        ];
        let found = chunks(&document(blocks));
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|chunk| (chunk.section.as_str(), chunk.text.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("", "Before all."),
                ("Hand book › Leave", "Twenty days.\nIn writing."),
                ("Hand book › Money", "On the 25th."),
            ]
        );
    }

    #[test]
    fn headings_alone_are_a_chunk() {
        let found = chunks(&document(vec![heading(1, "Only"), heading(2, "titles")]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].text, "Only\ntitles");
    }

    #[test]
    fn long_text_is_cut_after_sentences() {
        let sentence = "The quick brown fox jumps over the lazy dog once more. ";
        let found = chunks(&document(vec![text(&sentence.repeat(100))]));
        assert!(found.len() > 3);
        for chunk in &found {
            assert!(chunk.text.ends_with("more."), "{}", chunk.text);
            assert!(chunk.text.len() <= LONGEST);
        }
    }

    #[test]
    fn a_chunk_begins_on_a_page() {
        let page = |words: &str, page| TextBlock {
            page: Some(page),
            ..text(words)
        };
        let long = "word ".repeat(230);
        let found = chunks(&document(vec![
            page(&long, 1),
            page("next", 1),
            page(&long, 2),
        ]));
        let pages: Vec<Option<u32>> = found.iter().map(|chunk| chunk.page).collect();
        assert_eq!(pages, [Some(1), Some(2)]);
    }

    proptest! {
        /// No word is lost, and no chunk is beyond its size.
        #[test]
        fn nothing_is_lost(blocks in proptest::collection::vec("\\PC{0,4000}", 0..6)) {
            let all: String = blocks.concat();
            let blocks = blocks.into_iter().map(|words| text(&words)).collect();
            let found = chunks(&document(blocks));
            let told: String = found.iter().map(|chunk| chunk.text.as_str()).collect();
            let solid = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(solid(&told), solid(&all));
            prop_assert!(found.iter().all(|chunk| chunk.text.len() <= LONGEST));
        }
    }
}
