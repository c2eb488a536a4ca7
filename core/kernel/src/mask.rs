//! Secrets stay out of what is kept.
//!
//! The action in a reply carries what the client must type. Everything that is recorded (step,
//! expectation, thought, evidence) holds [`HIDDEN`] in its place: the step of a task never tells a
//! password, and neither does what a proposer or a person reads of it later.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use screen_agent_page::{Node, NodeId, Observation, State, is_secret};

use crate::action::{Action, Choice};
use crate::event::Seen;
use crate::expect::Expectation;
use crate::hear::print_of;
use crate::record::secrets;
use crate::step::Report;
use crate::task::Task;
use crate::veil::Veil;

/// Stands for what is not told.
pub const HIDDEN: &str = "•••";
/// From this length on a secret is hidden even inside a longer word.
const LONG: usize = 6;

/// The value with its strings changed. A word of a fixed list that is spelled like a secret is none: a string
/// without which the value could not be read stays as it is.
pub(crate) fn changed<T: Serialize + DeserializeOwned>(
    value: &T,
    change: impl Fn(&mut Value),
) -> serde_json::Result<T> {
    let mut json = serde_json::to_value(value)?;
    let mut all = json.clone();
    change(&mut all);
    if let Ok(changed) = T::deserialize(&all) {
        return Ok(changed);
    }
    let mut places = Vec::new();
    differing(&json, &all, &mut String::new(), &mut places);
    for place in places {
        let (Some(is), Some(wanted)) = (json.pointer_mut(&place), all.pointer(&place)) else {
            continue;
        };
        let was = std::mem::replace(is, wanted.clone());
        if T::deserialize(&json).is_err()
            && let Some(is) = json.pointer_mut(&place)
        {
            *is = was;
        }
    }
    T::deserialize(&json)
}

/// Where two values of one shape have other strings.
fn differing(left: &Value, right: &Value, at: &mut String, places: &mut Vec<String>) {
    let length = at.len();
    let mut inside = |key: &str, left: &Value, right: &Value| {
        at.push('/');
        at.push_str(&key.replace('~', "~0").replace('/', "~1"));
        differing(left, right, at, places);
        at.truncate(length);
    };
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            for (key, value) in left {
                if let Some(other) = right.get(key) {
                    inside(key, value, other);
                }
            }
        }
        (Value::Array(left), Value::Array(right)) => {
            for (index, (left, right)) in left.iter().zip(right).enumerate() {
                inside(&index.to_string(), left, right);
            }
        }
        _ if left != right => places.push(at.clone()),
        _ => {}
    }
}

/// The secret that an action would type, if any: into a secret field, or by keys while one has the
/// keyboard.
pub(crate) fn typed_secret(action: &Action, screen: &Observation, task: &Task) -> Option<String> {
    let secret = |id: &NodeId| screen.node(id).is_some_and(is_secret);
    match action {
        Action::SetValue { id, text } if secret(id) => Some(text.clone()),
        Action::SelectDropdown { id, choice } if secret(id) => {
            choice.text.clone().or_else(|| choice.value.clone())
        }
        Action::Type { text, .. } if keyboard_on_secret(screen, task) => Some(text.clone()),
        _ => None,
    }
}

/// Told by the focus; by the last step where a client does not tell the focus.
fn keyboard_on_secret(screen: &Observation, task: &Task) -> bool {
    let focused = screen.nodes.iter().find(|node| node.is(State::Focused));
    let last = || -> Option<&Node> {
        match &task.steps.last()?.action {
            Action::Click { id } | Action::Focus { id } | Action::SetValue { id, .. } => {
                screen.node(id)
            }
            _ => None,
        }
    };
    focused.or_else(last).is_some_and(is_secret)
}

/// The action as it may be shown or logged: what it would type into a secret field is hidden.
pub fn shown(action: &Action, screen: &Observation) -> Action {
    let secret = match action.target() {
        Some(id) => screen.node(id).is_some_and(is_secret),
        None => screen
            .nodes
            .iter()
            .any(|node| node.is(State::Focused) && is_secret(node)),
    };
    if secret {
        masked(action)
    } else {
        action.clone()
    }
}

/// The action with its text hidden.
pub(crate) fn masked(action: &Action) -> Action {
    let hidden = || HIDDEN.to_owned();
    match action {
        Action::SetValue { id, .. } => Action::SetValue {
            id: id.clone(),
            text: hidden(),
        },
        Action::Type { delay_ms, .. } => Action::Type {
            text: hidden(),
            delay_ms: *delay_ms,
        },
        Action::SelectDropdown { id, .. } => Action::SelectDropdown {
            id: id.clone(),
            choice: Choice {
                text: Some(hidden()),
                ..Choice::default()
            },
        },
        action => action.clone(),
    }
}

/// True when a secret was hidden in it; then it cannot be done as it stands.
pub(crate) fn is_masked(action: &Action) -> bool {
    *action == masked(action)
        && matches!(
            action,
            Action::SetValue { .. } | Action::Type { .. } | Action::SelectDropdown { .. }
        )
}

/// What is expected, without the secret.
pub(crate) fn hide_expected(mut expected: Expectation, secret: &str) -> Expectation {
    expected.description = hide(&expected.description, secret);
    for appearance in &mut expected.appear {
        appearance.text = appearance.text.as_deref().map(|text| hide(text, secret));
    }
    if let Some(goal) = &mut expected.next_goal {
        goal.description = hide(&goal.description, secret);
        goal.text = goal.text.as_deref().map(|text| hide(text, secret));
    }
    expected
}

/// What a client said of a step that typed a secret: nothing that could repeat it.
pub(crate) fn without_words(report: Report) -> Report {
    Report {
        message: None,
        state: None,
        errors: Vec::new(),
        successes: Vec::new(),
        ..report
    }
}

/// A person's words without the secrets that they tell: "the password is •••".
pub fn hide_told(words: &str) -> String {
    let mut told = secrets::named(words);
    // The longest first, so that one that holds another is hidden whole.
    told.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    told.iter()
        .fold(words.to_owned(), |words, secret| hide(&words, secret))
}

/// What a person says to a task as it is kept: without the secrets that these words name, that were told
/// before, or that the task is waiting for.
pub fn hide_said(task: &Task, words: &str) -> String {
    if task.heard.as_deref() == Some(print_of(words).as_str()) {
        return HIDDEN.to_owned();
    }
    let mut told = hide_told(&Veil::of(task, &Seen::default()).blot(words));
    if secrets::asks_for_secret(task) {
        for secret in secrets::answered(words) {
            told = hide(&told, &secret);
        }
    }
    told
}

/// The text without the secret. A short one is hidden only where it stands as a word of its own.
pub(crate) fn hide(text: &str, secret: &str) -> String {
    if secret.trim().is_empty() {
        return text.to_owned();
    }
    if secret.chars().count() >= LONG {
        return text.replace(secret, HIDDEN);
    }
    let mut hidden = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(secret) {
        let (before, found) = rest.split_at(at);
        let after = &found[secret.len()..];
        let whole = !ends_in_word(before) && !after.starts_with(char::is_alphanumeric);
        hidden.push_str(before);
        hidden.push_str(if whole { HIDDEN } else { secret });
        rest = after;
    }
    hidden + rest
}

fn ends_in_word(text: &str) -> bool {
    text.ends_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;
    use crate::testing::{being, click, node, screen, set, task};

    #[test]
    fn what_is_shown_of_an_action_tells_no_secret() {
        let screen = screen(vec![node("1", "inp", "Password"), node("2", "inp", "Name")]);
        assert_eq!(shown(&set("1", "hunter2"), &screen), set("1", HIDDEN));
        assert_eq!(shown(&set("2", "hunter2"), &screen), set("2", "hunter2"));
        assert_eq!(shown(&click("1"), &screen), click("1"));
    }

    #[test]
    fn a_secret_is_known_by_its_field_or_the_keyboard() {
        let fields = || vec![node("1", "inp", "Password"), node("2", "inp", "Name")];
        let focused = screen(vec![being(node("1", "inp", "Password"), &[State::Focused])]);
        let typing = Action::Type {
            text: "hunter2".to_owned(),
            delay_ms: None,
        };
        let task = task("log in");
        assert_eq!(
            typed_secret(&set("1", "hunter2"), &screen(fields()), &task).as_deref(),
            Some("hunter2")
        );
        assert_eq!(
            typed_secret(&set("2", "Ann"), &screen(fields()), &task),
            None
        );
        assert_eq!(
            typed_secret(&typing, &focused, &task).as_deref(),
            Some("hunter2")
        );
        assert_eq!(typed_secret(&typing, &screen(fields()), &task), None);
        assert_eq!(masked(&set("1", "hunter2")), set("1", HIDDEN));
        assert_eq!(masked(&click("1")), click("1"));
    }

    #[test]
    fn short_secrets_are_hidden_as_words_only() {
        for (text, secret, expected) in [
            ("type hunter2 now", "hunter2", "type ••• now"),
            ("myhunter2x", "hunter2", "my•••x"),
            ("a cat", "a", "••• cat"),
            ("pin 1234, not 91234", "1234", "pin •••, not 91234"),
            ("nothing", "", "nothing"),
        ] {
            assert_eq!(hide(text, secret), expected, "{text:?} {secret:?}");
        }
    }
}
