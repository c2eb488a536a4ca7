//! "Filter the list by the name Jones and the city Oslo": each value goes into the field that filters its column.

use screen_agent_page::Node;
use screen_agent_words::WordList;

use crate::ground::scene::{Scene, is_ready};
use crate::ground::{only, table};
use crate::words::Token;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::{singular, words};
use crate::words::token::text_of;

static VERBS: WordList = WordList::named("verbs that filter");
static IDLE: WordList = WordList::named("words of a filter that say nothing of it");
static NAMES: WordList = WordList::named("names of a field that filters");
static JOINTS: WordList = WordList::named("words between two changes");

/// The filter as orders to fill in fields.
pub(super) fn by_fields(scene: &Scene<'_>, said: &[Token]) -> Option<String> {
    let (verb, rest) = said.split_first()?;
    if !verb.is_in(&VERBS) {
        return None;
    }
    let parts = |token: &Token| token.is_any(&["whose", "where", "which"]);
    let pieces = rest.split(|token| token.is_mark(",") || token.is_in(&JOINTS) || parts(token));
    let telling = pieces.filter(|piece| !piece.iter().all(|token| token.is_in(&IDLE)));
    let orders: Option<Vec<String>> = telling.map(|piece| order(scene, piece)).collect();
    orders
        .filter(|orders| !orders.is_empty())
        .map(|orders| orders.join(", then "))
}

/// "Show only the paid orders": the list is narrowed down to them.
pub(super) fn narrowed(said: &[Token]) -> Option<String> {
    static SHOWS: WordList = WordList::named("verbs that show");
    let (_, rest) = said.split_first().filter(|(verb, _)| verb.is_in(&SHOWS))?;
    let only = rest
        .iter()
        .position(|token| token.is_any(&["only", "just"]))?;
    let idle = |token: &&Token| token.is_any(&["me", "us", "the", "those", "that", "which", "are"]);
    let mut what: Vec<Token> = [&rest[..only], &rest[only + 1..]].concat();
    what.drain(..what.iter().take_while(idle).count());
    let some = |token: &Token| token.is_any(&["that", "which", "who", "whose", "where"]);
    (!what.is_empty() && !what.iter().any(some)).then(|| format!("filter: {}", text_of(&what)))
}

fn order(scene: &Scene<'_>, piece: &[Token]) -> Option<String> {
    let columns = scene
        .screen
        .tables()
        .iter()
        .flat_map(|table| &table.columns);
    let named = columns.filter_map(|column| {
        let at = piece.iter().position(|token| is_called(token, column))?;
        Some((column.as_str(), [&piece[..at], &piece[at + 1..]].concat()))
    });
    let mut named: Vec<_> = named.collect();
    named.dedup_by(|one, other| one.0 == other.0);
    let (column, value) = match named.is_empty() {
        false => only(named)?,
        // "By Oslo": the only column that says so somewhere.
        true => (column_of(scene, &text_of(&telling(piece)))?, piece.to_vec()),
    };
    let value = telling(&value);
    // What leads to a value does not stand inside of one.
    if value.iter().any(|token| token.is_in(&IDLE)) {
        return None;
    }
    let value = text_of(&value);
    let field = only(
        scene
            .nodes()
            .iter()
            .filter(|node| filters(scene, node, column)),
    )?;
    let label = scene.label(field);
    let plain = !value.is_empty() && !value.contains('"') && !label.contains('"');
    plain.then(|| format!("set \"{label}\" to \"{value}\""))
}

/// The words of a value, without those that lead to it.
fn telling(piece: &[Token]) -> Vec<Token> {
    let idle = |token: &&Token| token.is_in(&IDLE) || token.is_mark(":");
    let from = piece.iter().take_while(idle).count();
    let to = piece.len() - piece.iter().rev().take_while(idle).count();
    piece.get(from..to).unwrap_or_default().to_vec()
}

/// One word for a column of one word, whether for one or for all of it.
fn is_called(token: &Token, column: &str) -> bool {
    let column = words(column);
    matches!(&column[..], [name] if token.word() && singular(&token.low) == singular(name))
}

fn column_of<'s>(scene: &'s Scene<'_>, value: &str) -> Option<&'s str> {
    let columns = scene
        .screen
        .tables()
        .iter()
        .flat_map(|table| &table.columns);
    let says = |column: &&String| {
        let values = table::column(scene, column).map(|column| table::values(scene, column));
        let mut values = values.unwrap_or_default().into_iter();
        values.any(|text| likeness(value, &text) >= Some(Likeness::SameWords))
    };
    only(columns.filter(says)).map(String::as_str)
}

/// A field that is called like the column, and a filter besides, if anything.
fn filters(scene: &Scene<'_>, node: &Node, column: &str) -> bool {
    node.role.takes_text() && is_ready(node) && is_of(scene, node, column)
}

/// What a field is called says this column, and that it filters, if anything.
pub(in crate::plan) fn is_of(scene: &Scene<'_>, node: &Node, column: &str) -> bool {
    let own = words(&scene.label(node)).into_iter();
    let own: Vec<String> = own.filter(|word| !NAMES.contains(word.as_str())).collect();
    own == words(column)
}
