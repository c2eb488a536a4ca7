//! Tables, a line a row.

use screen_agent_think::file::{FileKind, Unreadable};

use crate::{Found, counted};

/// Most columns and rows.
const COLUMNS: usize = 2_000;
const ROWS: usize = 100_000;

/// Counts columns and rows below the heading; the text stays as it is.
pub(crate) fn read(text: String) -> Result<Found, Unreadable> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(&text))
        .from_reader(text.as_bytes());
    let mut heading: Option<csv::StringRecord> = None;
    let mut only: Option<csv::StringRecord> = None;
    let (mut columns, mut rows) = (0, 0);
    let mut row = csv::StringRecord::new();
    while reader
        .read_record(&mut row)
        .map_err(|_| Unreadable::Broken)?
    {
        columns = columns.max(row.len());
        if columns > COLUMNS || rows >= ROWS {
            return Err(Unreadable::TooMuch);
        }
        if heading.is_none() {
            heading = Some(row.clone());
            continue;
        }
        rows += 1;
        only = (rows == 1).then(|| row.clone());
    }
    let record = match (&heading, &only) {
        (Some(heading), Some(row)) => named(heading, row),
        _ => Vec::new(),
    };
    Ok(Found {
        about: format!(
            "a table of {} and {} below its heading",
            counted(columns, "column"),
            counted(rows, "row")
        ),
        record,
        ..Found::new(FileKind::Csv, text)
    })
}

/// Each row below the heading by itself, as `name: value; name: value`.
pub(crate) fn rows(text: &str) -> Result<Vec<String>, Unreadable> {
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let heading = reader.headers().map_err(|_| Unreadable::Broken)?.clone();
    let told = |row: csv::StringRecord| {
        let pairs = named(&heading, &row).into_iter();
        let pairs: Vec<String> = pairs
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        pairs.join("; ")
    };
    let rows = reader
        .records()
        .map(|row| row.map(told).map_err(|_| Unreadable::Broken));
    rows.collect()
}

/// What stands most often in the first line.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |mark: u8| first.bytes().filter(|byte| *byte == mark).count();
    // The comma last: of equals, the last is taken.
    let marks = [b'|', b'\t', b';', b','];
    marks
        .into_iter()
        .max_by_key(|mark| count(*mark))
        .unwrap_or(b',')
}

fn named(heading: &csv::StringRecord, row: &csv::StringRecord) -> Vec<(String, String)> {
    let pair = |(name, value): (&str, &str)| (name.trim().to_owned(), value.trim().to_owned());
    let told = |(name, value): &(String, String)| !name.is_empty() && !value.is_empty();
    heading.iter().zip(row).map(pair).filter(told).collect()
}
