//! A page for somebody who has to decide.

use screen_agent_wire::packet::{Block, Doc};

use super::shape::{lists, words};
use super::{Count, Transform};

pub(super) const TRANSFORM: Transform = Transform {
    name: "executive_brief",
    title: "Executive brief",
    description: "One page for somebody who has to decide: what it comes to, then the points that \
                  it rests on.",
    guidance: include_str!("briefing.md"),
    count: Count {
        what: "points",
        least: 2,
        most: 15,
        usual: 5,
    },
    shape,
};

/// More than this is no brief.
const MOST_WORDS: usize = 900;

fn shape(doc: &Doc) -> Result<(), String> {
    let first = doc
        .children()
        .iter()
        .find(|block| !matches!(block, Block::Heading { .. }));
    if !matches!(first, Some(Block::Paragraph { .. })) {
        return Err("Begin the brief with a paragraph that says what it comes to.".to_owned());
    }
    if lists(doc).iter().all(|items| items.len() < 2) {
        return Err("Give the points of the brief as a list of two or more.".to_owned());
    }
    let length = words(doc.children()).split_whitespace().count();
    if length > MOST_WORDS {
        return Err(format!(
            "A brief has at most {MOST_WORDS} words, and this has {length}: leave out what matters less."
        ));
    }
    Ok(())
}
