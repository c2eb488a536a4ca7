//! One step, healed alone.

use std::collections::BTreeSet;

use screen_agent_action::Action;
use screen_agent_action::ask::{Ask, Decision, Order};
use screen_agent_action::status::TaskStatus;
use screen_agent_gate::{self as gate, Basis, GateCase, GateDecision, TaskFacts};
use screen_agent_page::{Node, NodeId, Screen};
use screen_agent_words::fold::words;
use screen_agent_words::quote::quote;

use super::{Course, Move, name_of};
use crate::describe::describe;
use crate::file::{CONTROL, ControlDescription, Healer, WorkflowStep};
use crate::ground::{Grounded, contradicts, ground};
use crate::propose::Healed;
use crate::values::{action_of, control_of, filled};

/// How often the engine may look around before it is not asked any more.
const LOOKS: u8 = 6;

/// A control that is not where it was kept.
pub(super) struct Lost<'a> {
    pub(super) described: &'a ControlDescription,
    /// What everything but the name points to.
    pub(super) likely: Option<NodeId>,
    pub(super) why: &'a str,
}

/// What the engine comes to.
enum ByEngine {
    Control(NodeId),
    Look(Action, String),
    Nothing,
}

impl Course<'_> {
    /// By the engine, which reads the intent, and by everything but the name. Only the control is ever taken of them:
    /// what is done and with which values stays the step's own.
    pub(super) fn heal(&mut self, step: &WorkflowStep, grammar: &Action, lost: Lost<'_>) -> Move {
        let Lost {
            described,
            likely,
            why,
        } = lost;
        if let Some((id, by)) = self.healed_before(step) {
            return self.use_instead(step, grammar, described, (&id, by));
        }
        if self.memory.asked {
            return self.by_model(step, grammar, described, why);
        }
        let found = match self.by_engine(step, grammar, described) {
            ByEngine::Look(action, why) => return Move::Prepare(action, why),
            ByEngine::Control(id) => Some(id),
            ByEngine::Nothing => None,
        };
        let found = match (found, likely) {
            (Some(one), Some(other)) if one != other => None,
            (Some(one), _) => Some((one, Healer::Engine)),
            (None, Some(one)) => Some((one, Healer::Description)),
            (None, None) => None,
        };
        match found {
            Some((id, by)) => self.use_instead(step, grammar, described, (&id, by)),
            None => self.by_model(step, grammar, described, why),
        }
    }

    /// What the same control was found to be earlier in this run.
    fn healed_before(&self, step: &WorkflowStep) -> Option<(NodeId, Healer)> {
        let steps = &self.running.workflow.steps;
        let same = |one: &&Healed| {
            let before = steps.get(one.step);
            before.is_some_and(|before| before.control == step.control)
        };
        let one = self.memory.healed.iter().find(same)?;
        match ground(&control_of(&one.control, &self.values), &self.screen) {
            Grounded::Found { id } => Some((id, one.by)),
            Grounded::Likely { .. } | Grounded::Several { .. } | Grounded::NotFound => None,
        }
    }

    fn by_engine(
        &mut self,
        step: &WorkflowStep,
        grammar: &Action,
        described: &ControlDescription,
    ) -> ByEngine {
        if self.memory.engine_tries >= LOOKS {
            return ByEngine::Nothing;
        }
        let ask = Ask {
            order: Order::Step(filled(&step.intent, &self.values)),
            answers: Vec::new(),
            steps: self
                .ask
                .steps
                .get(self.memory.since..)
                .unwrap_or_default()
                .to_vec(),
            notes: std::mem::take(&mut self.memory.engine),
            refused: Vec::new(),
            backed: false,
            locates: false,
            located: None,
            files: Vec::new(),
            ..self.ask.clone()
        };
        let proposal = (self.running.engine)(&ask);
        let Decision::Act { action } = proposal.decision else {
            return ByEngine::Nothing;
        };
        if proposal.prepares {
            if !action.scrolls() {
                return ByEngine::Nothing;
            }
            self.memory.engine = proposal.notes;
            self.memory.engine_tries += 1;
            return ByEngine::Look(action, proposal.thought);
        }
        let id = action
            .target()
            .filter(|_| action.family() == grammar.family());
        let node = id.and_then(|id| self.screen.node(id));
        // The words of an intent may fit something else besides, such as a neighbour: what it is called has to be near what it
        // was called. And of several that are called alike it may have taken the first.
        let near = node.filter(|node| {
            is_near(&described.name, &node.name)
                && describe(&self.screen, node).alike == 0
                && !contradicts(described, &self.screen, node)
        });
        near.map_or(ByEngine::Nothing, |node| ByEngine::Control(node.id.clone()))
    }

    /// What is of consequence is asked of the person first, and so is what nothing but a model speaks for.
    pub(super) fn use_instead(
        &mut self,
        step: &WorkflowStep,
        grammar: &Action,
        described: &ControlDescription,
        (id, by): (&NodeId, Healer),
    ) -> Move {
        let was = quote(name_of(described));
        let Some(node) = self.screen.node(id) else {
            return self.stop(&format!("{was} is not on the page"));
        };
        let now = quote(called(&self.screen, node).as_str());
        let alone = by == Healer::Model && !self.is_backed(step, described, node);
        let what = match by {
            Healer::Engine | Healer::Description => format!("{was} is {now} now."),
            Healer::Model => format!("{was} is {now} now, as a model found."),
        };
        let ends = [(CONTROL, &node.id)];
        let Some(action) = action_of(grammar, &self.values, &ends) else {
            return self.stop("its values do not fit its action");
        };
        if alone || !self.is_harmless(&action) {
            let intent = quote(&self.shown(&step.intent));
            let question = format!(
                "Step {}, {intent}: {was} is not here as it was kept. Is {now} meant?",
                self.memory.at + 1,
            );
            let mut answers = self.ask.answers.iter().rev();
            match answers.find(|answer| answer.question == question) {
                None => return Move::Ask(question),
                Some(said) if !is_yes(said.answer.as_str()) => {
                    return self.stop(&format!("{now} is not meant"));
                }
                Some(_) => {}
            }
        }
        let kept = step.control.clone().unwrap_or_default();
        let healed = Healed {
            step: self.memory.at,
            control: renewed(&kept, &describe(&self.screen, node)),
            what,
            by,
        };
        self.act(step, grammar, &ends, Some(healed))
    }

    /// As the gate sees it when nobody has said anything.
    fn is_harmless(&self, action: &Action) -> bool {
        let origins = BTreeSet::from_iter(self.running.workflow.sites.iter().cloned());
        let facts = TaskFacts {
            id: String::new(),
            words: Vec::new(),
            secrets: Vec::new(),
            origins: &origins,
            start: "",
            status: TaskStatus::Planning,
            steps: &self.ask.steps,
            grants: &[],
        };
        let case = GateCase::new(action, facts, &self.ask.seen, 0, None);
        matches!(
            gate::decide(&case),
            GateDecision::Allow(allowance) if allowance.basis == Basis::Harmless
        )
    }
}

/// The description as it is now; what holds parameters, and still says the same, stays.
fn renewed(kept: &ControlDescription, now: &ControlDescription) -> ControlDescription {
    let mut renewed = now.with_texts(crate::values::escaped);
    for (text, kept) in [
        (&mut renewed.name, &kept.name),
        (&mut renewed.before, &kept.before),
        (&mut renewed.after, &kept.after),
        (&mut renewed.heading, &kept.heading),
        (&mut renewed.row, &kept.row),
    ] {
        if kept.contains('{') {
            text.clone_from(kept);
        }
    }
    renewed
}

/// What a control is called: by its own name, or by what stands before it.
fn called(screen: &Screen<'_>, node: &Node) -> String {
    let name = Some(node.name.clone()).filter(|name| !name.trim().is_empty());
    let before = || screen.text_before(&node.id);
    let role = || node.role.code().to_owned();
    name.or_else(before).unwrap_or_else(role)
}

/// Some word of the old name stands in the new one, or the other way round.
pub(super) fn is_near(was: &str, now: &str) -> bool {
    let (was, now) = (words(was), words(now));
    was.is_empty() || was.iter().any(|word| now.contains(word))
}

/// A plain yes; "yes, but the other one" is none.
fn is_yes(said: &str) -> bool {
    let said = words(said);
    matches!(said.as_slice(), [word] if matches!(word.as_str(), "yes" | "y" | "ok" | "ja" | "oui" | "si"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_yes_is_one() {
        assert!(is_yes("Yes.") && is_yes(" ok "));
        for said in ["", "no", "yes, but the other one", "ok no"] {
            assert!(!is_yes(said), "{said}");
        }
    }
}
