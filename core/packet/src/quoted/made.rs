//! What collections are made into without a model: only what their structure holds.

use std::collections::BTreeMap;

use screen_agent_answer::clean;
use screen_agent_extractive::{
    DatedPassage, Quotation, SectionHeading, Shown, Text, events, headings, labelled,
};
use screen_agent_wire::packet::Document;
use screen_agent_wire::packet::envelope::Conversation;
use screen_agent_wire::packet::request::{PacketTask, TaskName, UserMessage};
use screen_agent_wire::packet::tree::{Block, Doc, ListItem, TableRow};

use super::{QUOTED, Quoting, row};
use crate::inquiry::Inquiry;
use crate::pack;
use crate::prompt::Finished;
use crate::transform::{Config, Transform};

/// Longest back of a card and cell of a comparison, in characters.
const LONGEST: usize = 400;

/// Makes it by quoting; nothing where the sources have no structure for it, or it takes words of one's own.
pub fn make(transform: &Transform, config: &Config, documents: &[Document]) -> Option<Finished> {
    let conversation = Conversation {
        id: String::new(),
        turn: 1,
    };
    let message = UserMessage {
        id: String::new(),
        text: String::new(),
    };
    let task = PacketTask {
        name: TaskName::Answer,
        args: serde_json::Map::new(),
    };
    let inquiry = Inquiry {
        run_id: "",
        step: 1,
        conversation: &conversation,
        message: &message,
        task: &task,
        client_tools: &[],
        earlier: &[],
        pages: &[],
        documents: &[],
        loaded: documents,
        results: &[],
        repair: None,
    };
    made(transform, config, &inquiry)
}

/// Has a collection's structure anything that this could be made of?
pub fn can_make(transform: &Transform) -> bool {
    matches!(
        transform.name,
        "outline" | "timeline" | "flashcards" | "comparison"
    )
}

fn made(transform: &Transform, config: &Config, inquiry: &Inquiry<'_>) -> Option<Finished> {
    let packed = pack::pack(inquiry, usize::MAX);
    let (mut quoting, texts) = Quoting::over(&packed);
    let most = usize::try_from(config.count).unwrap_or(usize::MAX);
    let work = match transform.name {
        "outline" => quoting.outline(&texts, &headings(&texts))?,
        "timeline" => quoting.timeline(&events(&texts), most),
        "flashcards" => quoting.cards(&labelled(&texts), most),
        "comparison" => quoting.comparison(&texts, &labelled(&texts), most)?,
        _ => return None,
    };
    let doc = clean(Doc::new(vec![work, Block::paragraph(QUOTED)]));
    let citations = quoting.citations;
    transform.check(&doc, &citations).ok()?;
    Some(Finished {
        title: None,
        doc,
        citations,
    })
}

impl Quoting<'_> {
    /// The sources, and their headings below.
    fn outline(&mut self, texts: &[Text], headings: &[SectionHeading]) -> Option<Block> {
        let mut points = Vec::new();
        for (at, text) in texts.iter().enumerate() {
            let own = headings
                .iter()
                .filter(|one| one.passage.text == at && one.passage.quote != text.title);
            let least = own
                .clone()
                .filter(|one| one.level > 1)
                .map(|one| one.level)
                .min()?;
            let parts: Vec<ListItem> = own
                .filter(|one| one.level == least)
                .filter_map(|one| Some(entry(vec![Block::paragraph(self.passage(&one.passage)?)])))
                .collect();
            if !parts.is_empty() {
                let list = Block::List {
                    ordered: false,
                    items: parts,
                };
                points.push(entry(vec![Block::paragraph(text.title.clone()), list]));
            }
        }
        (!points.is_empty()).then_some(Block::List {
            ordered: true,
            items: points,
        })
    }

    /// The first so many events, a row each.
    fn timeline(&mut self, events: &[DatedPassage], most: usize) -> Block {
        let mut rows = vec![row(&["Date", "Event"], true)];
        for event in events {
            if rows.len() > most {
                break;
            }
            if let Some(said) = self.passage(&event.passage) {
                let [year, month, day] = event.date;
                let date = match (month, day) {
                    (0, _) => format!("{year:04}"),
                    (month, 0) => format!("{year:04}-{month:02}"),
                    (month, day) => format!("{year:04}-{month:02}-{day:02}"),
                };
                rows.push(row(&[&date, &said], false));
            }
        }
        Block::Table { rows }
    }

    /// A card for each label, whose value is its back.
    fn cards(&mut self, labels: &[Quotation], most: usize) -> Block {
        let mut rows = vec![row(&["Front", "Back"], true)];
        let mut fronts = Vec::new();
        for (passage, label, value) in labels.iter().filter_map(parts) {
            let front = label.to_lowercase();
            if rows.len() > most || fronts.contains(&front) {
                continue;
            }
            if let Some(number) = self.cited(passage) {
                fronts.push(front);
                rows.push(row(&[label, &format!("{value} [{number}]")], false));
            }
        }
        Block::Table { rows }
    }

    /// A row for each label that two sources have, a column for each source.
    fn comparison(&mut self, texts: &[Text], labels: &[Quotation], most: usize) -> Option<Block> {
        const COLUMNS: usize = 8;
        let columns = texts.len().min(COLUMNS);
        let mut aspects: Vec<(&str, BTreeMap<usize, &Quotation>)> = Vec::new();
        for (passage, label, _) in labels
            .iter()
            .filter_map(parts)
            .filter(|(passage, _, _)| passage.text < columns)
        {
            match aspects
                .iter_mut()
                .find(|(known, _)| known.eq_ignore_ascii_case(label))
            {
                // What one source says twice under one label is not one value.
                Some((_, values)) => drop(values.entry(passage.text).or_insert(passage)),
                None => aspects.push((label, BTreeMap::from([(passage.text, passage)]))),
            }
        }
        aspects.retain(|(_, values)| values.len() > 1);
        aspects.truncate(most);
        if aspects.is_empty() {
            return None;
        }
        let head: Vec<&str> = std::iter::once("Aspect")
            .chain(texts.iter().take(columns).map(|text| text.title.as_str()))
            .collect();
        let mut rows: Vec<TableRow> = vec![row(&head, true)];
        for (label, values) in aspects {
            let mut cells = vec![label.to_owned()];
            for column in 0..columns {
                let value = values.get(&column).and_then(|passage| {
                    let (_, _, value) = parts(passage)?;
                    Some(format!("{value} [{}]", self.cited(passage)?))
                });
                cells.push(value.unwrap_or_else(|| "Unknown".to_owned()));
            }
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            rows.push(row(&cells, false));
        }
        Some(Block::Table { rows })
    }
}

/// A label and its value, where both are short enough to stand in a cell.
fn parts(passage: &Quotation) -> Option<(&Quotation, &str, &str)> {
    match &passage.shown {
        Shown::Value { label, value } if value.chars().count() <= LONGEST => {
            Some((passage, label, value))
        }
        _ => None,
    }
}

fn entry(children: Vec<Block>) -> ListItem {
    ListItem::ListItem { children }
}
