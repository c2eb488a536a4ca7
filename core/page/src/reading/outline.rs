//! The headings of a page, and what else gives it structure.

use super::around::Zone;
use super::lines::heading_level;
use super::said::said_in;
use super::survey::Survey;
use super::types::Heading;
use crate::words::fold;

/// Longest heading, in characters.
const LONGEST: usize = 300;

/// Reads the outline.
pub(super) fn read(survey: &Survey) -> Vec<Heading> {
    let dom = survey.dom;
    let mut outline = Vec::new();
    for &at in &survey.order {
        let fact = survey.fact(at);
        if matches!(fact.zone, Zone::Around | Zone::Comments) || fact.letters == 0 {
            continue;
        }
        let tag = dom.tag(at).unwrap_or_default();
        let level = match heading_level(survey, at, tag) {
            Some(level) => level,
            None if matches!(tag, "summary" | "caption") => 0,
            None => continue,
        };
        outline.push(Heading {
            level,
            tag: tag.to_owned(),
            role: fold(dom.attr(at, "role").unwrap_or_default(), 40),
            text: said_in(survey, at, LONGEST),
        });
    }
    outline
}
