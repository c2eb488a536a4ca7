//! Questions with their answers.

use screen_agent_wire::packet::{Block, Doc};

use super::shape::{heading, is_proper, tables};
use super::{Count, Transform};

pub(super) const TRANSFORM: Transform = Transform {
    name: "quiz",
    title: "Quiz",
    description: "Questions that the sources answer, and their answers after them.",
    guidance: include_str!("quiz.md"),
    count: Count {
        what: "questions",
        least: 1,
        most: 50,
        usual: 10,
    },
    shape,
};

fn shape(doc: &Doc) -> Result<(), String> {
    if let Some(table) = tables(doc).into_iter().find(|table| table.head.len() >= 2) {
        let answers = |cell: &String| is_answers(cell);
        if table.head.iter().any(answers) {
            return is_proper(&table, "the answer");
        }
    }
    let (before, after) = split(doc.children());
    let questions: usize = before.iter().map(entries).sum();
    let answers: usize = after.iter().map(entries).sum();
    if questions == 0 {
        return Err("Give the questions of the quiz as an ordered list.".to_owned());
    }
    if answers == 0 {
        return Err(
            "Give the answers of the quiz: a heading \"Answers\", and below it an ordered list \
             with one answer for each question."
                .to_owned(),
        );
    }
    if answers != questions {
        return Err(format!(
            "Give one answer for each question: there are {questions} questions and {answers} answers."
        ));
    }
    Ok(())
}

/// What stands before the heading of the answers, and what after it.
fn split(blocks: &[Block]) -> (&[Block], &[Block]) {
    let at = blocks
        .iter()
        .position(|block| heading(block).is_some_and(|title| is_answers(&title)));
    blocks.split_at(at.unwrap_or(blocks.len()))
}

fn is_answers(title: &str) -> bool {
    let lower = title.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| matches!(word, "answer" | "answers" | "solution" | "solutions"))
}

/// Entries of a list; of a question's choices, which stand inside of its entry, none.
fn entries(block: &Block) -> usize {
    match block {
        Block::List { items, .. } => items.len(),
        _ => 0,
    }
}
