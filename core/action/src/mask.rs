//! Secrets stay out of what is kept.
//!
//! The action in a reply carries what the client must type. Everything that is recorded (step,
//! expectation, thought, evidence) holds [`HIDDEN`] in its place: the step of a task never tells a
//! password, and neither does what a proposer or a person reads of it later.

use screen_agent_page::{NodeId, Observation, State, is_secret};

use screen_agent_words::HIDDEN;
use screen_agent_words::secret::hide;
use screen_agent_words::secrets::Secrets;

use crate::expect::{Expectation, ExpectedChange};
use crate::step::{Report, Step};
use crate::{Action, Choice};

/// The secret that an action would type, if any: into a secret field, or by keys while one has the
/// keyboard.
pub fn typed_secret(action: &Action, screen: &Observation, steps: &[Step]) -> Option<String> {
    let secret = |id: &NodeId| screen.node(id).is_some_and(is_secret);
    if let Action::Type { text, .. } = action {
        keyboard_on_secret(screen, steps).then(|| text.clone())
    } else if let Action::SetValue { id, text } | Action::AppendText { id, text } = action {
        secret(id).then(|| text.clone())
    } else if let Action::SelectDropdown { id, choice } = action {
        let chosen = choice.text.as_ref().or(choice.value.as_ref());
        chosen.filter(|_| secret(id)).cloned()
    } else {
        None
    }
}

/// Told by the focus; by the last step where a client does not tell the focus.
fn keyboard_on_secret(screen: &Observation, steps: &[Step]) -> bool {
    let focused = screen.nodes.iter().find(|node| node.is(State::Focused));
    let last = || screen.node(steps.last()?.action.takes_keyboard()?);
    focused.or_else(last).is_some_and(is_secret)
}

/// The action with the secrets in the place of what stands for them: where text is typed, and nowhere else.
pub fn reveal(secrets: &Secrets, mut action: Action) -> Action {
    if let Some(text) = typed_mut(&mut action) {
        *text = secrets.reveal(std::mem::take(text));
    }
    action
}

fn typed_mut(action: &mut Action) -> Option<&mut String> {
    if let Action::SetValue { text, .. }
    | Action::AppendText { text, .. }
    | Action::Type { text, .. } = action
    {
        Some(text)
    } else {
        None
    }
}

/// The same for what its field is to hold then.
pub fn reveal_expected(secrets: &Secrets, expected: &mut Expectation) {
    for change in &mut expected.changes {
        if let ExpectedChange::Value { value, .. } = change {
            *value = secrets.reveal(std::mem::take(value));
        }
    }
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
pub fn masked(action: &Action) -> Action {
    let mut masked = action.clone();
    if let Some(text) = typed_mut(&mut masked) {
        HIDDEN.clone_into(text);
    } else if let Action::SelectDropdown { choice, .. } = &mut masked {
        *choice = Choice {
            text: Some(HIDDEN.to_owned()),
            ..Choice::default()
        };
    }
    masked
}

/// True when a secret was hidden in it; then it cannot be done as it stands.
pub fn is_masked(action: &Action) -> bool {
    action.enters_value() && *action == masked(action)
}

/// What is expected, without the secret.
pub fn hide_expected(mut expected: Expectation, secret: &str) -> Expectation {
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
pub fn without_words(report: Report) -> Report {
    Report {
        message: None,
        state: None,
        check: None,
        errors: Vec::new(),
        successes: Vec::new(),
        downloads: Vec::new(),
        ..report
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;
    use crate::testing::{being, click, node, screen, set};

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
        assert_eq!(
            typed_secret(&set("1", "hunter2"), &screen(fields()), &[]).as_deref(),
            Some("hunter2")
        );
        assert_eq!(typed_secret(&set("2", "Ann"), &screen(fields()), &[]), None);
        assert_eq!(
            typed_secret(&typing, &focused, &[]).as_deref(),
            Some("hunter2")
        );
        assert_eq!(typed_secret(&typing, &screen(fields()), &[]), None);
        assert_eq!(masked(&set("1", "hunter2")), set("1", HIDDEN));
        assert_eq!(masked(&click("1")), click("1"));
    }
}
