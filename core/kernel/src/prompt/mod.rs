//! What a model is told, and how its reply is read.
//!
//! The only place where page text is put into words for a model: always inside a fence whose mark
//! the shell drew for this one request, so that no page can close it.

mod read;

use std::fmt::Write;

use screen_agent_page::Screen;
use screen_agent_page::render::{Budget, LEGEND, render};

use crate::action;
use crate::ask::Ask;
use crate::step::Step;

pub use read::{Reply, read};

/// What a model is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// Who it is and what it may answer.
    pub system: String,
    /// What the person wants, what was done, and what is on the screen.
    pub user: String,
}

/// Most steps that are told in full; earlier ones are counted.
const STEPS_TOLD: usize = 10;

/// Most tokens of page text: a model with a window of 8k has room for it, and for the rest.
const PAGE_TOKENS: usize = 4_000;

/// The prompt for the next action. `mark` is fresh random text from the shell.
pub fn next_action(ask: &Ask, mark: &str) -> Prompt {
    let mut user = String::new();
    let _ = writeln!(user, "The person wants: {}", ask.query);
    for answer in &ask.answers {
        let _ = writeln!(
            user,
            "Asked “{}” they said: {}",
            answer.question, answer.answer
        );
    }
    let _ = writeln!(user, "Today is {}.", ask.today);
    tell_steps(&mut user, &ask.steps);
    for refused in &ask.refused {
        let _ = writeln!(
            user,
            "Not possible now: {} ({})",
            action::print(&refused.action),
            refused.why
        );
    }
    let page = render(&Screen::new(&ask.seen), &Budget::tokens(PAGE_TOKENS)).text;
    let _ = write!(
        user,
        "\n<<page {mark}>>\n{}\n<<end {mark}>>\n",
        page.replace(mark, "")
    );
    Prompt {
        system: format!("{}\n{LEGEND}", include_str!("action.md")),
        user,
    }
}

fn tell_steps(user: &mut String, steps: &[Step]) {
    let earlier = steps.len().saturating_sub(STEPS_TOLD);
    if earlier > 0 {
        let _ = writeln!(user, "{earlier} earlier steps.");
    }
    for step in steps.iter().skip(earlier) {
        let outcome = match &step.verdict {
            Some(verdict) if verdict.met => "done",
            Some(verdict) => verdict.reason.as_str(),
            None => "not looked at yet",
        };
        let name = step
            .target
            .as_ref()
            .map(|target| target.name.as_str())
            .unwrap_or_default();
        let _ = writeln!(
            user,
            "Did: {} {name:?} -> {outcome}",
            action::print(&step.action)
        );
    }
}
