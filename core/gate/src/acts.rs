//! What may act, and how it is known that it does not.
//!
//! What a control does is known by what it is: its form and how that sends, its role, whether a
//! change of its value acts, what it is part of. A label alone makes nothing harmless but where it
//! is understood as looking only. What is not known may act.

use screen_agent_page::{FormMethod, Node, PartOf, Role, State};

use super::GateCase;
use super::reach::{Lead, lead};
use crate::consent::Label;

/// How using a control may change something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acts {
    /// It sends a form in the body.
    Posts,
    /// It sends a form, and nothing tells how.
    Sends,
    /// What is chosen is kept at once.
    Keeps,
    /// Its label names an effect.
    Named,
    /// Nothing shows that it only looks.
    Perhaps,
}

impl Acts {
    /// In one sentence.
    pub(super) const fn sentence(self) -> &'static str {
        match self {
            Self::Posts => "It sends a form.",
            Self::Sends => "It sends a form, and it is not known how.",
            Self::Keeps => "What is chosen there may count at once.",
            Self::Named => "Its label names an effect.",
            Self::Perhaps => "It may change something there.",
        }
    }
}

/// A control with its label, among those in view.
#[derive(Clone, Copy)]
pub(super) struct Control<'a> {
    pub(super) case: &'a GateCase<'a>,
    pub(super) node: &'a Node,
    pub(super) label: &'a Label,
}

impl Control<'_> {
    /// How pressing it may change something; nothing where it is known that it does not.
    pub(super) fn when_pressed(&self) -> Option<Acts> {
        let node = self.node;
        if node.facts.submits {
            return self.when_sent(node.facts.form_method);
        }
        if node.role == Role::Select || takes_text(node) {
            // It only takes the keyboard, or shows what may be chosen.
            return None;
        }
        if is_choice(node) {
            return self.when_chosen();
        }
        if is_button(node) {
            return self.button();
        }
        if let Some(href) = node.facts.href.as_deref() {
            return self.link(href);
        }
        // What is told of a link by a client that tells no facts is that it is one.
        let bare_link = node.role == Role::Link && !node.facts.known();
        if node.role == Role::Scroll {
            None
        } else if node.role == Role::Tab || bare_link || is_opener(node) {
            self.names_effect().then_some(Acts::Named)
        } else if node.role == Role::Option && self.is_held_back() {
            self.named()
        } else {
            self.anything()
        }
    }

    /// How its form may change something when it is sent so. A form that asks by its address does
    /// so only where the page itself says that, and nothing listens.
    pub(super) fn when_sent(&self, method: Option<FormMethod>) -> Option<Acts> {
        let facts = &self.node.facts;
        match method {
            Some(FormMethod::Post) => Some(Acts::Posts),
            Some(FormMethod::Get) if facts.form_written && !facts.form_listens => self.named(),
            Some(FormMethod::Get | FormMethod::Dialog) | None => {
                (!self.only_looks()).then_some(Acts::Sends)
            }
        }
    }

    /// How another choice may change something. It is held back where a form with a button of its
    /// own holds it, and nothing acts before.
    pub(super) fn when_chosen(&self) -> Option<Acts> {
        let facts = &self.node.facts;
        let at_once = facts.acts_on_change || self.node.role == Role::Switch;
        if facts.acts_on_change && facts.form.is_some() {
            return self.when_sent(facts.form_method);
        }
        if !at_once && self.is_held_back() {
            return self.named();
        }
        let sorts = facts.group.as_deref().is_some_and(|group| {
            let group = Label::read(group);
            group.reads && !self.names_effect()
        });
        (!self.only_looks() && !sorts).then_some(Acts::Keeps)
    }

    /// How text written into it may change something: where that is known to act.
    pub(super) fn when_written(&self) -> Option<Acts> {
        let acts = self.node.facts.acts_on_change && !self.is_held_back();
        (acts && !self.only_looks()).then_some(Acts::Keeps)
    }

    fn button(&self) -> Option<Acts> {
        if is_opener(self.node) {
            return self.names_effect().then_some(Acts::Named);
        }
        if self.node.facts.input_type.as_deref() == Some("reset") {
            return self.named();
        }
        self.anything()
    }

    fn link(&self, href: &str) -> Option<Acts> {
        match lead(href, self.case.url) {
            Lead::Away => self.named(),
            Lead::Within => self.names_effect().then_some(Acts::Named),
            Lead::Nowhere => self.anything(),
        }
    }

    /// Whatever it is, and whatever it is called.
    fn anything(&self) -> Option<Acts> {
        self.named()
            .or_else(|| (!self.only_looks()).then_some(Acts::Perhaps))
    }

    /// It names what cannot easily be taken back.
    fn named(&self) -> Option<Acts> {
        let grave = !self.label.grave.is_empty() && !self.puts_away();
        grave.then_some(Acts::Named)
    }

    /// It names any effect, or carries out whatever stands before it.
    fn names_effect(&self) -> bool {
        let looks = |effect: &&'static str| matches!(*effect, "search" | "login");
        let named = !self.label.effects.iter().all(looks);
        (named || self.label.generic) && !self.puts_away()
    }

    /// Its label is understood, and only looks. What closes, empties or turns pages does so where
    /// it is part of what can be closed, emptied or turned.
    fn only_looks(&self) -> bool {
        let part = self.node.facts.part_of;
        let looks = self.label.reads && suits(self.label, &self.node.name, part);
        looks || self.puts_away()
    }

    fn puts_away(&self) -> bool {
        self.case.puts_away(self.label)
    }

    /// A form with a button of its own holds it: nothing counts before that is pressed.
    fn is_held_back(&self) -> bool {
        let node = self.node;
        let sends = |other: &Node| {
            other.facts.submits && other.facts.form == node.facts.form && other.frame == node.frame
        };
        let in_view = || self.case.nodes.iter().any(sends);
        // Enter without a button's name sends a form that may have none.
        let enter = node.facts.enter.as_ref();
        let out_of_view = enter.is_some_and(|enter| !enter.name.is_empty());
        node.facts.form.is_some() && (out_of_view || in_view())
    }
}

/// True where a label that only looks does so on what the control is part of. Other labels look
/// wherever they stand.
fn suits(label: &Label, name: &str, part: Option<PartOf>) -> bool {
    let sign = |signs: &str| label.words.is_empty() && name.chars().any(|c| signs.contains(c));
    let number = !label.words.is_empty() && label.words.iter().all(|word| is_number(word));
    let away = label.is_listed("puts-away") || sign("×✕✖✗");
    let turns = label.is_listed("turns") || number || sign("‹›«»<>←→↑↓▲▼◀▶");
    let steps = label.is_listed("steps") || sign("×✕✖✗↑↓▲▼-−–");
    match part {
        Some(PartOf::Dialog) => away || !turns && !steps,
        Some(PartOf::Pager) => turns || !away && !steps,
        Some(PartOf::Field) => steps || !away && !turns,
        None => !away && !turns && !steps,
    }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

fn tag(node: &Node) -> &str {
    node.facts.tag.as_deref().unwrap_or_default()
}

fn kind(node: &Node) -> &str {
    node.facts.input_type.as_deref().unwrap_or_default()
}

/// A button by role or by tag: the page may dress one as anything.
fn is_button(node: &Node) -> bool {
    let dressed = tag(node) == "button"
        || tag(node) == "input" && matches!(kind(node), "button" | "image" | "submit");
    let shows = matches!(node.role, Role::Tab | Role::Summary | Role::Option);
    node.role == Role::Button || dressed && !shows && !is_choice(node)
}

/// One of several values: ticked, chosen, switched or slid.
pub(super) fn is_choice(node: &Node) -> bool {
    let role = matches!(
        node.role,
        Role::Checkbox | Role::Radio | Role::Switch | Role::Slider | Role::Select
    );
    let native = tag(node) == "input" && matches!(kind(node), "checkbox" | "radio" | "range");
    role || native || tag(node) == "select"
}

/// A field that text is written into.
pub(super) fn takes_text(node: &Node) -> bool {
    let field = node.role.takes_text() || node.role == Role::File || node.facts.multiline;
    field && !is_choice(node) && !is_pushed(node)
}

fn is_pushed(node: &Node) -> bool {
    tag(node) == "button" || matches!(kind(node), "button" | "image" | "submit" | "reset")
}

/// True for what opens and closes a menu, a list, a dialog or a section.
fn is_opener(node: &Node) -> bool {
    let popup = node.facts.popup.as_deref();
    let folds = node.is(State::Expanded) || node.is(State::Collapsed);
    popup.is_some_and(|popup| popup != "false")
        || folds
        || tag(node) == "summary"
        || node.role == Role::Summary
}
