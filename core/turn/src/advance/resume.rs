//! The person did, or said, what a waiting task was held up by; no look came with it.

use crate::next::Refusal;
use crate::open_question::OpenQuestion;
use screen_agent_action::ask::Answer;
use screen_agent_action::status::TaskStatus;
use screen_agent_words::Words;

use super::ending::{Ending, Turn};

/// Takes a waiting task up. What was said answers what was asked and is never a yes: an approval is
/// given to its request, in a look, or not at all.
pub(super) fn resume(turn: &mut Turn, question: &OpenQuestion, said: Option<String>) -> Ending {
    let task = &mut turn.task;
    task.tries = 0;
    task.failures = 0;
    if let Some(answer) = said {
        task.heard = Some(answer.clone());
        task.answers.push(Answer {
            question: question.words().to_owned(),
            answer: Words::said(answer),
        });
    }
    turn.enter(TaskStatus::Executing);
    Ending::refused(Refusal::Resumed)
}
