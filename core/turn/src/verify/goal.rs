//! What should have come into view.

use screen_agent_page::{Observation, Role};

use screen_agent_action::expect::{Appearance, NextGoal};

/// True when something in view answers to the description.
pub(super) fn appeared(wanted: &Appearance, now: &Observation) -> bool {
    let by_role = now.nodes.iter().any(|node| {
        wanted
            .roles
            .iter()
            .any(|role| Role::parse(role) == node.role)
            && wanted
                .text
                .as_ref()
                .is_none_or(|text| holds(&node.name, text))
    });
    let by_text =
        wanted.roles.is_empty() && wanted.text.as_ref().is_some_and(|text| says(now, text));
    by_role || by_text
}

/// True when what the next step needs is in view: by selector, by text, by role, in this order.
pub(crate) fn in_view(goal: &NextGoal, now: &Observation) -> bool {
    let by_selector = goal.selector.as_ref().is_some_and(|selector| {
        now.nodes
            .iter()
            .any(|node| node.facts.selector.as_ref() == Some(selector))
    });
    let by_text = goal.text.as_ref().is_some_and(|text| says(now, text));
    let by_role = goal.role.as_ref().is_some_and(|role| {
        let role = Role::parse(role);
        now.nodes.iter().any(|node| node.role == role)
    });
    by_selector || by_text || by_role
}

/// True when the words stand somewhere in view, in a line or on a control.
pub(super) fn says(now: &Observation, text: &str) -> bool {
    now.lines.iter().any(|line| holds(&line.words(), text))
        || now.nodes.iter().any(|node| {
            holds(&node.name, text) || node.value.as_ref().is_some_and(|value| holds(value, text))
        })
        || now.events.iter().any(|event| holds(event, text))
        || holds(&now.title, text)
}

pub(super) fn holds(whole: &str, part: &str) -> bool {
    let part = part.trim().to_lowercase();
    !part.is_empty() && whole.to_lowercase().contains(&part)
}
