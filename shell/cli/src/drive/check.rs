//! What this client looks at after an action of a chain. Spec 001 §9.4.

use std::collections::BTreeSet;

use screen_agent_page::{Node, NodeId, Observation, State};
use screen_agent_turn::verify::same_value;
use screen_agent_wire::extension::chain::ClientCheck;
use screen_agent_wire::extension::report::ElementId;

/// Says why a check is not passed; what the page holds is not repeated.
///
/// `before` is the look before the action, `after` the one after it.
pub(super) fn check(
    check: &ClientCheck,
    before: &Observation,
    after: &Observation,
) -> Result<(), &'static str> {
    let passed = |passed: bool, why| if passed { Ok(()) } else { Err(why) };
    match check {
        ClientCheck::ValueMatches {
            element_id,
            expected_value,
        } => {
            let held = holds(found(after, element_id)?, expected_value);
            passed(held, "the field does not hold what was entered")
        }
        ClientCheck::StateChanged { element_id } => {
            let node = found(after, element_id)?;
            let was = found(before, element_id)?;
            passed(state(was) != state(node), "its state is what it was")
        }
        ClientCheck::ElementVisible { element_id } => {
            let covered = found(after, element_id)?.covered;
            passed(!covered, "something lies over it")
        }
        ClientCheck::ElementEnabled { element_id } => {
            let disabled = found(after, element_id)?.is(State::Disabled);
            passed(!disabled, "it cannot be used")
        }
    }
}

fn found<'a>(look: &'a Observation, id: &ElementId) -> Result<&'a Node, &'static str> {
    let id = match id {
        ElementId::Number(number) => NodeId::new(number.to_string()),
        ElementId::Text(text) => NodeId::new(text.as_str()),
    };
    look.node(&id).ok_or("the control is not in view any more")
}

/// Of a secret field it is only told that it is filled.
fn holds(node: &Node, value: &str) -> bool {
    match node.is(State::Filled) {
        true => !value.is_empty(),
        false => same_value(value, node.value.as_deref().unwrap_or_default()),
    }
}

/// Everything about a control that an action may change; not that it has the keyboard now.
fn state(node: &Node) -> (BTreeSet<State>, Option<&str>) {
    let states = node.states.iter().copied();
    let lasting = states.filter(|state| *state != State::Focused);
    (lasting.collect(), node.value.as_deref())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use screen_agent_wire::extension::capture::PageCapture;
    use serde::Deserialize;

    use super::*;

    /// A case of `fixtures/client/checks.json`.
    #[derive(Deserialize)]
    struct Case {
        about: String,
        check: ClientCheck,
        before: PageCapture,
        after: PageCapture,
        failure: Option<String>,
    }

    #[test]
    fn a_check_says_what_the_extension_says() {
        let cases = include_str!("../../../../fixtures/client/checks.json");
        let cases: Vec<Case> = serde_json::from_str(cases).unwrap();
        for case in cases {
            let (before, after) = (case.before.into(), case.after.into());
            let failure = check(&case.check, &before, &after).err();
            assert_eq!(failure.map(str::to_owned), case.failure, "{}", case.about);
        }
    }
}
