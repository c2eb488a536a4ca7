//! Activating a control.

use screen_agent_page::{FormMethod, Node, Role, State};

use super::consequence::Consequence;
use super::weigh::{Found, Weighing};
use crate::approval::AskReason;
use crate::consent::{Label, Of};
use crate::quote::quote;

impl Weighing<'_> {
    /// Clicks a control, or presses Enter or the space bar on it.
    pub(super) fn activate(&self, node: &Node) -> Found {
        let label = Label::read(&node.name);
        let ordered = self.carries(node, &label);
        let mut found = Vec::new();
        if let Some(href) = &node.facts.href {
            found.extend(self.follow(href, ordered)?);
        }
        if node.facts.submits {
            found.extend(self.sends_elsewhere(node)?);
        }
        if let Some(how) = changes(node, &label, self.case.puts_away(&label)) {
            let text = format!("Press {} on {}? {how}", quote(&node.name), self.here());
            found.push(self.consequence(AskReason::ChangesState, text, ordered));
        }
        Ok(found)
    }

    /// Drops something on a control that names an effect, such as a bin.
    pub(super) fn drop_on(&self, node: &Node) -> Vec<Consequence> {
        let label = Label::read(&node.name);
        if label.grave.is_empty() {
            return Vec::new();
        }
        let ordered = self.carries(node, &label);
        let text = format!(
            "Drop something on {} on {}?",
            quote(&node.name),
            self.here()
        );
        vec![self.consequence(AskReason::ChangesState, text, ordered)]
    }

    /// True when the person's words order that this control be used. One order of something grave
    /// is carried out once, unless the words speak of more.
    pub(super) fn carries(&self, node: &Node, label: &Label) -> bool {
        let done = self
            .case
            .activated
            .contains(&(node.role.code(), node.name.as_str()));
        let paid = PAID.iter().any(|effect| label.grave.contains(effect));
        let more = self.consent.mention(MORE_THAN_ONCE) || !paid && self.consent.mention(&["and"]);
        let again = label.grave.is_empty() || !done || more;
        // Whether this task filled the form is not looked at yet: every form counts as filled.
        let of = Of {
            around: node.facts.group.as_deref().into_iter().collect(),
            filled_here: true,
            ..Of::new(label, &node.role)
        };
        again && self.consent.carries(&of)
    }
}

/// Effects that cost something: of these, "and" alone orders no second one.
const PAID: &[&str] = &["buy", "order", "pay", "transfer", "book"];

/// Words that speak of more than one time or thing.
const MORE_THAN_ONCE: &[&str] = &[
    "all",
    "each",
    "every",
    "both",
    "twice",
    "times",
    "several",
    "again",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "everything",
    "everyone",
    "repeat",
];

/// How activating a control changes something, if it does. `away`: it only puts a notice away.
fn changes(node: &Node, label: &Label, away: bool) -> Option<&'static str> {
    const NAMED: &str = "Its label names an effect.";
    let grave = !label.grave.is_empty() && !away;
    if node.facts.submits {
        return match node.facts.form_method {
            Some(FormMethod::Post) => Some("It sends a form."),
            None => Some("It sends a form, and it is not known how."),
            Some(FormMethod::Get | FormMethod::Dialog) => grave.then_some(NAMED),
        };
    }
    if is_button(node) {
        let resets = node.facts.input_type.as_deref() == Some("reset");
        let harmless = is_opener(node) || label.reads || away || resets;
        return (!harmless).then_some("It may change something there.");
    }
    let names_effect = match node.role {
        Role::Input | Role::TextArea | Role::Select | Role::Option | Role::Radio | Role::Tab => {
            false
        }
        Role::Summary => false,
        _ => grave && !is_opener(node),
    };
    names_effect.then_some(NAMED)
}

/// A button by role or by tag: the page may dress one as anything.
fn is_button(node: &Node) -> bool {
    let kind = node.facts.input_type.as_deref().unwrap_or_default();
    let tag = node.facts.tag.as_deref().unwrap_or_default();
    let dressed =
        tag == "button" || tag == "input" && matches!(kind, "button" | "image" | "submit");
    let shows = matches!(
        node.role,
        Role::Tab | Role::Summary | Role::Option | Role::Radio | Role::Checkbox
    );
    node.role == Role::Button || dressed && !shows && node.role != Role::Switch
}

/// True for what opens and closes a menu, a list, a dialog or a section.
fn is_opener(node: &Node) -> bool {
    let popup = node
        .facts
        .popup
        .as_deref()
        .is_some_and(|popup| popup != "false");
    let folds = node.is(State::Expanded) || node.is(State::Collapsed);
    let tag = node.facts.tag.as_deref();
    popup || folds || tag == Some("summary")
}
