//! Steps that the person wanted done only where something is so.
//!
//! A workflow can tell whether a control is there. Where it hangs on anything else, nothing is learned: without its condition
//! the step would be another one.

use screen_agent_words::fold::words;

use super::LearnFault;
use super::said::{Clause, Said, clauses};
use crate::file::WorkflowStep;

const IF: [&str; 2] = ["if", "unless"];
/// Words that say that something is there, and what kind of thing.
const THERE: [&str; 22] = [
    "there", "theres", "is", "a", "an", "the", "any", "button", "link", "box", "checkbox", "field",
    "tab", "on", "this", "page", "shown", "visible", "still", "you", "see", "called",
];
/// Words for what was spoken of.
const IT: [&str; 3] = ["it", "that", "this"];
/// More than one thing hangs on it.
const MORE: [&str; 5] = ["and", "then", "or", "else", "otherwise"];

/// Puts conditions to the steps that they are said of.
pub(super) fn conditioned(steps: &mut [WorkflowStep], said: &str) -> Result<(), LearnFault> {
    let clauses = clauses(said);
    for (at, clause) in clauses.iter().enumerate() {
        let Some(begins) = clause.words.iter().position(|word| word.is(&IF)) else {
            continue;
        };
        let untold = || LearnFault::Conditional {
            clause: told(&clause.words[begins..]),
        };
        let (asked, done) = parted(&clauses[at..], begins).ok_or_else(untold)?;
        let plain = |word: &&Said| !word.is(&THERE);
        let subject = told(asked.iter().filter(plain));
        let is_meant = |step: &&mut WorkflowStep| {
            let control = step.control.as_ref();
            control.is_some_and(|one| words(&one.name).join(" ") == subject)
        };
        let mut meant: Vec<&mut WorkflowStep> = steps.iter_mut().filter(is_meant).collect();
        let one = done.iter().any(|word| word.is(&IT) || word.text == subject)
            || told(done).ends_with(&format!(" {subject}"));
        let clear = one && !subject.is_empty() && !done.iter().any(|word| word.is(&MORE));
        match meant.as_mut_slice() {
            [step] if clear && clause.words[begins].text == "if" => step.when.there = true,
            _ => return Err(untold()),
        }
    }
    Ok(())
}

/// What is asked, and what is done then: "If there is one, press it", "Press it if there is one".
fn parted(clauses: &[Clause], begins: usize) -> Option<(&[Said], &[Said])> {
    let (own, rest) = clauses.split_first()?;
    let asked = &own.words[begins + 1..];
    if begins > 0 {
        let ends = own.mark != Some(',');
        return ends.then_some((asked, &own.words[..begins]));
    }
    if let Some(then) = asked.iter().position(|word| word.is(&["then"])) {
        let ends = own.mark != Some(',');
        return ends.then_some((&asked[..then], &asked[then + 1..]));
    }
    let next = rest.first().filter(|next| next.mark != Some(','))?;
    let done = match next.words.as_slice() {
        [then, done @ ..] if then.is(&["then"]) => done,
        done => done,
    };
    (own.mark == Some(',')).then_some((asked, done))
}

fn told<'a>(words: impl IntoIterator<Item = &'a Said>) -> String {
    let words = words.into_iter().map(|word| word.text.as_str());
    words.collect::<Vec<_>>().join(" ")
}
