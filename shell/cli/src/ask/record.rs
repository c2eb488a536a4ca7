//! What was extracted, as records: for scripts, in the order in which the fields were named.

use screen_agent_answer::unmarked;
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
    /// For each record, which sources each of its values rests on, by their number.
    cited: Vec<Cited>,
    /// The citations, in their order: `[1]` is the first.
    sources: Vec<Source<'a>>,
}

/// Fields and their values; null where there is none.
struct Record(Vec<(String, Option<String>)>);

/// Fields and the numbers of their sources; only those that name some.
struct Cited(Vec<(String, Vec<usize>)>);

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(field, value)| (field, value)))
    }
}

impl Serialize for Cited {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(field, numbers)| (field, numbers)))
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
    let written: Vec<Vec<(String, String)>> = match is_pairs {
        true => vec![rows.filter_map(pair).collect()],
        false => rows
            .map(|row| head.iter().cloned().zip(row).collect())
            .collect(),
    };
    let (records, cited) = written.into_iter().map(record).unzip();
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
        cited,
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

/// A field and its value, with whatever marks stand behind it.
fn pair(row: Vec<String>) -> Option<(String, String)> {
    let mut cells = row.into_iter();
    Some((cells.next()?, cells.collect::<Vec<_>>().join(" ")))
}

/// Values without the marks of their sources, and those apart. What holds nothing but marks is no value: they are those of
/// the whole record.
fn record(written: Vec<(String, String)>) -> (Record, Cited) {
    let mut values = Vec::with_capacity(written.len());
    let mut whole = Vec::new();
    for (field, value) in written {
        let (field, _) = unmarked(&field);
        let (value, numbers) = unmarked(&value);
        match value.trim().is_empty() && !numbers.is_empty() {
            true => whole.extend(numbers),
            false => values.push((field, given(value.trim().to_owned()), numbers)),
        }
    }
    let mut cited = Vec::new();
    for (field, value, numbers) in &mut values {
        if numbers.is_empty() && value.is_some() {
            numbers.clone_from(&whole);
        }
        if !numbers.is_empty() {
            cited.push((field.clone(), std::mem::take(numbers)));
        }
    }
    let values = values.into_iter().map(|(field, value, _)| (field, value));
    (Record(values.collect()), Cited(cited))
}

fn given(value: String) -> Option<String> {
    Some(value).filter(|value| !value.is_empty() && !value.eq_ignore_ascii_case("not found"))
}
