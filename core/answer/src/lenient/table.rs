//! Tables out of whatever a model wrote: rows of cells, of bare words, or records.

use serde_json::Value;

use super::{Kind, Node, first, inline, kind};
use crate::limits::NODES;
use screen_agent_wire::packet::tree::{Block, Inline, TableCell, TableRow};

/// Most columns that records are spread over.
const COLUMNS: usize = 50;

/// A table; nothing where it has no row.
pub(super) fn of(node: &Node) -> Option<Block> {
    let mut rows = Vec::new();
    if let Some(Value::Array(heads)) =
        first(node, &["headers", "header", "head", "columns", "thead"])
    {
        let nested = heads.iter().any(is_row);
        match nested {
            true => rows.extend(heads.iter().map(|row| of_row(row, true))),
            false => rows.push(of_cells(heads, true)),
        }
    }
    if let Some(body) = first(
        node,
        &[
            "rows", "children", "body", "tbody", "content", "data", "items",
        ],
    ) {
        match body {
            Value::Array(parts) => body_rows(parts, node, &mut rows),
            other => rows.push(of_row(other, false)),
        }
    }
    table(rows)
}

/// A table of rows that stand by themselves.
pub(super) fn of_rows(parts: &[Value]) -> Vec<Block> {
    let rows = parts.iter().map(|part| of_row(part, false)).collect();
    table(rows).into_iter().collect()
}

fn table(mut rows: Vec<TableRow>) -> Option<Block> {
    rows.retain(|TableRow::TableRow { cells }| !cells.is_empty());
    (!rows.is_empty()).then_some(Block::Table { rows })
}

fn body_rows(parts: &[Value], node: &Node, rows: &mut Vec<TableRow>) {
    let parts = &parts[..parts.len().min(NODES)];
    if parts.iter().any(is_record) {
        return records(parts, node, rows);
    }
    for part in parts {
        match part.as_object().filter(|part| is_section(part)) {
            Some(section) => {
                let head = section.get("type").and_then(Value::as_str) == Some("thead");
                let inside = first(section, &["rows", "children", "content"]);
                let inside = inside.and_then(Value::as_array).map(Vec::as_slice);
                rows.extend(
                    inside
                        .unwrap_or_default()
                        .iter()
                        .map(|row| of_row(row, head)),
                );
            }
            None => rows.push(of_row(part, false)),
        }
    }
}

/// Records become rows, and their keys the columns. Columns that the table names come first.
fn records(parts: &[Value], node: &Node, rows: &mut Vec<TableRow>) {
    let mut columns: Vec<&str> = Vec::new();
    let named = first(node, &["headers", "header", "head", "columns"]);
    let named = named.and_then(Value::as_array).into_iter().flatten();
    let keys = parts
        .iter()
        .filter_map(Value::as_object)
        .flat_map(|record| record.keys());
    for key in named
        .filter_map(Value::as_str)
        .chain(keys.map(String::as_str))
    {
        if !columns.contains(&key) && columns.len() < COLUMNS {
            columns.push(key);
        }
    }
    let head = columns
        .iter()
        .map(|column| cell(vec![Inline::text(*column)], true));
    *rows = vec![TableRow::TableRow {
        cells: head.collect(),
    }];
    for part in parts {
        let cells = match part.as_object() {
            Some(record) => columns
                .iter()
                .map(|column| of_cell(record.get(*column).unwrap_or(&Value::Null), false))
                .collect(),
            None => {
                rows.push(of_row(part, false));
                continue;
            }
        };
        rows.push(TableRow::TableRow { cells });
    }
}

fn of_row(row: &Value, header: bool) -> TableRow {
    let header_of = |node: &Node| header || node.get("header") == Some(&Value::Bool(true));
    match row {
        Value::Array(cells) => of_cells(cells, header),
        Value::Object(node) => match first(node, &["cells", "children", "content", "items"]) {
            Some(Value::Array(cells)) => of_cells(cells, header_of(node)),
            _ => of_cells(std::slice::from_ref(row), header_of(node)),
        },
        _ => of_cells(std::slice::from_ref(row), header),
    }
}

fn of_cells(cells: &[Value], header: bool) -> TableRow {
    let cells = cells
        .iter()
        .take(NODES)
        .map(|cell| of_cell(cell, header))
        .collect();
    TableRow::TableRow { cells }
}

fn of_cell(value: &Value, header: bool) -> TableCell {
    let Some(node) = value.as_object() else {
        return cell(inline::of(std::slice::from_ref(value)), header);
    };
    let name = node.get("type").and_then(Value::as_str).unwrap_or_default();
    let heads = node
        .get("header")
        .and_then(Value::as_bool)
        .unwrap_or_default()
        || matches!(name, "th" | "table_header");
    let words = match kind(node) {
        Some(Kind::Inline) => inline::of(std::slice::from_ref(value)),
        _ => inline::children(node),
    };
    cell(words, header || heads)
}

fn cell(children: Vec<Inline>, header: bool) -> TableCell {
    TableCell::TableCell { header, children }
}

fn is_row(value: &Value) -> bool {
    match value {
        Value::Array(_) => true,
        Value::Object(node) => kind(node) == Some(Kind::Row) || node.contains_key("cells"),
        _ => false,
    }
}

fn is_section(node: &Node) -> bool {
    let name = node.get("type").and_then(Value::as_str).unwrap_or_default();
    matches!(
        name,
        "thead" | "tbody" | "tfoot" | "table_head" | "table_body"
    )
}

/// A row as a record: no node of ours, and nothing that holds cells.
fn is_record(value: &Value) -> bool {
    value.as_object().is_some_and(|node| {
        !node.contains_key("type")
            && !["cells", "children", "content", "items", "text"]
                .iter()
                .any(|key| node.contains_key(*key))
    })
}
