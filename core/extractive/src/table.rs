//! Tables out of rows that stand one under the other.

use super::kind::{Kind, held};
use super::terms::terms;

/// Rows of as many cells, and what heads their columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// Heads of columns; empty where the first row is none.
    pub(crate) head: Vec<String>,
    pub(crate) rows: Vec<Row>,
}

/// A row of data.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) quote: String,
    pub(crate) cells: Vec<String>,
}

/// Tables of rows: a row of another number of cells begins the next.
pub(crate) fn of(lines: &[&str]) -> Vec<Table> {
    let rows = lines.iter().map(|line| Row {
        quote: (*line).to_owned(),
        cells: line
            .split(" | ")
            .map(|cell| cell.trim().to_owned())
            .collect(),
    });
    let mut tables: Vec<Vec<Row>> = Vec::new();
    for row in rows {
        match tables.last_mut() {
            Some(table)
                if table
                    .last()
                    .is_some_and(|last| last.cells.len() == row.cells.len()) =>
            {
                table.push(row)
            }
            _ => tables.push(vec![row]),
        }
    }
    tables.into_iter().map(headed).collect()
}

/// The first row heads the others where none of its cells is a value and theirs are, or where there are several columns.
fn headed(mut rows: Vec<Row>) -> Table {
    let has_value = |cell: &String| cell.chars().any(|c| c.is_ascii_digit()) || is_tick(cell);
    let first = rows
        .first()
        .is_some_and(|row| !row.cells.iter().any(has_value));
    let others = rows
        .iter()
        .skip(1)
        .any(|row| row.cells.iter().skip(1).any(has_value));
    let several = rows.len() > 2 && rows.first().is_some_and(|row| row.cells.len() > 2);
    if !(first && rows.len() > 1 && (others || several)) {
        return Table {
            head: Vec::new(),
            rows,
        };
    }
    let mut head = rows.remove(0).cells;
    while rows.len() > 1 && goes_on(&head, &rows[0].cells) {
        for (head, cell) in head.iter_mut().zip(rows.remove(0).cells) {
            if *head != cell {
                *head = format!("{head} {cell}");
            }
        }
    }
    Table { head, rows }
}

/// A head of several rows: cells that reach over columns stand in each of them, with what parts them in the row below, and
/// those that reach down stand there again.
fn goes_on(head: &[String], below: &[String]) -> bool {
    let reaches = |at: usize| {
        let beside = [at.checked_sub(1), Some(at + 1)];
        let mut beside = beside.into_iter().flatten().filter_map(|at| head.get(at));
        beside.any(|other| *other == head[at])
    };
    let (mut parted, mut again) = (false, false);
    for (at, cell) in below.iter().enumerate() {
        match head[at] == *cell {
            true => again = true,
            false if reaches(at) => parted = true,
            false => return false,
        }
    }
    parted && again
}

fn is_tick(cell: &str) -> bool {
    matches!(
        cell.to_lowercase().as_str(),
        "yes" | "no" | "✓" | "✔" | "✗" | "✘" | "—" | "-" | "free"
    )
}

impl Table {
    /// The column whose cells can be compared as this kind, or whose head is meant by the words.
    pub(crate) fn column(
        &self,
        kind: Option<Kind>,
        is_meant: impl Fn(&[String]) -> bool,
    ) -> Option<usize> {
        let columns = 0..self.rows.first()?.cells.len();
        let numbers = |column: usize| {
            let amounts = self
                .rows
                .iter()
                .filter(|row| self.amount(row, column).is_some())
                .count();
            amounts > 1 && amounts * 5 >= self.rows.len() * 4
        };
        let is_of = |column: usize| {
            kind.is_some_and(|kind| {
                self.rows
                    .iter()
                    .all(|row| held(&row.cells[column]).iter().any(|one| one.kind == kind))
            })
        };
        let named = |column: usize| {
            self.head
                .get(column)
                .is_some_and(|head| is_meant(&terms(head)))
        };
        let mut numeric = columns.clone().skip(1).filter(|column| numbers(*column));
        numeric.clone().find(|column| named(*column)).or_else(|| {
            let mut of_kind = numeric.by_ref().filter(|column| is_of(*column));
            // Two columns of prices: which is meant is not certain.
            let one = of_kind.next()?;
            of_kind.next().is_none().then_some(one)
        })
    }

    /// What a cell comes to.
    pub(crate) fn amount(&self, row: &Row, column: usize) -> Option<f64> {
        let found = held(row.cells.get(column)?);
        let mut numbers = found
            .iter()
            .filter(|one| matches!(one.kind, Kind::Count | Kind::Money));
        let first = numbers.next()?.amount?;
        // A range or two numbers are not compared.
        numbers
            .all(|one| one.amount == Some(first))
            .then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_row_without_values_heads_the_others() {
        for (lines, head, rows) in [
            (
                vec!["Who | Price", "Adults | 4 EUR", "Children | free"],
                2,
                2,
            ),
            (vec!["Colour | red", "Made in | Norway"], 0, 2),
            (
                vec![
                    "Plan | Seats | Support",
                    "Basic | few | mail",
                    "Pro | many | phone",
                ],
                3,
                2,
            ),
            (vec!["Weight | 12 kg"], 0, 1),
            (
                vec![
                    "Plan | Price | Price | Seats",
                    "Plan | Monthly | Yearly | Seats",
                    "Team | €29 | €22 | 10",
                ],
                4,
                1,
            ),
        ] {
            let tables = of(&lines);
            assert_eq!(
                (tables[0].head.len(), tables[0].rows.len()),
                (head, rows),
                "{lines:?}"
            );
        }
        assert_eq!(of(&["a | b", "c | d | e"]).len(), 2);
    }
}
