//! One question to a model: which control of the page is the one that a step means? Its answer is a claim, and never more
//! than a control that nothing known speaks against.

use screen_agent_action::Action;
use screen_agent_action::ask::LostControl;
use screen_agent_page::{Node, NodeId, Observation};
use screen_agent_words::quote::quote;

use super::heal::is_near;
use super::{Course, Move, PAGES, like_path, name_of, says, scroll};
use crate::describe::{describe, in_lines, path};
use crate::file::{ControlDescription, Healer, WorkflowStep};
use crate::ground::{Grounded, contradicts, ground, stands_out};
use crate::values::control_of;

/// Most questions of one run.
const QUESTIONS: u8 = 5;

impl Course<'_> {
    /// By a model, where one may be asked: once a step, and a few times a run.
    pub(super) fn by_model(
        &mut self,
        step: &WorkflowStep,
        grammar: &Action,
        described: &ControlDescription,
        why: &str,
    ) -> Move {
        if self.memory.asked {
            return match self.named(described) {
                Ok(id) => self.use_instead(step, grammar, described, (&id, Healer::Model)),
                Err(named) => self.stop(&format!("{why}, and a model was asked: {named}")),
            };
        }
        let told = self.ask.locates && !self.shows_a_secret();
        if !told || self.memory.questions >= QUESTIONS {
            return self.stop(why);
        }
        if let Some(moved) = self.go_near() {
            return moved;
        }
        self.memory.asked = true;
        self.memory.questions += 1;
        let kept = step.control.as_ref();
        let lost = LostControl {
            intent: self.shown(&step.intent),
            kept: kept.map_or_else(String::new, |kept| in_lines(kept, |text| self.shown(text))),
        };
        match self.stop(why) {
            Move::Stop(reason) => Move::Locate(reason, lost),
            other => other,
        }
    }

    /// The control that it named, or why that is none. What it was is kept for as long as the person is asked.
    fn named(&mut self, described: &ControlDescription) -> Result<NodeId, String> {
        let screen = &self.screen;
        if let Some(kept) = &self.memory.located {
            return match ground(kept, screen) {
                Grounded::Found { id } => Ok(id),
                _ => Err(format!("{} is gone again", quote(name_of(kept)))),
            };
        }
        let Some(located) = &self.ask.located else {
            return Err("its answer is not there any more".to_owned());
        };
        let id = located
            .control
            .as_ref()
            .ok_or_else(|| located.why.clone())?;
        let Some(node) = screen.node(id) else {
            return Err("it named a control that is not there".to_owned());
        };
        let now = describe(screen, node);
        let name = quote(name_of(&now));
        if contradicts(described, screen, node) {
            return Err(format!(
                "it named {name}, which is of another kind, row or place"
            ));
        }
        if let Some(other) = self.meant_by_another(described, node) {
            return Err(format!("it named {name}, which is what step {other} means"));
        }
        if ground(&now, screen) != (Grounded::Found { id: id.clone() }) {
            return Err(format!("it named {name}, which cannot be told from others"));
        }
        self.memory.located = Some(now);
        Ok(id.clone())
    }

    /// The step, counted from 1, whose control it is already.
    fn meant_by_another(&self, described: &ControlDescription, node: &Node) -> Option<usize> {
        let steps = (1..).zip(&self.running.workflow.steps);
        let found = |control: &ControlDescription| {
            let control = control_of(control, &self.values);
            let there = || ground(&control, &self.screen);
            control != *described
                && there()
                    == (Grounded::Found {
                        id: node.id.clone(),
                    })
        };
        let mut others = steps.filter(|(_, step)| step.control.as_ref().is_some_and(found));
        others.next().map(|(number, _)| number)
    }

    /// True where something that we know speaks for the control, too, so that it does not rest on a model's word alone.
    pub(super) fn is_backed(
        &self,
        step: &WorkflowStep,
        described: &ControlDescription,
        node: &Node,
    ) -> bool {
        let near = !described.name.is_empty()
            && is_near(&described.name, &node.name)
            && describe(&self.screen, node).alike == 0;
        let href = node.facts.href.as_deref().map(path).unwrap_or_default();
        let leads = !step.expect.page.is_empty()
            && !like_path(&step.expect.page, &path(&self.ask.seen.url))
            && like_path(&step.expect.page, &href);
        let free = |other: &Node| self.meant_by_another(described, other).is_none();
        near || leads || stands_out(described, &self.screen, node, &free)
    }

    /// A value that is secret stands on the page: no model is shown that.
    fn shows_a_secret(&self) -> bool {
        let parameters = self.running.workflow.parameters.iter();
        let secrets = parameters.filter(|one| one.is_secret());
        let mut values = secrets.filter_map(|one| self.values.get(&one.name));
        values.any(|value| !value.is_empty() && stands_in(&self.ask.seen, value))
    }

    /// Keeps which view says most of what stood around the control.
    pub(super) fn note_nearness(&mut self, described: &ControlDescription) {
        let around = [
            &described.heading,
            &described.group,
            &described.before,
            &described.after,
            &described.row,
            &described.column,
        ];
        let said = |text: &&&String| !text.is_empty() && says(&self.ask.seen, text);
        let said = u8::try_from(around.iter().filter(said).count()).unwrap_or(u8::MAX);
        if said > self.memory.nearest.1 {
            self.memory.nearest = (self.memory.scrolled, said);
        }
    }

    /// Goes back to that view, from the top: how far down another one is, is not known.
    fn go_near(&mut self) -> Option<Move> {
        let down = self.memory.nearest.0;
        let moved = down > 0 || self.memory.engine_tries > 0;
        let why = "I go back to where it stood.";
        let way = std::mem::replace(&mut self.memory.way, 2);
        match way {
            0 if moved && !self.is_at_top() => {
                self.memory.way = 1;
                Some(scroll(false, f64::from(2 * PAGES), why))
            }
            0 | 1 if down > 0 => Some(scroll(true, f64::from(down), why)),
            _ => None,
        }
    }

    fn is_at_top(&self) -> bool {
        self.ask.seen.scroll_position.as_deref() == Some("0%")
    }
}

fn stands_in(seen: &Observation, value: &str) -> bool {
    let holds = |text: &str| text.contains(value);
    let node = |node: &Node| holds(&node.name) || node.value.as_deref().is_some_and(holds);
    holds(&seen.url)
        || holds(&seen.title)
        || seen.lines.iter().any(|line| holds(&line.words()))
        || seen.nodes.iter().any(node)
}
