//! Three sides of a file as one: what either changed since both began.

use std::collections::BTreeSet;

use screen_agent_wire::Invalid;
use screen_agent_wire::ide::plan::ConflictSide;
use serde_json::{Map, Value};

use super::render::render;
use super::{document, is_document, text};
use crate::document::pointer_below;

/// A file as both began with it, as it stands, and as it is to be; nothing where it does not stand.
#[derive(Clone, Copy, Debug)]
pub struct Sides<'a> {
    pub base: Option<&'a str>,
    pub ours: Option<&'a str>,
    pub theirs: Option<&'a str>,
}

/// Why there is no one file.
#[derive(Debug, PartialEq)]
pub enum MergeFault {
    /// One of them cannot be read.
    Invalid(Invalid),
    /// Both sides changed the same places: JSON pointers, or lines.
    Conflict(Vec<String>),
}

impl From<Invalid> for MergeFault {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}

/// One file of three.
pub fn merged(
    file: &str,
    sides: Sides<'_>,
    side: ConflictSide,
) -> Result<Option<String>, MergeFault> {
    let Sides { base, ours, theirs } = sides;
    // Nothing is read where nothing is to be joined, so that what cannot be read is left as it is.
    if ours == theirs || theirs == base {
        return Ok(ours.map(str::to_owned));
    }
    if ours == base {
        return Ok(theirs.map(str::to_owned));
    }
    let mut merging = Merging {
        side,
        conflicts: Vec::new(),
    };
    let joined = match (is_document(file), ours, theirs) {
        (true, _, _) => {
            let [base, read, coming] = [
                document(file, base)?,
                document(file, ours)?,
                document(file, theirs)?,
            ];
            let joined = merging.value(base.as_ref(), read.as_ref(), coming.as_ref(), "");
            joined.map(|value| render(&value, ours.or(theirs)))
        }
        (false, Some(ours), Some(theirs)) => {
            let (joined, lines) = text::merged(base.unwrap_or_default(), ours, theirs, side);
            let lines = lines.into_iter().map(|line| format!("line {line}"));
            merging.conflicts.extend(lines);
            Some(joined)
        }
        (false, ours, theirs) => {
            merging.conflicts.push("the whole file".to_owned());
            merging.chosen(ours, theirs).map(str::to_owned)
        }
    };
    match (side, merging.conflicts.is_empty()) {
        (ConflictSide::Merge, false) => Err(MergeFault::Conflict(merging.conflicts)),
        _ => Ok(joined),
    }
}

struct Merging {
    side: ConflictSide,
    conflicts: Vec<String>,
}

impl Merging {
    fn chosen<T>(&self, ours: T, theirs: T) -> T {
        match self.side {
            ConflictSide::Theirs => theirs,
            ConflictSide::Ours | ConflictSide::Merge => ours,
        }
    }

    fn value(
        &mut self,
        base: Option<&Value>,
        ours: Option<&Value>,
        theirs: Option<&Value>,
        at: &str,
    ) -> Option<Value> {
        if ours == theirs || theirs == base {
            return ours.cloned();
        }
        if ours == base {
            return theirs.cloned();
        }
        if let (Some(Value::Object(ours)), Some(Value::Object(theirs))) = (ours, theirs) {
            let base = base.and_then(Value::as_object);
            return Some(self.fields(base, ours, theirs, at));
        }
        if let (Some(ours), Some(theirs)) = (ours.and_then(named), theirs.and_then(named)) {
            let base = base.and_then(named).unwrap_or_default();
            return Some(Value::Array(self.entries(&base, &ours, &theirs, at)));
        }
        let place = if at.is_empty() { "the whole file" } else { at };
        self.conflicts.push(place.to_owned());
        self.chosen(ours, theirs).cloned()
    }

    fn fields(
        &mut self,
        base: Option<&Map<String, Value>>,
        ours: &Map<String, Value>,
        theirs: &Map<String, Value>,
        at: &str,
    ) -> Value {
        let names: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
        let field = |name: &String| {
            let at = pointer_below(at, name);
            let base = base.and_then(|base| base.get(name));
            let value = self.value(base, ours.get(name), theirs.get(name), &at)?;
            Some((name.clone(), value))
        };
        names.into_iter().filter_map(field).collect()
    }

    /// Lists whose entries have ids, entry by entry. Whoever changed the order is followed in it; a new entry stays
    /// behind the one that it came behind.
    fn entries(
        &mut self,
        base: &Named<'_>,
        ours: &Named<'_>,
        theirs: &Named<'_>,
        at: &str,
    ) -> Vec<Value> {
        let (lead, other) = match in_order(ours, base) == in_order(base, ours) {
            true => (theirs, ours),
            false => (ours, theirs),
        };
        let mut order: Vec<&str> = lead.iter().map(|(id, _)| id.as_str()).collect();
        let mut before = None;
        for (id, _) in other {
            let place = |known: &str| order.iter().position(|id| *id == known);
            if place(id).is_none() {
                let at = before.and_then(place).map_or(0, |at| at + 1);
                order.insert(at, id);
            }
            before = Some(id.as_str());
        }
        let mut joined = Vec::new();
        for id in order {
            let [base, ours, theirs] = [base, ours, theirs].map(|side| of_id(side, id));
            joined.extend(self.value(base, ours, theirs, &format!("{at}[{id}]")));
        }
        joined
    }
}

/// The entries of a list with their ids.
type Named<'a> = Vec<(String, &'a Value)>;

/// The entries of a list of which each has an id of its own.
fn named(value: &Value) -> Option<Named<'_>> {
    let id = |entry: &Value| match entry.get("id")? {
        Value::String(id) => Some(id.clone()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    };
    let entries = value.as_array()?.iter();
    let named: Named<'_> = entries
        .map(|entry| Some((id(entry)?, entry)))
        .collect::<Option<_>>()?;
    let ids: BTreeSet<&String> = named.iter().map(|(id, _)| id).collect();
    (ids.len() == named.len()).then_some(named)
}

fn of_id<'a>(side: &Named<'a>, id: &str) -> Option<&'a Value> {
    let found = side.iter().find(|(known, _)| known == id);
    found.map(|(_, value)| *value)
}

/// The ids of one list that are in another, in its own order.
fn in_order<'a>(list: &'a Named<'_>, other: &Named<'_>) -> Vec<&'a str> {
    let known: BTreeSet<&str> = other.iter().map(|(id, _)| id.as_str()).collect();
    let ids = list.iter().map(|(id, _)| id.as_str());
    ids.filter(|id| known.contains(id)).collect()
}
