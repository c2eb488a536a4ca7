//! An answer: the passages that hold it.

use super::question::{Extreme, Question};
use super::rank::{Ranked, Ranking};
use super::text::Text;
use super::unit::{Unit, Units};
use super::{Quotation, Shown};

/// Most passages of an answer.
const MOST: usize = 3;
/// How near another passage has to come to the best to be told beside it.
const NEAR: f64 = 0.9;

/// The passages that answer a question, best first; none where nothing is sure enough.
pub fn answer(question: &str, texts: &[Text]) -> Vec<Quotation> {
    let question = Question::read(question);
    let units = Units::of(texts);
    if question.terms.is_empty() {
        return Vec::new();
    }
    if let Some(extreme) = &question.extreme
        && let Some(passage) = outermost(&question, extreme, &units)
    {
        return vec![passage];
    }
    let best = Ranking::new(&question, &units).best();
    let Some(first) = best.first().map(|one| one.score) else {
        return Vec::new();
    };
    let mut passages: Vec<Quotation> = Vec::new();
    let mut texts_told = Vec::new();
    for one in &best {
        let text = units.units[one.unit].text;
        // Other sources are heard as well; of one source only what is about as good.
        let counts = one.score >= first * NEAR || !texts_told.contains(&text);
        let passage = passage(one, &units);
        if counts && passages.len() < MOST && !passages.contains(&passage) {
            passages.push(passage);
            texts_told.push(text);
        }
    }
    passages
}

fn passage(one: &Ranked, units: &Units) -> Quotation {
    let unit = &units.units[one.unit];
    let shown = match (one.column, unit.row, &unit.label) {
        (Some(column), Some((table, row)), _) => {
            let table = &units.tables[table];
            let cells = &table.rows[row].cells;
            let head = table.head.get(column).filter(|head| !head.is_empty());
            let label =
                head.map_or_else(|| cells[0].clone(), |head| format!("{}, {head}", cells[0]));
            Shown::Value {
                label,
                value: cells[column].clone(),
            }
        }
        (_, _, Some((label, value))) => Shown::Value {
            label: label_of(unit, label),
            value: value.clone(),
        },
        _ => Shown::Words {
            under: unit.under.clone(),
        },
    };
    Quotation {
        text: unit.text,
        quote: unit.quote.clone(),
        shown,
    }
}

fn label_of(unit: &Unit, label: &str) -> String {
    // An entry of a list: what the number is of.
    match unit.row.is_none() && !unit.quote.contains(label) {
        true if unit.quote.len() < 200 && unit.under.is_empty() => {
            format!("{}, {label}", unit.quote)
        }
        _ => label.to_owned(),
    }
}

/// The row with the lowest or highest value of the one column that is meant.
fn outermost(question: &Question, extreme: &Extreme, units: &Units) -> Option<Quotation> {
    let mut found = None;
    for (number, table) in units.tables.iter().enumerate() {
        let is_meant = |head: &[String]| question.is_met_by(head);
        let Some(column) = table.column(extreme.kind, is_meant) else {
            continue;
        };
        let unit = units
            .units
            .iter()
            .find(|unit| unit.row == Some((number, 0)))?;
        let mut about: Vec<String> = unit.near.iter().chain(&unit.far).cloned().collect();
        about.extend(table.head.iter().flat_map(|head| super::terms::terms(head)));
        let strange = |stem: &str| super::terms::met(stem, &about) == 0.0;
        if question
            .subjects()
            .any(|term| !term.is_weak && !term.is_degree && strange(&term.stem))
        {
            continue;
        }
        // Two tables that could be meant: it is not certain which.
        if found.replace((number, table, column, unit.text)).is_some() {
            return None;
        }
    }
    let (_, table, column, text) = found?;
    let amounts: Option<Vec<f64>> = table
        .rows
        .iter()
        .map(|row| table.amount(row, column))
        .collect();
    let amounts = amounts?;
    let outer = amounts.iter().copied().reduce(|one, other| {
        if extreme.most {
            one.max(other)
        } else {
            one.min(other)
        }
    })?;
    let mut rows = table
        .rows
        .iter()
        .zip(&amounts)
        .filter(|(_, amount)| **amount == outer)
        .map(|(row, _)| row);
    let row = rows.next()?;
    // Two rows are alike: neither is "the" lowest.
    if rows.next().is_some() {
        return None;
    }
    let head = table.head.get(column).map_or("", String::as_str);
    let which = if extreme.most { "highest" } else { "lowest" };
    let label = format!("{}, {which} of {} by {head}", row.cells[0], amounts.len());
    Some(Quotation {
        text,
        quote: row.quote.clone(),
        shown: Shown::Value {
            label,
            value: row.cells[column].clone(),
        },
    })
}
