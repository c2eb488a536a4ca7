//! Cards with two sides.

use std::collections::BTreeSet;

use screen_agent_wire::packet::Doc;

use super::shape::{is_proper, tables};
use super::{Count, Transform};

pub(super) const TRANSFORM: Transform = Transform {
    name: "flashcards",
    title: "Flashcards",
    description: "Cards to learn by: a prompt on the front, what it stands for on the back.",
    guidance: include_str!("flashcards.md"),
    count: Count {
        what: "cards",
        least: 1,
        most: 100,
        usual: 20,
    },
    shape,
};

fn shape(doc: &Doc) -> Result<(), String> {
    let tables = tables(doc);
    let Some(cards) = tables.iter().max_by_key(|table| table.body.len()) else {
        return Err("Give the cards as a table with the headers Front and Back.".to_owned());
    };
    if cards.head.len() != 2 {
        return Err("Give the table of cards two columns: Front and Back.".to_owned());
    }
    is_proper(cards, "what belongs on that side")?;
    let mut fronts = BTreeSet::new();
    let twice = cards
        .body
        .iter()
        .filter_map(|row| row.first())
        .find(|front| {
            let folded = front.trim().to_lowercase();
            !fronts.insert(folded)
        });
    match twice {
        None => Ok(()),
        Some(front) => Err(format!(
            "Make one card of those whose front is \"{front}\"."
        )),
    }
}
