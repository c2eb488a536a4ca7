//! Tables, a line a row.

use std::collections::HashMap;

use screen_agent_think::file::{FileKind, Unreadable};
use serde_json::Value;

use crate::{Found, counted, json};

/// Most columns and rows.
const COLUMNS: usize = 2_000;
const ROWS: usize = 100_000;

/// Counts columns and rows below the heading; the text stays as it is.
pub(crate) fn read(text: String) -> Result<Found, Unreadable> {
    let table = NamedRows::of_lines(&text)?;
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let record = match table.rows.as_slice() {
        [_] => table.named().flatten().map(owned).collect(),
        _ => Vec::new(),
    };
    Ok(Found {
        about: format!(
            "a table of {} and {} below its heading",
            counted(table.names.len(), "column"),
            counted(table.rows.len(), "row")
        ),
        record,
        ..Found::new(FileKind::Csv, text)
    })
}

/// Each row below the heading by itself, as `name: value; name: value`.
pub(crate) fn rows(text: &str) -> Result<Vec<String>, Unreadable> {
    let table = NamedRows::of_lines(text)?;
    let told = |row: &mut dyn Iterator<Item = (&str, &str)>| {
        let pairs: Vec<String> = row
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        pairs.join("; ")
    };
    Ok(table.named().map(|mut row| told(&mut row)).collect())
}

/// A table by its heading: as many cells in each row as there are names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedRows {
    /// What the columns are called.
    pub names: Vec<String>,
    /// What stands below the heading, row by row.
    pub rows: Vec<Vec<String>>,
}

impl NamedRows {
    /// The lines of a text, the first of them its heading. Lines without anything in them are none.
    pub(crate) fn of_lines(text: &str) -> Result<Self, Unreadable> {
        let mut reader = csv::ReaderBuilder::new()
            .flexible(true)
            .delimiter(delimiter(text))
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let heading = reader.headers().map_err(|_| Unreadable::Broken)?;
        let names: Vec<String> = heading.iter().map(str::to_owned).collect();
        if names.len() > COLUMNS {
            return Err(Unreadable::TooMuch);
        }
        let mut rows = Vec::new();
        for row in reader.records() {
            let row = row.map_err(|_| Unreadable::Broken)?;
            if row.iter().all(str::is_empty) {
                continue;
            }
            if rows.len() == ROWS {
                return Err(Unreadable::TooMuch);
            }
            let cell = |at| row.get(at).unwrap_or_default().to_owned();
            rows.push((0..names.len()).map(cell).collect());
        }
        Ok(Self { names, rows })
    }

    /// A list of objects; what holds others is left out. Columns stand as they were met.
    pub(crate) fn of_list(text: &str) -> Result<Self, Unreadable> {
        let list: Vec<serde_json::Map<String, Value>> =
            serde_json::from_str(text).map_err(|_| Unreadable::Broken)?;
        let records: Vec<Vec<(String, String)>> = list.iter().map(json::named).collect();
        let mut names: Vec<String> = Vec::new();
        let mut columns = HashMap::new();
        for (name, _) in records.iter().flatten() {
            columns.entry(name.as_str()).or_insert_with(|| {
                names.push(name.clone());
                names.len() - 1
            });
        }
        if names.len() > COLUMNS || records.len() > ROWS {
            return Err(Unreadable::TooMuch);
        }
        let cells = |record: &Vec<(String, String)>| {
            let mut row = vec![String::new(); names.len()];
            for (name, value) in record {
                row[columns[name.as_str()]].clone_from(value);
            }
            row
        };
        let rows = records
            .iter()
            .filter(|record| !record.is_empty())
            .map(cells);
        let rows = rows.collect();
        Ok(Self { names, rows })
    }

    /// The cells of each row that say something, by name.
    pub(crate) fn named(&self) -> impl Iterator<Item = impl Iterator<Item = (&str, &str)>> {
        let told = |(name, value): &(&str, &str)| !name.is_empty() && !value.is_empty();
        self.rows.iter().map(move |row| {
            let names = self.names.iter().map(String::as_str);
            names.zip(row.iter().map(String::as_str)).filter(told)
        })
    }
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
