//! A text with sections.

use screen_agent_wire::packet::{Block, Doc};

use super::shape::heading;
use super::{Count, Transform};

pub(super) const TRANSFORM: Transform = Transform {
    name: "report",
    title: "Report",
    description: "A text with sections that goes through what the sources say, by subject.",
    guidance: include_str!("report.md"),
    count: Count {
        what: "sections",
        least: 2,
        most: 20,
        usual: 5,
    },
    shape,
};

fn shape(doc: &Doc) -> Result<(), String> {
    let blocks = doc.children();
    let sections = blocks.iter().filter_map(heading).count();
    if sections < 2 {
        return Err("Give the report sections, each with a heading: two or more.".to_owned());
    }
    let is_heading = |block: &Block| heading(block).is_some();
    let level = |block: &Block| match block {
        Block::Heading { level, .. } => *level,
        _ => u8::MAX,
    };
    // A heading may lead to smaller ones; otherwise there is text below it.
    let empty = blocks.iter().enumerate().find(|(at, block)| {
        let next = blocks.get(at + 1);
        let bare = next.is_none_or(|next| is_heading(next) && level(next) <= level(block));
        is_heading(block) && bare
    });
    match empty.and_then(|(_, block)| heading(block)) {
        None => Ok(()),
        Some(title) => Err(format!("Write text below the heading \"{title}\".")),
    }
}
