//! What the sources hold, as a list of lists.

use screen_agent_wire::packet::Doc;

use super::shape::{headings, is_nested, lists};
use super::{Count, Transform};

pub(super) const TRANSFORM: Transform = Transform {
    name: "outline",
    title: "Outline",
    description: "What the sources hold, as main points with their parts below them.",
    guidance: include_str!("outline.md"),
    count: Count {
        what: "main points",
        least: 2,
        most: 30,
        usual: 7,
    },
    shape,
};

fn shape(doc: &Doc) -> Result<(), String> {
    let lists = lists(doc);
    if lists.is_empty() {
        return Err("An outline is a list: give its main points as entries.".to_owned());
    }
    let nested = lists.iter().any(|items| items.iter().any(is_nested));
    // Headings with a list below each are two levels as well.
    let headed = headings(doc).len() >= 2 && lists.len() >= 2;
    if nested || headed {
        return Ok(());
    }
    Err("Put the parts of each main point below it, as a list inside of its entry.".to_owned())
}
