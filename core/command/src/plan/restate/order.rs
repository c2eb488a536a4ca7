//! Plain orders: what a thing is to be, in words that are read as they stand.

use screen_agent_words::WordList;

use crate::ground::held::Held;
use crate::ground::scene::Scene;
use crate::ground::table;
use crate::ground::thing::{Said, Thing, column_named, rows_named};
use crate::read::bare;
use crate::words::Token;

static EXCHANGES: WordList = WordList::named("verbs that exchange two things");

/// Brings a thing to a value.
pub(super) fn to(thing: &Thing<'_>, text: &str) -> Option<String> {
    match thing {
        Thing::Field(_, name) => field_order(name, text),
        Thing::Cell { column, row, .. } => cell_order(column, row, text),
        Thing::Pair(_) => None,
    }
}

/// Brings each end from what it is to what it is to be.
pub(super) fn ends_to(
    thing: &Thing<'_>,
    low: (&Held, &Held),
    high: (&Held, &Held),
) -> Option<String> {
    if low.1.exceeds(high.1) {
        return None;
    }
    match thing {
        Thing::Pair([(_, lower), (_, upper)]) => {
            let changes = |(old, new): (&Held, &Held), name: &str| {
                (old != new)
                    .then(|| field_order(name, &new.text()?))
                    .flatten()
            };
            let (first, second) = (changes(low, lower), changes(high, upper));
            // The lower end cannot pass the upper on its way.
            let ahead = low.1.exceeds(high.0);
            let both = if ahead {
                [second, first]
            } else {
                [first, second]
            };
            let orders: Vec<String> = both.into_iter().flatten().collect();
            (!orders.is_empty()).then(|| orders.join(", then "))
        }
        Thing::Field(_, name) if !name.contains('"') => Some(format!(
            "set \"{name}\" from {} to {}",
            low.1.text()?,
            high.1.text()?
        )),
        _ => None,
    }
}

/// "Swap the ages of Ann and Bo", as two orders.
pub(super) fn exchanged(scene: &Scene<'_>, tokens: &[Token]) -> Option<String> {
    let first = tokens.first().filter(|first| first.is_in(&EXCHANGES))?;
    let said = Said::of(tokens);
    let (column, column_run) = column_named(scene, &said)?;
    let rows = rows_named(scene, &said, &column);
    let [(one, one_run), (other, other_run)] = &rows[..] else {
        return None;
    };
    let left = said.without(tokens, &[column_run, one_run.clone(), other_run.clone()]);
    let idle = |token: &Token| {
        *token == *first
            || token.is_any(&["of", "and", "between", "for", "in", "with", "two", "both"])
    };
    if !bare(&left)
        .iter()
        .all(|token| idle(token) || token.is("the"))
    {
        return None;
    }
    let text = |row: &str| Some(table::cell(scene, &column, row)?.text.trim().to_owned());
    let (first, second) = (text(one)?, text(other)?);
    let set = |row: &str, text: &str| cell_order(&column, row, text);
    Some(format!(
        "{}, then {}",
        set(one, &second)?,
        set(other, &first)?
    ))
}

pub(super) fn cell_order(column: &str, row: &str, text: &str) -> Option<String> {
    let plain = [column, row, text].iter().all(|part| !part.contains('"'));
    plain.then(|| {
        format!(
            "set the {} of \"{row}\" to \"{text}\"",
            column.to_lowercase()
        )
    })
}

fn field_order(name: &str, text: &str) -> Option<String> {
    (!name.contains('"') && !text.contains('"')).then(|| format!("set \"{name}\" to \"{text}\""))
}
