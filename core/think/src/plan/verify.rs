//! Steps that only look whether something is so.

use screen_agent_words::WordList;

use super::words::tokens;
use super::{PlannedStep, StepStatus, Tool, atomic};

/// True for a step that looks whether something is so, and does nothing.
pub(super) fn verifies(step: &str) -> bool {
    let said = tokens(step);
    let word = |at: usize, words: &[&str]| said.get(at).is_some_and(|token| token.is_one_of(words));
    let looks =
        word(0, &["verify", "ensure", "validate"]) || word(0, &["make"]) && word(1, &["sure"]);
    let asks =
        word(0, &["check", "confirm", "see", "look"]) && word(1, &["that", "if", "whether", "for"]);
    // "Verify the address by clicking the link" does something.
    let by = said.iter().any(|token| token.is_one_of(&["by"]));
    (looks || asks) && !by && atomic::is_atomic(step)
}

static TELLING: WordList = WordList::named("step telling");

/// True for a step that is no more than words to the person.
pub(super) fn tells(step: &str) -> bool {
    let said = tokens(step);
    let first = said.first();
    first.is_some_and(|word| word.is_one_of(&TELLING)) && !said.iter().any(|token| token.quoted)
}

/// The step that ends a plan without one.
pub(super) fn last() -> PlannedStep {
    PlannedStep {
        description: "Verify that the page shows what was asked for".to_owned(),
        reasoning: None,
        tool: Tool::Dom,
        expected: None,
        status: StepStatus::Pending,
        required: false,
    }
}
