//! Activating a control.

use screen_agent_page::{FormMethod, Node};
use screen_agent_words::WordList;

use super::acts::Control;
use super::weigh::{Found, Weighing};
use crate::approval::AskReason;
use screen_agent_action::Choice;
use screen_agent_words::lexicon::Class;

use crate::consent::{ControlInUse, Label};

impl Weighing<'_> {
    /// Clicks a control, or presses Enter or the space bar on it.
    pub(super) fn activate(&self, node: &Node) -> Found {
        let label = Label::read(&node.name);
        let ordered = self.carries(node, &label);
        let mut found = Vec::new();
        if let Some(href) = &node.facts.href {
            found.extend(self.follow(href, ordered, self.place_of(node).on_site)?);
        }
        if node.facts.submits {
            let facts = &node.facts;
            let action = facts.form_action.as_deref();
            found.extend(self.sent_to(node, action, facts.form_method, ordered)?);
        }
        if let Some(acts) = self.control(node, &label).when_pressed() {
            let text = format!(
                "Press {} on {}? {}{}",
                self.which(node),
                self.place_of(node).shown(),
                acts.sentence(),
                self.payload(node)
            );
            found.push(self.at(node, AskReason::ChangesState, text, ordered));
        }
        Ok(found)
    }

    /// Chooses an entry of a list.
    pub(super) fn choose(&self, node: &Node, choice: &Choice) -> Found {
        let label = Label::read(&node.name);
        let mut found = self.sends_elsewhere(node)?;
        if let Some(acts) = self.control(node, &label).when_chosen() {
            let wanted = choice
                .several
                .iter()
                .chain(&choice.text)
                .chain(&choice.value);
            let carried = |wanted: &String| self.carries(node, &Label::read(wanted));
            let ordered = self.carries(node, &label) || wanted.clone().any(carried);
            let wanted: Vec<String> = wanted
                .map(|wanted| screen_agent_words::quote::quote(wanted))
                .collect();
            let text = format!(
                "Choose {} in {} on {}? {}",
                wanted.join(", "),
                self.which(node),
                self.place_of(node).shown(),
                acts.sentence()
            );
            found.push(self.at(node, AskReason::ChangesState, text, ordered));
        }
        Ok(found)
    }

    pub(super) fn control<'c>(&'c self, node: &'c Node, label: &'c Label) -> Control<'c> {
        Control {
            case: self.case,
            node,
            label,
        }
    }

    /// Where what it sends goes, and what the address does.
    pub(super) fn sent_to(
        &self,
        from: &Node,
        action: Option<&str>,
        method: Option<FormMethod>,
        ordered: bool,
    ) -> Found {
        let Some(action) = action else {
            return Ok(Vec::new());
        };
        let mut found = self.given_to(action)?;
        if method != Some(FormMethod::Post) {
            found.extend(self.effect_of_sending(action, ordered, self.place_of(from).on_site));
        }
        Ok(found)
    }

    /// True when the person's words order that this control be used. One order of something grave
    /// is carried out once, unless the words speak of more.
    pub(super) fn carries(&self, node: &Node, label: &Label) -> bool {
        let done = self
            .case
            .activated
            .contains(&(node.role.code(), node.name.as_str()));
        let paid = [Class::Costs, Class::Moves, Class::Books]
            .iter()
            .any(|class| label.comes_to(*class));
        // Of what costs something "and" alone orders no second one.
        let more = self.consent.mention(&MORE_THAN_ONCE) || !paid && self.consent.mention(&["and"]);
        let again = label.grave.is_empty() || !done || more;
        let beside = self.beside(node);
        let of = ControlInUse {
            around: node.facts.group.as_deref().into_iter().collect(),
            item: beside.iter().map(String::as_str).collect(),
            filled_here: self.case.course.has_filled_form_of(node),
            ..ControlInUse::new(label, &node.role)
        };
        again && self.consent.carries(&of)
    }
}

/// Words that speak of more than one time or thing.
static MORE_THAN_ONCE: WordList = WordList::named("click more than once");
