//! A notice about cookies that wants an answer.

use screen_agent_page::locate::decline;
use screen_agent_page::{Node, Role};
use screen_agent_words::WordList;

use super::Sign;
use super::messages::{Sight, says, words};

static ACCEPTS: WordList = WordList::named("cookies accepts");
static ANSWERS: WordList = WordList::named("cookies answers");
static NOTICES: WordList = WordList::named("cookies notices");

/// Looks for a button that answers one: by its own words, or beside a line that tells of cookies.
pub(super) fn look(sight: &Sight<'_>) -> Option<Sign> {
    let buttons = || sight.nodes.iter().filter(|node| presses(node));
    if let Some(node) = buttons().find(|node| names_cookies(node)) {
        return Some(Sign::new(0.9, &node.name));
    }
    let notice = sight.said.iter().find(|said| said.says(&NOTICES))?;
    let answered = buttons().any(|node| answers(node));
    answered.then(|| Sign::new(0.85, &notice.text))
}

fn presses(node: &Node) -> bool {
    matches!(node.role, Role::Button | Role::Link | Role::Generic)
}

fn names_cookies(node: &Node) -> bool {
    let name = words(&node.name);
    name.len() <= 6 && says(&name, &["cookie", "cookies"]) && says(&name, &ANSWERS)
}

fn answers(node: &Node) -> bool {
    let name = words(&node.name).join(" ");
    ACCEPTS.contains(name.as_str()) || decline(&node.name).is_some()
}
