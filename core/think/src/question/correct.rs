//! The last step failed: what instead?

use schemars::JsonSchema;
use screen_agent_page::render::LEGEND;
use serde::Deserialize;
use serde_json::{Value, json};

use super::lenient::{self, Text, Word, narrowed};
use super::prompt_text::PromptText;
use super::{Brief, Form, Thought, act, judge, reply};
use crate::models::ModelTier;
use crate::tries::{menu, tries};
use screen_agent_action::ask::Decision;
use screen_agent_action::print;
use screen_agent_action::step::{Correction, Step, Strategy};
use screen_agent_words::quote::plain;

pub(super) const FORM: Form = Form {
    role: ModelTier::Smart,
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

pub(super) fn system(form: &Form) -> String {
    let (said, actions) = (form.system.trim_end(), act::ACTIONS.trim_end());
    format!("{said}\n{actions}\n{LEGEND}")
}

pub(super) fn user(prompt: PromptText<'_>) -> PromptText<'_> {
    let brief = prompt.brief();
    let mut prompt = prompt
        .goal()
        .file()
        .found()
        .knowledge()
        .memory()
        .plan()
        .steps()
        .skills();
    let tries = tries(&brief.steps);
    if !tries.is_empty() {
        let listed: Vec<String> = tries.into_iter().take(TRIES).map(tried).collect();
        prompt = prompt
            .say("Tried for this step without success, latest first; none of these again:")
            .fence("tried", &listed.join("\n"));
    }
    prompt = judge::changes(prompt);
    if menu::is_open(&brief.steps, &brief.seen) {
        prompt = prompt.say(MENU);
    }
    prompt.page()
}

/// A try, why it failed, and what the client said of it. All but the action may be the page's words.
fn tried(step: &Step) -> String {
    let why = step.verdict.as_ref().map(|verdict| verdict.reason.as_str());
    let said = [&step.report.code, &step.report.message];
    let said: Vec<String> = said.into_iter().flatten().map(|said| plain(said)).collect();
    let said = match said.is_empty() {
        true => String::new(),
        false => format!(" [{}]", said.join(": ")),
    };
    format!(
        "{}: {}{said}",
        print(&step.action),
        plain(why.unwrap_or_default()),
    )
}

/// What is said of the failure, besides what to do.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default)]
struct Said {
    #[schemars(with = "Value", extend("enum" = STRATEGIES.map(Strategy::word)))]
    strategy: Word<Strategy>,
    reason: Text<REASON>,
}

pub(super) fn schema(brief: &Brief) -> Value {
    let mut action = act::schema(brief);
    if let Some(fields) = action.get_mut("properties").and_then(Value::as_object_mut) {
        fields.insert("step_done".to_owned(), json!({ "type": "boolean" }));
    }
    with_strategy(action, &["thought"])
}

pub(super) fn grammar(brief: &Brief) -> Value {
    with_strategy(
        act::grammar(brief),
        &["strategy", "reason", "thought", "action"],
    )
}

/// What an action takes, and besides how it puts things right. No chain: one thing at a time.
fn with_strategy(action: Value, required: &[&str]) -> Value {
    let mut said = lenient::schema::<Said>();
    let fields = said.get_mut("properties").and_then(Value::as_object_mut);
    let fields = fields.map(std::mem::take).unwrap_or_default();
    narrowed(action, &["actions"], fields, required)
}

/// Reads what to do instead. Which step it puts right is not the model's to say; a strategy that is
/// none is told from the action later.
pub(super) fn thought(answer: &str) -> Result<Thought, String> {
    let thought = act::thought(answer)?;
    let Thought::Proposal(mut proposal) = thought else {
        return Ok(thought);
    };
    proposal.chain.clear();
    let said: Said = reply::fields(answer).unwrap_or_default();
    if let (Some(strategy), Decision::Act { .. }) = (said.strategy.0, &proposal.decision) {
        proposal.correction = Some(Correction {
            failed_step: 0,
            strategy,
            reason: said.reason.0,
        });
    }
    Ok(Thought::Proposal(proposal))
}

#[cfg(test)]
mod tests;
