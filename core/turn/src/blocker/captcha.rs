//! A test whether a person is there.

use screen_agent_page::{Node, Role, State};

use super::Sign;
use super::sight::{Sight, Tone, is_empty_field, says, words};

/// What a control says that is the test, in the person's voice or to them.
const CLAIMS: [&str; 9] = [
    "im not a robot",
    "i am not a robot",
    "im human",
    "i am human",
    "verify you are human",
    "verify youre human",
    "confirm you are human",
    "confirm youre human",
    "prove you are human",
];
/// What a field asks for that is the test.
const PUZZLES: [&str; 8] = [
    "captcha",
    "recaptcha",
    "hcaptcha",
    "characters you see",
    "letters you see",
    "characters in the image",
    "text in the image",
    "characters shown",
];
/// Words on a field that sets such a test up, or speaks of one.
const SETS_UP: [&str; 14] = [
    "key",
    "secret",
    "site",
    "score",
    "threshold",
    "provider",
    "id",
    "token",
    "url",
    "api",
    "search",
    "subject",
    "comment",
    "message",
];
/// How a page begins that is nothing but the test.
const ORDERS: [&str; 14] = [
    "verify you are human",
    "verify youre human",
    "verify that you are human",
    "verifying you are human",
    "confirm you are human",
    "prove you are human",
    "prove youre not a robot",
    "are you a robot",
    "are you human",
    "human verification",
    "complete the captcha",
    "solve the captcha",
    "complete the security check",
    "checking your browser",
];
/// How much more such a heading says, in words.
const MORE: usize = 5;

/// Looks for a control that is the test; else for a page that is nothing but it.
pub(super) fn look(sight: &Sight<'_>) -> Option<Sign> {
    let control = sight.nodes.iter().find(|node| is_test(node));
    if let Some(node) = control {
        return Some(Sign::new(urgency(sight, node), &node.name));
    }
    let order = sight
        .headings()
        .chain(sight.messages())
        .find(|said| said.opens_with(&ORDERS, MORE))?;
    let sure = sight.sparse || order.tone == Tone::Message;
    sure.then(|| Sign::new(0.85, &order.text))
}

fn is_test(node: &Node) -> bool {
    let name = words(&node.name);
    if node.role.takes_text() {
        let sets_up = name.iter().any(|word| SETS_UP.contains(&word.as_str()));
        return is_empty_field(node) && says(&name, &PUZZLES) && !sets_up;
    }
    match &node.role {
        Role::Checkbox | Role::Generic | Role::Button => {
            says(&name, &CLAIMS) && !node.is(State::Checked)
        }
        Role::Other(role) if role.ends_with("frame") => {
            says(&name, &PUZZLES) || says(&name, &CLAIMS)
        }
        _ => false,
    }
}

/// A test at the end of a form is in the way only once the rest is filled in, or nothing else works.
fn urgency(sight: &Sight<'_>, test: &Node) -> f32 {
    let open = |node: &&Node| node.id != test.id && is_empty_field(node);
    let more_to_do = sight.nodes.iter().any(open);
    if more_to_do && !sight.is_stuck() {
        0.6
    } else {
        0.95
    }
}
