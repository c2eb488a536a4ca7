//! What somebody learns from.

use screen_agent_wire::packet::Doc;

use super::shape::{headings, lists, words};
use super::{Count, Transform};

pub(super) const TRANSFORM: Transform = Transform {
    name: "study_guide",
    title: "Study guide",
    description: "What somebody learns from: the main ideas, the terms, and questions to test \
                  oneself.",
    guidance: include_str!("study.md"),
    count: Count {
        what: "main ideas",
        least: 2,
        most: 30,
        usual: 6,
    },
    shape,
};

fn shape(doc: &Doc) -> Result<(), String> {
    if headings(doc).len() < 2 {
        return Err(
            "Give the study guide sections with headings: ideas, terms, questions.".to_owned(),
        );
    }
    if lists(doc).is_empty() && super::shape::tables(doc).is_empty() {
        return Err("Give the terms or the questions of the study guide as a list.".to_owned());
    }
    if !words(doc.children()).contains(['?', '？', '؟']) {
        return Err(
            "End the study guide with questions that a reader can test themselves by.".to_owned(),
        );
    }
    Ok(())
}
