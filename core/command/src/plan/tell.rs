//! Answering questions, and bringing things into view.

use super::turn::Turn;
use super::{Move, click, copy, enter, explore, terse};
use crate::answer::{self, Answer};
use crate::ground::anchor::anchors;
use crate::ground::{Grounded, Wish, ground};
use crate::read::{Clause, Touch};
use crate::words::Phrase;

/// Answers a question about what is on the page.
pub(crate) fn tell(turn: &mut Turn<'_>, question: &Phrase) -> Move {
    if let Some(step) = click::pressed(turn) {
        return step;
    }
    // "Show the old revisions": a link or a tab is called so.
    if turn.part().iter().any(|word| word == "show")
        && let Some(node) = terse::pressed(turn, question)
    {
        return click::aim(turn, Touch::Click, node);
    }
    if let Some(step) = read_whole(turn, question) {
        return step;
    }
    let known = turn
        .memory
        .own
        .answer
        .clone()
        .map(|text| Answer { text, stands: true });
    if let Some(Answer {
        text: answer,
        stands,
    }) = known.or_else(|| answer::answer(&turn.scene, question))
    {
        if !stands {
            turn.memory.own.doubt =
                Some("the answer was worked out from what is in view".to_owned());
        }
        if let Some(step) = into_field(turn, question, &answer) {
            return step;
        }
        turn.memory.read = Some(answer.clone());
        turn.memory.answers.push(answer);
        return Move::Done;
    }
    match explore::look_further(turn, question) {
        Move::Stuck(_) => Move::Stuck(format!(
            "I cannot answer \"{}\" from what the page shows",
            question.text()
        )),
        other => other,
    }
}

/// The name of a control may have been cut; a headline is told as a whole.
fn read_whole(turn: &mut Turn<'_>, question: &Phrase) -> Option<Move> {
    let line = answer::headline(&turn.scene, question)?;
    let [node] = turn.scene.screen.in_line(line)[..] else {
        return None;
    };
    match copy::whole(turn, node) {
        Ok(text) => {
            turn.memory.own.answer = Some(text);
            None
        }
        Err(step) => Some(step),
    }
}

/// "Solve the sum and press Submit": the answer goes into the only field there is.
fn into_field(turn: &mut Turn<'_>, question: &Phrase, answer: &str) -> Option<Move> {
    let works = question
        .0
        .first()?
        .is_any(&["solve", "calculate", "compute", "the"]);
    let sends = matches!(
        turn.reading.clauses.get(turn.memory.at + 1),
        Some(Clause::Touch { .. } | Clause::Submit { .. })
    );
    let mut fields = turn.nodes().filter(|node| node.role.takes_text());
    let (field, other) = (fields.next()?, fields.next());
    if !works || !sends || other.is_some() {
        return None;
    }
    turn.memory.own.answer = Some(answer.to_owned());
    match enter::fill(turn, field, answer) {
        Move::Done => None,
        step => Some(step),
    }
}

/// Brings something into view, and remembers what it is.
pub(crate) fn find(turn: &mut Turn<'_>, what: &Phrase) -> Move {
    let reference = turn.reference(what);
    turn.memory.context = Some(what.text());
    if let Some(text) = described(turn, what) {
        // "It" is what stands for it, and no longer what was meant before.
        match ground(&turn.scene, &reference, Wish::Any) {
            Grounded::One(node) => turn.remember(node),
            Grounded::Several(_) | Grounded::Nothing => turn.memory.it = None,
        }
        turn.memory.read = Some(text.clone());
        if is_last(turn) {
            turn.memory.answers.push(text);
        }
        return Move::Done;
    }
    match ground(&turn.scene, &reference, Wish::Any) {
        Grounded::One(node) => {
            turn.remember(node);
            turn.memory.read = Some(node.name.clone());
            if is_last(turn) {
                turn.memory.answers.push(node.name.clone());
            }
            Move::Done
        }
        Grounded::Several(_) => Move::Done,
        Grounded::Nothing if !anchors(&turn.scene, &reference).is_empty() => Move::Done,
        Grounded::Nothing => explore::explore(turn, what),
    }
}

/// "Find the e-mail of Dora" asks for a text.
fn described(turn: &Turn<'_>, what: &Phrase) -> Option<String> {
    answer::value(&turn.scene, what)
}

fn is_last(turn: &Turn<'_>) -> bool {
    turn.memory.at + 1 == turn.reading.clauses.len()
}
