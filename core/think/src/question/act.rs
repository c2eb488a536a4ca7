//! What next? One action, a question to the person, or the fields of one form in a row.

mod answer;
mod grammar;
mod picture;

#[cfg(test)]
mod tests;

use super::prompt_text::PromptText;
use super::{Brief, Form};
use crate::models::ModelTier;
use screen_agent_action::ask::MOST_IN_A_ROW as LINKS;
use screen_agent_page::render::LEGEND;

pub(super) use answer::thought;
pub(super) use grammar::{grammar, schema};
pub(super) use picture::picture;
use picture::shows_picture;

pub(super) const FORM: Form = Form {
    role: ModelTier::Fast,
    system: include_str!("act.md"),
    reply_tokens: 400,
    temperature: None,
};

/// How actions are written.
pub(super) const ACTIONS: &str = include_str!("actions.md");

const KEPT: &str = "remember: key, value · recall: key · exportToSession: key, for later tasks · verifySuccess: description";
const SEARCH: &str = "googleSearch: query; looks it up on the web, and the page stays as it is";
const PLAN: &str = "Carry out the step marked NOW, and only that one. What has to be done before it (close what covers it, scroll, open a menu): do that, and add \"prepares\": true. If it is so already, or matters no more: \"step_done\": true and no action. If it verifies: finish, or do what is missing.";
const CHAIN: &str = "Several fields or boxes of one form: add \"actions\": [{\"action\": {…}, \"description\": \"<for the person>\"}], 2 to 10, the first as in \"action\": setValue, selectDropdown, check and uncheck alone; never a password.";

const PICTURE: &str = "A picture of the screen comes along. The number on each control is its id: use it to tell by place, shape and color what the text cannot tell.";

const NO_PICTURE: &str = "No picture comes along.";

pub(super) fn system(brief: &Brief, form: &Form) -> String {
    let mut text = form.system.trim_end().to_owned();
    let parts = [
        (true, ACTIONS.trim_end()),
        (true, KEPT),
        (brief.can_search, SEARCH),
        (brief.plan.is_some(), PLAN),
        (brief.can_chain && grammar::has_several_fields(brief), CHAIN),
        (shows_picture(brief), PICTURE),
        (!shows_picture(brief), NO_PICTURE),
        (true, LEGEND),
    ];
    for (_, part) in parts.into_iter().filter(|(wanted, _)| *wanted) {
        text.push('\n');
        text.push_str(part);
    }
    text
}

pub(super) fn user(prompt: PromptText<'_>) -> PromptText<'_> {
    let prompt = prompt.goal().file().history();
    // What the searches came to is shorter than what they found.
    let prompt = match prompt.brief().summary.as_deref() {
        Some(summary) => prompt.fence("what the searches came to", summary),
        None => prompt.found(),
    };
    prompt.knowledge().memory().plan().steps().skills().page()
}

/// The fields that are not asked for: these, and what cannot be done now.
fn left_out<'a>(brief: &Brief, more: &[&'a str]) -> Vec<&'a str> {
    let unable = [
        (brief.plan.is_none(), "prepares"),
        (brief.plan.is_none(), "step_done"),
        (!brief.can_chain, "actions"),
    ];
    let unable = unable.into_iter().filter(|(out, _)| *out);
    more.iter()
        .copied()
        .chain(unable.map(|(_, name)| name))
        .collect()
}
