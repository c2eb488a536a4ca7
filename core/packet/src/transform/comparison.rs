//! A table that sets the sources against each other.

use screen_agent_wire::packet::Doc;

use super::shape::{is_proper, tables};
use super::{Count, Transform};

pub(super) const TRANSFORM: Transform = Transform {
    name: "comparison",
    title: "Comparison",
    description: "A table that sets what the sources are about against each other, with every \
                  unknown marked.",
    guidance: include_str!("comparison.md"),
    count: Count {
        what: "rows, a question each",
        least: 2,
        most: 40,
        usual: 8,
    },
    shape,
};

fn shape(doc: &Doc) -> Result<(), String> {
    let tables = tables(doc);
    let Some(table) = tables.iter().max_by_key(|table| table.body.len()) else {
        return Err("A comparison holds a table: add one, with a row of headers.".to_owned());
    };
    if table.head.len() < 3 {
        return Err(
            "A comparison sets two things or more against each other: give its table a \
                    column for the questions and one for each thing."
                .to_owned(),
        );
    }
    is_proper(table, "\"Unknown\" where no source says")
}
