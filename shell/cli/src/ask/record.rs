//! What was extracted, as records: for scripts, in the order in which the fields were named.

use screen_agent_wire::packet::response::ReplyPacket;
use screen_agent_wire::packet::tree::{Block, TableCell, TableRow, words};
use serde::{Serialize, Serializer};

/// Records, and where their values stand.
#[derive(Serialize)]
pub(super) struct Extracted<'a> {
    /// What `--conversation` goes on with.
    conversation: &'a str,
    /// One object a record.
    records: Vec<Record>,
    /// The citations, in their order: `[1]` is the first.
    sources: Vec<Source<'a>>,
}

/// Fields and their values; null where there is none.
struct Record(Vec<(String, Option<String>)>);

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(field, value)| (field, value)))
    }
}

#[derive(Serialize)]
struct Source<'a> {
    quote: Option<&'a str>,
    url: Option<&'a str>,
    title: Option<&'a str>,
    verified: bool,
}

/// The records of an answer; none where it has no table.
pub(super) fn records(reply: &ReplyPacket) -> Option<Extracted<'_>> {
    let assistant = &reply.packet.assistant;
    let table = assistant
        .render
        .children()
        .iter()
        .find_map(|block| match block {
            Block::Table { rows } => Some(rows),
            _ => None,
        })?;
    let mut rows = table.iter().map(cells);
    let head = rows.next()?;
    let is_pairs =
        matches!(head.as_slice(), [field, value, ..] if field == "Field" && value == "Value");
    let records = match is_pairs {
        true => vec![Record(rows.filter_map(pair).collect())],
        false => rows.map(|row| Record(named(&head, row))).collect(),
    };
    let sources = assistant.citations.iter().map(|one| {
        let check = one.check.as_ref();
        Source {
            quote: one.quote.as_deref(),
            url: check.and_then(|check| check.url.as_deref()),
            title: check.and_then(|check| check.title.as_deref()),
            verified: check.is_some_and(|check| check.verified),
        }
    });
    let conversation = reply.packet.conversation.id.as_str();
    Some(Extracted {
        conversation,
        records,
        sources: sources.collect(),
    })
}

fn cells(row: &TableRow) -> Vec<String> {
    let TableRow::TableRow { cells } = row;
    let words = cells
        .iter()
        .map(|TableCell::TableCell { children, .. }| words(children).trim().to_owned());
    words.collect()
}

fn pair(row: Vec<String>) -> Option<(String, Option<String>)> {
    let mut cells = row.into_iter();
    Some((cells.next()?, cells.next().and_then(given)))
}

fn named(head: &[String], row: Vec<String>) -> Vec<(String, Option<String>)> {
    head.iter()
        .cloned()
        .zip(row.into_iter().map(given))
        .collect()
}

fn given(value: String) -> Option<String> {
    Some(value).filter(|value| !value.is_empty() && !value.eq_ignore_ascii_case("not found"))
}
