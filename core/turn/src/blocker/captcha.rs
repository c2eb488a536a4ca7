//! A test whether a person is there.

use screen_agent_page::{Node, Role, State};
use screen_agent_words::WordList;

use super::Sign;
use super::messages::{Sight, Tone, is_empty_field, says, words};

/// What a control says that is the test, in the person's voice or to them.
static CLAIMS: WordList = WordList::named("captcha claims");
/// What a field asks for that is the test.
static PUZZLES: WordList = WordList::named("captcha puzzles");
/// Words on a field that sets such a test up, or speaks of one.
static SETS_UP: WordList = WordList::named("captcha sets up");
/// How a page begins that is nothing but the test.
static ORDERS: WordList = WordList::named("captcha orders");
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
        let sets_up = name.iter().any(|word| SETS_UP.contains(word.as_str()));
        return is_empty_field(node) && says(&name, &PUZZLES) && !sets_up;
    }
    let framed = matches!(&node.role, Role::Other(role) if role.ends_with("frame"));
    let ticked = matches!(node.role, Role::Checkbox | Role::Generic | Role::Button);
    (framed && (says(&name, &PUZZLES) || says(&name, &CLAIMS)))
        || (ticked && says(&name, &CLAIMS) && !node.is(State::Checked))
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
