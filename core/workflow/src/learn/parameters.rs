//! Which values differ from run to run: those that the person said.

use screen_agent_action::{Action, Choice};
use screen_agent_page::Node;

use crate::file::{ControlDescription, Parameter, ParameterType, WorkflowStep};
use crate::ground::holds;
use crate::values::{escaped, name_for, with_texts};

/// Most choices that are kept of a list.
const CHOICES: usize = 200;

/// Which values differ from run to run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Varies<'a> {
    /// Those that stand in what the person said.
    Said(&'a str),
    /// What is entered now, if so.
    Entered(bool),
}

impl Varies<'_> {
    pub(super) fn tells(self, value: &str) -> bool {
        match self {
            Self::Said(said) => holds(said, value),
            Self::Entered(varies) => varies,
        }
    }
}

/// What became a parameter so far.
#[derive(Debug)]
pub(super) struct Parameters<'a> {
    pub(super) varies: Varies<'a>,
    found: Vec<(Parameter, String)>,
}

impl<'a> Parameters<'a> {
    pub(super) fn new(varies: Varies<'a>) -> Self {
        Self {
            varies,
            found: Vec::new(),
        }
    }

    pub(super) fn all(self) -> Vec<Parameter> {
        self.found
            .into_iter()
            .map(|(parameter, _)| parameter)
            .collect()
    }

    /// The action with names for what the person said, and for every secret.
    pub(super) fn of_action(
        &mut self,
        action: &Action,
        node: Option<&Node>,
        secret: bool,
    ) -> Action {
        let mut action = action.clone();
        if let Action::SetValue { text, .. }
        | Action::AppendText { text, .. }
        | Action::Type { text, .. } = &mut action
        {
            *text = self.of_value(text, node, secret);
        } else if let Action::SelectDropdown {
            choice:
                Choice {
                    value,
                    text,
                    several,
                },
            ..
        } = &mut action
        {
            for chosen in value.iter_mut().chain(text).chain(several) {
                *chosen = self.of_value(chosen, node, secret);
            }
        } else {
            // What nobody enters, such as an address, means itself.
            return with_texts(&action, &escaped, &[]).unwrap_or(action);
        }
        action
    }

    /// The step, with its row as a parameter where the person named that.
    pub(super) fn of_row(&mut self, step: WorkflowStep) -> WorkflowStep {
        if let Some(control) = &step.control
            && !control.row.is_empty()
            && self.varies.tells(&control.row)
        {
            let name = if control.column.is_empty() {
                "row"
            } else {
                "row_of"
            };
            let wished = Parameter {
                name: name.to_owned(),
                ..Parameter::default()
            };
            self.named(&control.row, wished);
        }
        step
    }

    fn of_value(&mut self, value: &str, node: Option<&Node>, secret: bool) -> String {
        let called = node.map_or("value", |node| node.name.as_str());
        let wished = |kind, choices: &[String]| Parameter {
            name: called.to_owned(),
            kind,
            about: node.map_or_else(String::new, |node| node.name.clone()),
            choices: choices.to_vec(),
            ..Parameter::default()
        };
        if secret {
            return self.named(value, wished(ParameterType::Secret, &[]));
        }
        if value.trim().is_empty() || !self.varies.tells(value) {
            return escaped(value);
        }
        let options = node.map_or(&[][..], |node| node.facts.options.as_slice());
        let kind = kind(value, node, options);
        let choice = kind == ParameterType::Choice;
        self.named(value, wished(kind, if choice { options } else { &[] }))
    }

    /// The name in braces for a value, which has one already where it stood somewhere before.
    fn named(&mut self, value: &str, wished: Parameter) -> String {
        let secret = wished.is_secret();
        let known = self
            .found
            .iter()
            .find(|(one, known)| known == value && !secret && one.kind == wished.kind);
        if let Some((parameter, _)) = known {
            return format!("{{{}}}", parameter.name);
        }
        let name = self.free(&wished.name);
        let braced = format!("{{{name}}}");
        let parameter = Parameter {
            name,
            example: (!secret).then(|| value.to_owned()),
            ..wished
        };
        self.found.push((parameter, value.to_owned()));
        braced
    }

    /// A name that none of them has yet, by what it is called.
    pub(super) fn free(&self, called: &str) -> String {
        name_for(called, |name| {
            self.found.iter().any(|(one, _)| one.name == name)
        })
    }

    /// The step with names for those values wherever else they stand.
    pub(super) fn named_in(&self, step: WorkflowStep) -> WorkflowStep {
        let named = |text: &str| self.replaced(text);
        let described = |control: ControlDescription| ControlDescription {
            heading: named(&control.heading),
            row: named(&control.row),
            ..control.with_texts(escaped)
        };
        WorkflowStep {
            intent: named(&step.intent),
            control: step.control.map(described),
            drop: step.drop.map(described),
            expect: step.expect.with_texts(named),
            ..step
        }
    }

    /// Whole words alone: "in" is no part of "inn".
    fn replaced(&self, text: &str) -> String {
        let mut text = escaped(text);
        let mut longest: Vec<&(Parameter, String)> = self.found.iter().collect();
        longest.sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
        for (parameter, value) in longest {
            if parameter.is_secret() || value.trim().is_empty() {
                continue;
            }
            text = replace_whole(&text, &escaped(value), &format!("{{{}}}", parameter.name));
        }
        text
    }
}

pub(super) fn replace_whole(text: &str, value: &str, name: &str) -> String {
    let mut whole = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(value) {
        let (before, found) = rest.split_at(at);
        let behind = &found[value.len()..];
        let apart = |c: Option<char>| {
            c.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '{' | '}' | '_'))
        };
        whole.push_str(before);
        let last = whole.chars().next_back();
        if apart(last) && apart(behind.chars().next()) {
            whole.push_str(name);
        } else {
            whole.push_str(value);
        }
        rest = behind;
    }
    whole.push_str(rest);
    whole
}

fn kind(value: &str, node: Option<&Node>, options: &[String]) -> ParameterType {
    let input = node
        .and_then(|node| node.facts.input_type.as_deref())
        .unwrap_or_default();
    let listed = options.iter().any(|option| option == value) && options.len() <= CHOICES;
    if listed {
        ParameterType::Choice
    } else if input == "date" && value.parse::<jiff::civil::Date>().is_ok() {
        ParameterType::Date
    } else if matches!(input, "number" | "range") && value.parse::<f64>().is_ok() {
        ParameterType::Number
    } else {
        ParameterType::Text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_named_where_it_stands_alone_and_never_inside_a_name() {
        for (text, named) in [
            ("Enter 2 into Size", "Enter {n} into Size"),
            ("Enter 22", "Enter 22"),
            ("Enter {room_2_a}", "Enter {room_2_a}"),
        ] {
            assert_eq!(replace_whole(text, "2", "{n}"), named);
        }
    }
}
