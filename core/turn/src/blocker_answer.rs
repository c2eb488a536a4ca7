//! What the person gave to get past a blocker: a value, the field that it is for, the origin that asked.
//!
//! It is filled in by rule. No sentence is made of it, so nothing that a page calls its fields can order
//! anything; and the gate knows by the same rule what it stands for: that value into that control on that
//! origin, and one submit of its form.

use std::collections::BTreeSet;

use screen_agent_page::{Node, Observation};

use crate::blocker::{self, RequiredField};
use crate::event::{BlockerAnswer, Seen};
use crate::task::{Detour, Task};
use screen_agent_action::Action;
use screen_agent_action::origin::{is_among, origin_of};
use screen_agent_action::step::Step;

impl BlockerAnswer {
    /// What was given, where the page is on the origin that asked for it.
    pub(crate) fn of(task: &Task, seen: &Seen) -> Option<Self> {
        let detour = task.thinking.detour.as_ref()?;
        let origin = origin_of(&seen.screen.url)?;
        if !is_among(&origin, &BTreeSet::from([detour.origin.clone()])) {
            return None;
        }
        let values = match seen.resolution.is_empty() {
            false => by_form(detour, seen),
            true => by_chat(detour, task),
        };
        let from = detour.from;
        (!values.is_empty()).then_some(Self { from, values })
    }

    /// What there is to do with it next: fill a field in, or send the form once.
    pub(crate) fn next(&self, task: &Task, screen: &Observation) -> Option<Action> {
        let steps = task.steps.get(usize::from(self.from)..)?;
        let mut filled = None;
        for (field, value) in &self.values {
            let Some(node) = blocker::place_of(field, screen, &task.steps) else {
                continue;
            };
            if node.value.as_deref() != Some(value) && !steps.iter().any(|step| wrote(step, node)) {
                return Some(Action::SetValue {
                    id: node.id.clone(),
                    text: value.clone(),
                });
            }
            filled = Some(node);
        }
        let fresh = steps.iter().rev().take_while(|step| !sends(step));
        let fresh = fresh.filter(|step| writes(step)).count() > 0 || !steps.iter().any(sends);
        filled.filter(|_| fresh).map(|node| submit(node, screen))
    }

    /// True when the action is exactly what it was given for.
    pub(crate) fn calls_for(&self, action: &Action, task: &Task, screen: &Observation) -> bool {
        self.next(task, screen).as_ref() == Some(action)
    }
}

fn by_form(detour: &Detour, seen: &Seen) -> Vec<(RequiredField, String)> {
    let given = |field: &RequiredField| seen.resolution.get(&field.name).cloned();
    let fields = detour.fields.iter();
    fields
        .filter_map(|field| Some((field.clone(), given(field)?)))
        .collect()
}

/// The value, said in the chat: that of the only field, or a single word for the secret one; a code may stand in a
/// sentence.
fn by_chat(detour: &Detour, task: &Task) -> Vec<(RequiredField, String)> {
    let said = task.answers.last().map(|said| said.answer.trim());
    let Some(value) = said.filter(|said| !said.is_empty() && *said != screen_agent_words::HIDDEN)
    else {
        return Vec::new();
    };
    let secret = detour.fields.iter().find(|field| is_secret(field));
    if let Some(code) = secret.filter(|field| field.kind == "code") {
        return code_in(value)
            .map(|said| (code.clone(), said))
            .into_iter()
            .collect();
    }
    let field = match (detour.fields.as_slice(), secret) {
        (_, Some(secret)) if !value.contains(char::is_whitespace) => Some(secret),
        ([only], _) => Some(only),
        _ => None,
    };
    field
        .map(|field| (field.clone(), value.to_owned()))
        .into_iter()
        .collect()
}

/// The code in what was said: all of it, or the only word with a digit.
fn code_in(said: &str) -> Option<String> {
    let plain = |word: &str| {
        word.trim_matches(|sign: char| !sign.is_alphanumeric())
            .to_owned()
    };
    let in_groups = |sign: char| sign.is_ascii_digit() || sign.is_whitespace();
    if !said.contains(char::is_whitespace) || said.chars().all(in_groups) {
        return Some(said.to_owned());
    }
    let mut with_digits = said
        .split_whitespace()
        .filter(|word| word.contains(|sign: char| sign.is_ascii_digit()));
    let code = with_digits.next().map(plain)?;
    with_digits.next().is_none().then_some(code)
}

/// True for a field that a password or a code goes into.
pub(crate) fn is_secret(field: &RequiredField) -> bool {
    matches!(field.kind.as_str(), "password" | "code")
}

fn writes(step: &Step) -> bool {
    matches!(step.action, Action::SetValue { .. })
}

/// True when this control was written into, and was not seen to refuse it.
fn wrote(step: &Step, node: &Node) -> bool {
    let target = step.target.as_ref();
    writes(step) && target.is_some_and(|target| target.is_like(node)) && !step.missed()
}

fn sends(step: &Step) -> bool {
    matches!(step.action, Action::Click { .. } | Action::Press { .. })
}

/// The button that the field's form is sent with: its default, else the first; where there is no form, the
/// next one that is called so; else Enter.
fn submit(field: &Node, screen: &Observation) -> Action {
    let usable = |node: &&Node| !node.covered && node.frame == field.frame;
    let form = field.facts.form;
    let of_form = |node: &&Node| node.facts.submits && form.is_some() && node.facts.form == form;
    let default = field
        .facts
        .enter
        .as_ref()
        .map(|button| button.name.as_str());
    let buttons = || screen.nodes.iter().filter(usable).filter(of_form);
    let button = buttons()
        .find(|node| Some(node.name.as_str()) == default)
        .or_else(|| buttons().next())
        .or_else(|| {
            let after = screen.nodes.iter().skip_while(|node| node.id != field.id);
            let mut called = after
                .filter(usable)
                .filter(|node| form.is_none() || node.facts.form == form);
            called.find(|node| blocker::sends_credentials(node))
        });
    match button {
        Some(button) => Action::Click {
            id: button.id.clone(),
        },
        None => Action::Press {
            key: "Enter".to_owned(),
            modifiers: Vec::new(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::code_in;

    #[test]
    fn a_code_may_stand_in_a_sentence() {
        for (said, code) in [
            ("483920", Some("483920")),
            ("483 920", Some("483 920")),
            ("QXRT-K", Some("QXRT-K")),
            ("The code is 483920.", Some("483920")),
            ("it says \"G-483920\"", Some("G-483920")),
            ("483920 or 483921", None),
            ("I have none", None),
        ] {
            assert_eq!(code_in(said).as_deref(), code, "{said}");
        }
    }
}
