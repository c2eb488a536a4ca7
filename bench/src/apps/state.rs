//! The state of an application: tables of rows by their keys, whatever holds it.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use serde_json::Value;

/// Columns and what they hold.
pub type Fields = BTreeMap<String, Value>;

/// Rows by key.
pub type Rows = BTreeMap<String, Fields>;

/// The whole of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State(BTreeMap<String, Rows>);

impl State {
    /// Reads `{"table": {"key": {"column": …}}}`. A row that is a bare value has the one column `value`.
    pub fn read(value: Value) -> Result<Self> {
        let Value::Object(tables) = value else {
            bail!("the state is no object: {value}");
        };
        let mut state = Self::default();
        for (table, rows) in tables {
            let Value::Object(rows) = rows else {
                bail!("table {table} is no object: {rows}");
            };
            let rows = rows.into_iter().map(|(key, row)| (key, fields(row)));
            state.0.insert(table, rows.collect());
        }
        Ok(state)
    }

    /// Rows of a table, none where there is no such table.
    pub fn rows(&self, table: &str) -> impl Iterator<Item = (&String, &Fields)> {
        self.0.get(table).into_iter().flatten()
    }

    /// One row.
    pub fn row(&self, table: &str, key: &str) -> Option<&Fields> {
        self.0.get(table)?.get(key)
    }

    /// Names of the tables.
    pub fn tables(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }
}

fn fields(row: Value) -> Fields {
    match row {
        Value::Object(fields) => fields.into_iter().collect(),
        value => Fields::from([("value".to_owned(), value)]),
    }
}

/// Whether a row holds all of this.
pub fn holds(key: &str, row: &Fields, wanted: &Fields) -> bool {
    wanted.iter().all(|(column, wanted)| {
        match row.get(column) {
            Some(held) => same(held, wanted),
            // Rows are named by their key as by any column.
            None if column == "key" => same(&Value::from(key), wanted),
            None => wanted.is_null(),
        }
    })
}

/// Whether a value is what is wanted: numbers by what they are worth, lists in any order, `~words` by what is in it.
pub fn same(held: &Value, wanted: &Value) -> bool {
    if let (Value::Array(held), Value::Array(wanted)) = (held, wanted) {
        let all = |some: &[Value], of: &[Value]| {
            some.iter()
                .all(|one| of.iter().any(|other| same(one, other)))
        };
        return held.len() == wanted.len() && all(held, wanted) && all(wanted, held);
    }
    let (held, wanted) = (text(held), text(wanted));
    if let Some(part) = wanted.strip_prefix('~') {
        return held.to_lowercase().contains(&part.to_lowercase());
    }
    match (held.parse::<f64>(), wanted.parse::<f64>()) {
        (Ok(held), Ok(wanted)) => (held - wanted).abs() < 1e-9,
        _ => held.trim() == wanted.trim(),
    }
}

/// Whether a value is on the way to what is wanted: some of a list, before the rest of it.
pub fn leads_to(held: &Value, before: &Value, wanted: &Value) -> bool {
    let (Value::Array(held), Value::Array(wanted)) = (held, wanted) else {
        return same(held, wanted);
    };
    let before = before.as_array().map(Vec::as_slice).unwrap_or_default();
    let known = |one: &Value| wanted.iter().chain(before).any(|other| same(one, other));
    held.iter().all(known)
}

/// A value as it is compared and shown.
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Bool(yes) => u8::from(*yes).to_string(),
        other => other.to_string(),
    }
}
