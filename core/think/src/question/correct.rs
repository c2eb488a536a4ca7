//! The last step failed: what instead?

use screen_agent_page::render::LEGEND;
use serde::Deserialize;
use serde_json::{Value, json};

use super::letter::Letter;
use super::{Brief, Form, act, reply};
use crate::menu;
use crate::mind::Role;
use crate::tries::tries;
use screen_agent_action::ask::{Decision, Proposal};
use screen_agent_action::print;
use screen_agent_action::step::{Correction, Step, Strategy};
use screen_agent_words::quote::{cut, plain};

pub(super) const FORM: Form = Form {
    role: Role::Smart,
    system: include_str!("correct.md"),
    reply_tokens: 400,
    temperature: Some(0.2),
};

/// Longest reason that is kept, in characters.
const REASON: usize = 300;
/// Most tries that are listed.
const TRIES: usize = 5;
const STRATEGIES: [Strategy; 5] = [
    Strategy::AlternativeSelector,
    Strategy::AlternativeTool,
    Strategy::GatherInformation,
    Strategy::UpdatePlan,
    Strategy::RetryWithDelay,
];

/// An open menu is easily left by mistake.
const MENU: &str = "A menu is open. You MUST choose one of its items, by ALTERNATIVE_SELECTOR; no other button or link beside it.";

pub(super) fn system(_brief: &Brief, form: &Form) -> String {
    format!("{}\n{LEGEND}", form.system.trim_end())
}

pub(super) fn user(letter: Letter<'_>) -> Letter<'_> {
    let brief = letter.brief();
    let mut letter = letter
        .goal()
        .file()
        .found()
        .memory()
        .plan()
        .steps()
        .skills();
    let tries = tries(&brief.steps);
    if !tries.is_empty() {
        let listed: Vec<String> = tries.into_iter().take(TRIES).map(tried).collect();
        letter = letter
            .say("Tried for this step without success, latest first; none of these again:")
            .fence("tried", &listed.join("\n"));
    }
    if menu::is_open(&brief.steps, &brief.seen) {
        letter = letter.say(MENU);
    }
    letter.page()
}

/// A try, why it failed, and what the client said of it. All but the action may be the page's words.
fn tried(step: &Step) -> String {
    let why = step.verdict.as_ref().map(|verdict| verdict.reason.as_str());
    let code = step.report.code.as_deref().map(|code| format!(" [{code}]"));
    format!(
        "{}: {}{}",
        print(&step.action),
        plain(why.unwrap_or_default()),
        code.unwrap_or_default()
    )
}

pub(super) fn schema(brief: &Brief) -> Value {
    with_strategy(act::schema(brief), &["thought"])
}

pub(super) fn grammar(brief: &Brief) -> Value {
    with_strategy(
        act::grammar(brief),
        &["strategy", "reason", "thought", "action"],
    )
}

/// What an action takes, and besides how it puts things right. No chain: one thing at a time.
fn with_strategy(mut schema: Value, required: &[&str]) -> Value {
    if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        fields.remove("actions");
        let words = STRATEGIES.map(Strategy::word);
        fields.insert("strategy".to_owned(), json!({ "enum": words }));
        fields.insert("reason".to_owned(), json!({ "type": "string" }));
    }
    if let Some(fields) = schema.as_object_mut() {
        fields.insert("required".to_owned(), json!(required));
    }
    schema
}

/// What is said of the failure, besides what to do.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Spoken {
    strategy: Value,
    reason: Value,
}

/// Reads what to do instead. Which step it puts right is not the model's to say; a strategy that is
/// none is told from the action later.
pub(super) fn read(answer: &str) -> Result<Proposal, String> {
    let mut proposal = act::read(answer)?;
    proposal.chain.clear();
    let said: Spoken = reply::object(answer).unwrap_or_default();
    let strategy = STRATEGIES.into_iter().find(|strategy| {
        said.strategy
            .as_str()
            .is_some_and(|word| named(word, *strategy))
    });
    if let (Some(strategy), Decision::Act { .. }) = (strategy, &proposal.decision) {
        proposal.correction = Some(Correction {
            failed_step: 0,
            strategy,
            reason: cut(&plain(said.reason.as_str().unwrap_or_default()), REASON),
        });
    }
    Ok(proposal)
}

fn named(word: &str, strategy: Strategy) -> bool {
    word.trim()
        .replace([' ', '-'], "_")
        .eq_ignore_ascii_case(strategy.word())
}

#[cfg(test)]
mod tests;
