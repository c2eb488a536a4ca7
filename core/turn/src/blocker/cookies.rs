//! A notice about cookies that wants an answer.

use screen_agent_page::locate::decline;
use screen_agent_page::{Node, Role};

use super::Sign;
use super::sight::{Sight, says, words};

const ACCEPTS: [&str; 8] = [
    "accept",
    "accept all",
    "allow all",
    "agree",
    "i agree",
    "got it",
    "ok",
    "accept cookies",
];
const ANSWERS: [&str; 6] = ["accept", "allow", "agree", "reject", "decline", "refuse"];
const NOTICES: [&str; 7] = [
    "use cookies",
    "uses cookies",
    "using cookies",
    "use of cookies",
    "cookie policy",
    "cookie consent",
    "your cookie",
];

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
    ACCEPTS.contains(&name.as_str()) || decline(&node.name).is_some()
}
