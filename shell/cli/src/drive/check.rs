//! What this client looks at after an action of a chain. Spec 001 §9.4.

use screen_agent_kernel::verify::same_value;
use screen_agent_page::{Line, Node, NodeId, Observation, Run, State};
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
            let held = found(after, element_id)?.value.as_deref();
            let same = same_value(expected_value, held.unwrap_or_default());
            passed(same, "the field does not hold what was entered")
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
        ClientCheck::NoErrorMessage { text_pattern } => {
            let came = after.has_errors && !before.has_errors;
            let new = says_newly(text_pattern.as_deref(), before, after);
            passed(!new.unwrap_or(came), "an error message came up")
        }
        ClientCheck::SuccessMessage { text_pattern } => {
            let new = says_newly(text_pattern.as_deref(), before, after);
            passed(
                new.unwrap_or(after.has_success),
                "no success message came up",
            )
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

/// Everything about a control that an action may change; not that it has the keyboard now.
fn state(node: &Node) -> (Vec<State>, Option<&str>) {
    let states = node.states.iter().copied();
    let lasting = states.filter(|state| *state != State::Focused);
    (lasting.collect(), node.value.as_deref())
}

/// Whether words came up; `None` when none in particular are meant.
fn says_newly(words: Option<&str>, before: &Observation, after: &Observation) -> Option<bool> {
    let words = words?.to_lowercase();
    let says = |look: &Observation| {
        look.lines
            .iter()
            .any(|line| said(line).to_lowercase().contains(&words))
    };
    Some(says(after) && !says(before))
}

fn said(line: &Line) -> String {
    let runs = line.runs.iter().filter_map(|run| match run {
        Run::Text(text) => Some(text.as_str()),
        _ => None,
    });
    runs.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use screen_agent_page::Role;

    use super::*;

    fn look(change: impl FnOnce(&mut Observation)) -> Observation {
        let mut look = Observation {
            nodes: vec![
                Node::new("1", Role::Input, "Phone"),
                Node::new("f1_2", Role::Checkbox, "Gift"),
            ],
            ..Observation::default()
        };
        change(&mut look);
        look
    }

    fn saying(words: &str) -> Observation {
        look(|look| {
            look.lines.push(Line {
                runs: vec![Run::Text(words.to_owned())],
                ..Line::default()
            });
        })
    }

    fn id(id: &str) -> ElementId {
        ElementId::narrow(&NodeId::new(id))
    }

    #[test]
    fn a_value_is_the_same_however_the_field_spells_it() {
        let wanted = ClientCheck::ValueMatches {
            element_id: id("1"),
            expected_value: "5551234567".to_owned(),
        };
        let holding = |value: &str| {
            let value = value.to_owned();
            look(|look| look.nodes[0].value = Some(value))
        };
        let before = look(|_| {});
        for (after, expected) in [
            (holding("(555) 123-4567"), Ok(())),
            (
                holding("555"),
                Err("the field does not hold what was entered"),
            ),
            (
                look(|_| {}),
                Err("the field does not hold what was entered"),
            ),
            (
                Observation::default(),
                Err("the control is not in view any more"),
            ),
        ] {
            assert_eq!(check(&wanted, &before, &after), expected);
        }
    }

    #[test]
    fn a_state_has_to_change_and_having_the_keyboard_is_none() {
        let wanted = ClientCheck::StateChanged {
            element_id: id("f1_2"),
        };
        let being = |states: &[State]| look(|look| look.nodes[1].states = states.to_vec());
        for (after, expected) in [
            (being(&[State::Checked, State::Focused]), Ok(())),
            (being(&[State::Focused]), Err("its state is what it was")),
        ] {
            assert_eq!(check(&wanted, &being(&[]), &after), expected);
        }
    }

    #[test]
    fn a_control_has_to_be_there_to_be_seen_and_used() {
        let element_id = id("1");
        let visible = ClientCheck::ElementVisible {
            element_id: element_id.clone(),
        };
        let enabled = ClientCheck::ElementEnabled { element_id };
        let before = look(|_| {});
        let covered = look(|look| look.nodes[0].covered = true);
        let disabled = look(|look| look.nodes[0].states = vec![State::Disabled]);
        assert_eq!(check(&visible, &before, &before), Ok(()));
        assert!(check(&visible, &before, &covered).is_err());
        assert_eq!(check(&enabled, &before, &before), Ok(()));
        assert!(check(&enabled, &before, &disabled).is_err());
        assert!(check(&enabled, &before, &Observation::default()).is_err());
    }

    #[test]
    fn only_a_new_message_counts() {
        let error = |pattern: Option<&str>| ClientCheck::NoErrorMessage {
            text_pattern: pattern.map(str::to_owned),
        };
        let success = |pattern: Option<&str>| ClientCheck::SuccessMessage {
            text_pattern: pattern.map(str::to_owned),
        };
        let (calm, failing) = (look(|_| {}), look(|look| look.has_errors = true));
        let (saved, wrong) = (saying("All saved."), saying("Invalid code"));
        for (wanted, before, after, passes) in [
            (error(None), &calm, &failing, false),
            (error(None), &failing, &failing, true),
            (error(Some("invalid")), &calm, &wrong, false),
            (error(Some("invalid")), &wrong, &wrong, true),
            (error(Some("invalid")), &calm, &failing, true),
            (success(None), &calm, &saved, false),
            (success(Some("saved")), &calm, &saved, true),
            (success(Some("saved")), &calm, &wrong, false),
        ] {
            assert_eq!(check(&wanted, before, after).is_ok(), passes, "{wanted:?}");
        }
    }
}
