//! An answer where there is no model: what the documents say of it, quoted, or that it was not found.
//!
//! It is named as what it is. Each passage is a citation that was checked like a model's; one that does not hold is not
//! shown.

mod made;

pub use made::{can_make, make};

use screen_agent_answer::clean;
use screen_agent_extractive::{ListedEntry, Quotation, Records, Shown, Text};
use screen_agent_wire::packet::document::{Content, SummaryDocument};
use screen_agent_wire::packet::request::TaskName;
use screen_agent_wire::packet::tree::{Block, Doc, Inline, ListItem, TableCell, TableRow};
use screen_agent_wire::packet::{Assistant, Citation, Document};

use crate::inquiry::Inquiry;
use crate::pack::{self, PackedDocuments, SentDocument};
use crate::{cite, prompt};

/// Sentences of a summary, where it shall be short and where not.
const CONCISE: usize = 4;
const FULL: usize = 8;
/// Most entries of a list that a summary names.
const ENTRIES: usize = 10;

/// Said under every answer of this kind.
const QUOTED: &str = "Quoted as it stands; no model was asked.";
const NOT_FOUND: &str = "The answer was not found in what was read. No model was asked: only what stands there in much the same words is found without one.";
const NO_FIELDS: &str = "Name the fields that are to be extracted. No model was asked.";
const NO_TEXT: &str = "There is nothing to be quoted in what was read. No model was asked.";
/// Stands where a field has no value.
const MISSING: &str = "not found";

/// Answers by quoting, and gives what was read for it.
pub(crate) fn answer(inquiry: &Inquiry<'_>) -> (Assistant, PackedDocuments) {
    let packed = pack::pack(inquiry, usize::MAX);
    let (mut quoting, texts) = Quoting::over(&packed);
    let question = &inquiry.message.text;
    let (title, blocks) = match inquiry.task.name {
        TaskName::Answer => (
            None,
            quoting.passages(
                &screen_agent_extractive::answer(question, &texts),
                NOT_FOUND,
            ),
        ),
        TaskName::Summarize => quoting.summary(inquiry, &texts),
        TaskName::Extract => {
            let fields = prompt::fields(&inquiry.task.args);
            (None, quoting.records(&fields, &texts))
        }
    };
    let citations = quoting.citations;
    (
        Assistant {
            title,
            render: clean(Doc::new(blocks)),
            citations,
            broken_off: false,
        },
        packed,
    )
}

/// The pages, files and sources that were read, each as one text, and the id of each.
fn texts(documents: &[Document]) -> (Vec<String>, Vec<Text>) {
    let (mut names, mut texts): (Vec<String>, Vec<Text>) = (Vec::new(), Vec::new());
    let mut of = Vec::new();
    for document in documents {
        let (of_what, title, said) = match &document.content {
            Content::Summary(page) => (&page.url, &page.title, &page.text),
            Content::Chunk(chunk) => (&chunk.url, &chunk.title, &chunk.text),
            Content::Source(source) => (&source.source_id, &source.title, &source.text),
            Content::Index(_)
            | Content::Capture(_)
            | Content::ToolResult(_)
            | Content::SearchResults(_)
            | Content::Links(_) => {
                continue;
            }
        };
        let lines = said
            .lines()
            .filter(|line| !line.starts_with("[…"))
            .map(str::to_owned);
        // Pieces of a text go on where the one before ends.
        let goes_on = !matches!(document.content, Content::Summary(_))
            && of.last() == Some(of_what)
            && !of_what.is_empty();
        match texts.last_mut().filter(|_| goes_on) {
            Some(text) => text.lines.extend(lines),
            None => {
                names.push(document.doc_id.clone());
                texts.push(Text {
                    title: title.clone(),
                    lines: lines.collect(),
                    ..Text::default()
                });
            }
        }
        of.push(of_what.clone());
        if let (Content::Summary(page), Some(text)) = (&document.content, texts.last_mut()) {
            besides(page, text);
        }
    }
    (names, texts)
}

/// What a page says besides its text.
fn besides(page: &SummaryDocument, text: &mut Text) {
    let entry = |title: &str, snippet: &str, url: &str, comments| ListedEntry {
        title: title.to_owned(),
        snippet: snippet.to_owned(),
        url: url.to_owned(),
        comments,
    };
    let items = page.items.iter();
    text.entries
        .extend(items.map(|one| entry(&one.title, &one.snippet, &one.url, one.comment_count)));
    let comments = page.comments.iter();
    text.entries.extend(comments.map(|one| {
        entry(
            &one.text,
            one.author.as_deref().unwrap_or_default(),
            "",
            None,
        )
    }));
    text.facts = page
        .facts
        .iter()
        .map(|one| (one.name.clone(), one.value.clone()))
        .collect();
}

/// What is quoted so far.
struct Quoting<'a> {
    names: Vec<String>,
    sent: &'a [SentDocument],
    citations: Vec<Citation>,
}

impl<'a> Quoting<'a> {
    /// Nothing quoted yet of what was packed, and its texts.
    fn over(packed: &'a PackedDocuments) -> (Self, Vec<Text>) {
        let (names, texts) = texts(&packed.documents);
        let quoting = Self {
            names,
            sent: &packed.sent,
            citations: Vec::new(),
        };
        (quoting, texts)
    }
}

impl Quoting<'_> {
    /// Which citation a passage is, counted from 1, if it stands where it says.
    fn cited(&mut self, passage: &Quotation) -> Option<usize> {
        let citation = Citation {
            doc_id: self.names.get(passage.text)?.clone(),
            quote: Some(passage.quote.clone()),
            ..Citation::default()
        };
        let checked = cite::check(vec![citation], self.sent).pop()?;
        if !checked.check.as_ref()?.verified {
            return None;
        }
        let known = self.citations.iter().position(|one| *one == checked);
        Some(
            1 + known.unwrap_or_else(|| {
                self.citations.push(checked);
                self.citations.len() - 1
            }),
        )
    }

    /// Passages as paragraphs, with their numbers, and the word on where they come from.
    fn passages(&mut self, passages: &[Quotation], none: &str) -> Vec<Block> {
        let mut blocks: Vec<Block> = passages
            .iter()
            .filter_map(|passage| self.passage(passage))
            .map(Block::paragraph)
            .collect();
        let end = if blocks.is_empty() { none } else { QUOTED };
        blocks.push(Block::paragraph(end));
        blocks
    }

    fn passage(&mut self, passage: &Quotation) -> Option<String> {
        let number = self.cited(passage)?;
        Some(match &passage.shown {
            Shown::Value { label, value } if !label.is_empty() => {
                format!("{label}: {value} [{number}]")
            }
            Shown::Value { value, .. } => format!("{value} [{number}]"),
            Shown::Words { .. } => format!("{} [{number}]", passage.quote),
        })
    }

    fn summary(&mut self, inquiry: &Inquiry<'_>, texts: &[Text]) -> (Option<String>, Vec<Block>) {
        let concise = inquiry
            .task
            .args
            .get("style")
            .and_then(|style| style.as_str())
            == Some("concise");
        let most = if concise { CONCISE } else { FULL };
        let mut passages = screen_agent_extractive::summarize(texts, most.max(texts.len()));
        if passages.len() < 2 {
            passages.extend(listed(texts));
        }
        let title = texts
            .first()
            .filter(|_| texts.len() == 1)
            .map(|text| text.title.clone());
        let items: Vec<ListItem> = passages
            .iter()
            .filter_map(|passage| self.passage(passage))
            .map(|words| ListItem::ListItem {
                children: vec![Block::paragraph(words)],
            })
            .collect();
        let blocks = match items.is_empty() {
            true => vec![Block::paragraph(NO_TEXT)],
            false => vec![
                Block::List {
                    ordered: false,
                    items,
                },
                Block::paragraph(QUOTED),
            ],
        };
        (title.filter(|title| !title.is_empty()), blocks)
    }

    /// One record as field and value, several as a row each; every value says where it stands.
    fn records(&mut self, fields: &[String], texts: &[Text]) -> Vec<Block> {
        if fields.is_empty() {
            return vec![Block::paragraph(NO_FIELDS)];
        }
        let Records { records } = screen_agent_extractive::extract(fields, texts);
        let mut rows = Vec::new();
        if let [record] = records.as_slice() {
            rows.push(row(&["Field", "Value"], true));
            for (field, value) in fields.iter().zip(record) {
                rows.push(row(&[field, &self.value(value.as_ref())], false));
            }
        } else {
            let head: Vec<&str> = fields.iter().map(String::as_str).collect();
            rows.push(row(&head, true));
            for record in &records {
                let values = record.iter().map(|value| self.value(value.as_ref()));
                let values: Vec<String> = values.collect();
                let values: Vec<&str> = values.iter().map(String::as_str).collect();
                rows.push(row(&values, false));
            }
        }
        vec![Block::Table { rows }, Block::paragraph(QUOTED)]
    }

    fn value(&mut self, value: Option<&Quotation>) -> String {
        let found = value.and_then(|passage| Some((passage, self.cited(passage)?)));
        let Some((passage, number)) = found else {
            return MISSING.to_owned();
        };
        let value = match &passage.shown {
            Shown::Value { value, .. } => value,
            Shown::Words { .. } => &passage.quote,
        };
        format!("{value} [{number}]")
    }
}

/// Entries of a list page, those with the most comments first.
fn listed(texts: &[Text]) -> Vec<Quotation> {
    let mut all: Vec<(usize, &ListedEntry)> = texts
        .iter()
        .enumerate()
        .flat_map(|(at, text)| text.entries.iter().map(move |entry| (at, entry)))
        .collect();
    all.sort_by_key(|(_, entry)| std::cmp::Reverse(entry.comments));
    let passage = |(text, entry): (usize, &ListedEntry)| Quotation {
        text,
        quote: entry.title.clone(),
        shown: Shown::Words {
            under: String::new(),
        },
    };
    all.into_iter().take(ENTRIES).map(passage).collect()
}

fn row(cells: &[&str], header: bool) -> TableRow {
    let cell = |words: &&str| TableCell::TableCell {
        header,
        children: vec![Inline::text(*words)],
    };
    TableRow::TableRow {
        cells: cells.iter().map(cell).collect(),
    }
}
