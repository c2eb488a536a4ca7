//! Values of fields that are named: behind labels, in tables, and in what a page says for machines.

use screen_agent_words::split::split;

use super::kind::{Kind, held};
use super::question::Question;
use super::spaced::spaced;
use super::table::Table;
use super::terms::{met, stem, terms};
use super::text::Text;
use super::unit::{Unit, Units};
use super::{Quotation, Shown};

/// Most records.
const RECORDS: usize = 200;

/// A value, and where it stands; none where it was not found.
pub type Value = Option<Quotation>;

/// The values of one thing, in the order of the fields.
pub type FieldValues = Vec<Value>;

/// What was extracted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Records {
    /// The records. One at least, of which values may be missing.
    pub records: Vec<FieldValues>,
}

/// Extracts the fields of these names. Where a table has a column for two of them or more, each of its rows is a record;
/// else there is one record for each text.
pub fn extract(fields: &[String], texts: &[Text]) -> Records {
    let names: Vec<Vec<String>> = fields
        .iter()
        .map(|field| split(field).iter().map(|word| stem(word)).collect())
        .collect();
    let units = Units::of(texts);
    if let Some(records) = of_table(&names, &units).or_else(|| of_entries(&names, texts)) {
        return Records { records };
    }
    let record = |text: usize| -> FieldValues {
        names
            .iter()
            .zip(fields)
            .map(|(name, field)| value(name, field, &units, texts, text))
            .collect()
    };
    let mut records: Vec<FieldValues> = (0..texts.len()).map(record).collect();
    // A text that says nothing of it is no record, unless there is no other.
    let any = records
        .iter()
        .any(|record| record.iter().any(Option::is_some));
    records.retain(|record| !any || record.iter().any(Option::is_some));
    if !any {
        records.truncate(1);
    }
    Records { records }
}

/// Rows of the table that has most of the fields as columns.
fn of_table(names: &[Vec<String>], units: &Units) -> Option<Vec<FieldValues>> {
    let columns = |table: &Table| -> Vec<Option<usize>> {
        let heads: Vec<Vec<String>> = table.head.iter().map(|head| terms(head)).collect();
        names
            .iter()
            .map(|name| best(name, heads.iter().map(Vec::as_slice)))
            .collect()
    };
    let count = |columns: &[Option<usize>]| columns.iter().flatten().count();
    let (number, chosen) = units
        .tables
        .iter()
        .map(columns)
        .enumerate()
        .max_by_key(|(number, columns)| (count(columns), std::cmp::Reverse(*number)))?;
    if count(&chosen) < 2 && !(names.len() == 1 && count(&chosen) == 1) {
        return None;
    }
    let rows = units
        .units
        .iter()
        .filter_map(|unit| Some((unit, unit.row.filter(|row| row.0 == number)?.1)));
    let record = |(unit, row): (&Unit, usize)| -> FieldValues {
        let row = &units.tables[number].rows[row];
        let cell = |column: &Option<usize>| {
            let cell = row.cells.get((*column)?).filter(|cell| !cell.is_empty())?;
            Some(shown(unit.text, &row.quote, cell))
        };
        chosen.iter().map(cell).collect()
    };
    Some(rows.take(RECORDS).map(record).collect())
}

/// Entries of a list page: title, address and number of comments.
fn of_entries(names: &[Vec<String>], texts: &[Text]) -> Option<Vec<FieldValues>> {
    let (text, entries) = texts
        .iter()
        .map(|text| &text.entries)
        .enumerate()
        .find(|(_, entries)| entries.len() > 1)?;
    let known = ["title name headline", "url link address", "comments"].map(terms);
    let of: Vec<Option<usize>> = names
        .iter()
        .map(|name| {
            known
                .iter()
                .position(|words| name.iter().all(|one| met(one, words) > 0.0))
        })
        .collect();
    if of.iter().flatten().count() < 2 && !(names.len() == 1 && of[0].is_some()) {
        return None;
    }
    let record = |entry: &super::ListedEntry| -> FieldValues {
        let value = |which: &Option<usize>| {
            let value = match (*which)? {
                0 => entry.title.clone(),
                1 => entry.url.clone(),
                _ => entry.comments?.to_string(),
            };
            (!value.is_empty()).then(|| shown(text, &entry.title, &value))
        };
        of.iter().map(value).collect()
    };
    Some(entries.iter().take(RECORDS).map(record).collect())
}

/// The value of a field in one text: what a label says, else what the page says for machines, else the only value of the
/// field's kind.
fn value(name: &[String], field: &str, units: &Units, texts: &[Text], text: usize) -> Value {
    let own = || {
        units
            .units
            .iter()
            .filter(|unit| unit.text == text && !unit.is_bare)
    };
    let labels: Vec<(&Unit, Vec<String>)> = own()
        .filter_map(|unit| Some((unit, terms(&unit.label.as_ref()?.0))))
        .collect();
    if let Some(at) = best(name, labels.iter().map(|(_, label)| label.as_slice())) {
        let unit = labels[at].0;
        let (_, value) = unit.label.as_ref()?;
        return Some(shown(text, &unit.quote, value));
    }
    let facts = &texts[text].facts;
    let called: Vec<Vec<String>> = facts
        .iter()
        .map(|(name, _)| split(name).iter().map(|word| stem(word)).collect())
        .collect();
    if let Some(at) = best(name, called.iter().map(Vec::as_slice)) {
        let value = &facts[at].1;
        return Some(shown(text, value, value));
    }
    only_one(field, own())
}

/// The one value of the field's kind that the text holds, where there is one only.
fn only_one<'a>(field: &str, units: impl Iterator<Item = &'a Unit>) -> Value {
    let asked = split(field).join(" ");
    let kinds = Question::read(&asked).kinds;
    let [kind @ (Kind::Money | Kind::Email | Kind::Phone | Kind::Mass | Kind::Percent)] = kinds[..]
    else {
        return None;
    };
    let mut found: Option<Quotation> = None;
    for unit in units {
        for one in held(&unit.quote).iter().filter(|one| one.kind == kind) {
            let word = written(&unit.quote, one.at, kind)?;
            match &found {
                Some(before) if matches!(&before.shown, Shown::Value { value, .. } if *value == word) =>
                    {}
                Some(_) => return None,
                None => found = Some(shown(unit.text, &unit.quote, &word)),
            }
        }
    }
    found
}

/// A value as it is written: with its unit, where that stands apart.
fn written(quote: &str, at: usize, kind: Kind) -> Option<String> {
    let quote = spaced(quote);
    let words: Vec<&str> = quote.split_whitespace().collect();
    let edge = |word: &str| {
        word.trim_matches(|c: char| {
            matches!(c, '.' | ',' | ';' | ':' | '(' | ')' | '"' | '“' | '”')
        })
        .to_owned()
    };
    let word = edge(words.get(at)?);
    let alone = held(&word).iter().any(|one| one.kind == kind);
    if alone {
        return Some(word);
    }
    // Telephone numbers stand in groups; a currency may stand before.
    let run = match kind {
        Kind::Phone => words[at..]
            .iter()
            .take_while(|word| word.contains(|c: char| c.is_ascii_digit()))
            .count(),
        _ => 2,
    };
    let behind = words.get(at..(at + run).min(words.len()))?.join(" ");
    let behind = edge(&behind);
    if held(&behind).iter().any(|one| one.kind == kind) {
        return Some(behind);
    }
    Some(edge(&words.get(at.checked_sub(1)?..=at)?.join(" ")))
}

/// The label that names the field best: all words of the field, and of the label as few others as may be. Two that name
/// it as well leave it open, unless the first stands before.
fn best<'a>(name: &[String], labels: impl Iterator<Item = &'a [String]>) -> Option<usize> {
    let mut found: Option<(usize, usize)> = None;
    for (at, label) in labels.enumerate() {
        let all = !name.is_empty() && name.iter().all(|word| met(word, label) > 0.0);
        let others = label.iter().filter(|word| met(word, name) == 0.0).count();
        if all && others <= 1 && found.is_none_or(|(_, least)| others < least) {
            found = Some((at, others));
        }
    }
    found.map(|(at, _)| at)
}

fn shown(text: usize, quote: &str, value: &str) -> Quotation {
    Quotation {
        text,
        quote: quote.to_owned(),
        shown: Shown::Value {
            label: String::new(),
            value: value.to_owned(),
        },
    }
}
