//! Everything that one turn looks at.

use jiff::civil::Date;
use screen_agent_action::ask::Ask;
use screen_agent_action::expect::Expectation;
use screen_agent_action::step::{Proof, Step};
use screen_agent_action::{Action, ActionFamily};
use screen_agent_page::{Node, NodeId};
use screen_agent_words::HIDDEN;

use super::Move;
use super::memory::{ClauseState, Memory};
use crate::ground::scene::{is_field, is_ready};
use crate::ground::{Grounded, Reference, Scene, Wish, ground};
use crate::read::{Reading, plainly};
use crate::words::Phrase;
use crate::words::likeness::{Likeness, likeness};
use crate::words::normal::words;

/// Everything that one turn looks at.
pub(crate) struct Turn<'a> {
    /// What is asked.
    pub ask: &'a Ask,
    /// The instruction, read.
    pub reading: &'a Reading,
    /// What is on the screen.
    pub scene: Scene<'a>,
    /// What is remembered.
    pub memory: Memory,
    /// Today.
    pub today: Date,
    /// What would show that the present clause is done, besides what its action shows by itself.
    pub sought: Option<Expectation>,
}

/// How the last try of an action went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// It was not tried.
    Never,
    /// It was seen to work.
    Met,
    /// It was carried out, and nothing was seen to come of it.
    Unseen,
    /// It was carried out, and seen to have come to something else.
    Otherwise,
    /// It could not be carried out.
    Failed,
}

impl<'a> Turn<'a> {
    /// Looks at what is asked.
    pub fn new(ask: &'a Ask, reading: &'a Reading) -> Self {
        let mut memory = Memory::read_notes(&ask.notes);
        memory.since = memory.since.min(ask.steps.len());
        let mut scene = Scene::new(&ask.seen, ask.order.text());
        scene.recalled.clone_from(&memory.own.rows);
        scene.paged = memory.own.surveyed && memory.own.pages > 0;
        scene.moved = ask.steps[memory.since..]
            .iter()
            .any(|step| step.action.family() == ActionFamily::Scroll);
        Self {
            ask,
            reading,
            scene,
            memory,
            today: ask.today.parse().unwrap_or(Date::constant(2000, 1, 1)),
            sought: None,
        }
    }

    /// The words of the part of the instruction that the present clause is of.
    pub fn part(&self) -> Vec<String> {
        let part = self.reading.part_of.get(self.memory.at);
        let said = part.and_then(|part| self.reading.parts.get(*part));
        said.map_or_else(Vec::new, |said| {
            words(&Phrase::slice(plainly(&said.0)).text())
        })
    }

    /// Every control, in reading order.
    pub fn nodes(&self) -> std::slice::Iter<'a, Node> {
        self.scene.nodes().iter()
    }

    /// The steps of the present clause.
    pub fn mine(&self) -> &'a [Step] {
        &self.ask.steps[self.memory.since..]
    }

    /// Those of them that did more than make way for it.
    pub fn deeds(&self) -> impl Iterator<Item = &'a Step> {
        let (since, prepared) = (self.memory.since, &self.memory.own.prepared);
        let steps = self.mine().iter().enumerate();
        steps.filter_map(move |(at, step)| (!prepared.contains(&(since + at))).then_some(step))
    }

    /// The fields that take text now.
    pub fn text_fields(&self) -> Vec<&'a Node> {
        let nodes = self.scene.nodes().iter();
        nodes
            .filter(|node| node.role.takes_text() && is_ready(node))
            .collect()
    }

    /// The fields of this name, but for what searches.
    pub fn fields_called(&self, name: &str) -> Vec<&'a Node> {
        let called = |node: &&Node| {
            is_field(node)
                && is_ready(node)
                && node.facts.input_type.as_deref() != Some("search")
                && likeness(name, &self.scene.label(node)) >= Some(Likeness::SameWords)
        };
        self.nodes().filter(called).collect()
    }

    /// Goes on to the next clause.
    pub fn advance(&mut self) {
        self.memory.at += 1;
        self.memory.since = self.ask.steps.len();
        self.memory.own = ClauseState::default();
        self.scene.recalled = None;
        self.scene.moved = false;
        self.memory.asked = false;
        self.memory.offered.clear();
    }

    /// How the last try of this action in the present clause went.
    pub fn tried(&self, action: &Action) -> Tried {
        let Some(step) = self
            .mine()
            .iter()
            .rev()
            .find(|step| same(&step.action, action))
        else {
            return Tried::Never;
        };
        outcome(step)
    }

    /// How often this action was tried in the present clause.
    pub fn tries(&self, action: &Action) -> usize {
        self.mine()
            .iter()
            .filter(|step| same(&step.action, action))
            .count()
    }

    /// Presses the first of several that was not pressed yet.
    pub fn next_of(&self, nodes: &[&Node]) -> Option<Move> {
        let mut nodes = nodes.iter();
        let next = nodes.find(|node| self.tried(&click_on(node)) == Tried::Never)?;
        Some(Move::Act(
            click_on(next),
            format!("I click {}.", said(next)),
        ))
    }

    /// An action that is done once, whatever comes of it.
    pub fn once(&self, action: Action, why: String) -> Move {
        match self.tried(&action) {
            Tried::Never => Move::Act(action, why),
            Tried::Met | Tried::Unseen => Move::Done,
            Tried::Failed if self.tries(&action) < 2 => Move::Act(action, why),
            Tried::Failed | Tried::Otherwise => Move::Stuck(self.last_failure()),
        }
    }

    /// The same of what is not itself a second time: going back twice leads elsewhere.
    pub fn only_once(&self, action: Action, why: String) -> Move {
        match self.tried(&action) {
            Tried::Failed => Move::Stuck(self.last_failure()),
            Tried::Never | Tried::Met | Tried::Unseen | Tried::Otherwise => self.once(action, why),
        }
    }

    /// Why the last step could not be carried out.
    pub fn last_failure(&self) -> String {
        let last = self.ask.steps.last();
        last.and_then(|step| step.verdict.as_ref())
            .map(|verdict| verdict.reason.clone())
            .map_or_else(
                || "the step did not work".into(),
                |why| format!("the step did not work: {why}"),
            )
    }

    /// True when this is a part of what was filled in: of a field's own form, or beside fields that are in none.
    /// Where nothing was filled in, anything is.
    pub fn goes_with_filled(&self, node: &Node) -> bool {
        let wrote = self.ask.steps.iter().filter(|step| step.action.fills_in());
        let mut filled = wrote
            .filter_map(|step| self.scene.screen.node(step.action.target()?))
            .peekable();
        let same_form =
            |field: &Node| field.facts.form == node.facts.form && field.frame == node.frame;
        filled.peek().is_none() || filled.any(same_form)
    }

    /// True when the action was refused in this turn.
    pub fn refused(&self, action: &Action) -> bool {
        self.ask
            .refused
            .iter()
            .any(|refused| refused.action == *action)
    }

    /// What a phrase says, with what the person answered when we asked about it.
    pub fn reference(&self, phrase: &Phrase) -> Reference {
        match self.ask.answers.last().filter(|_| self.memory.asked) {
            Some(answer) => match self.chosen(&answer.answer) {
                Some(node) => Reference::to(node),
                None => Reference::of(&Phrase::of(&answer.answer)),
            },
            None => Reference::of(phrase),
        }
    }

    /// What the person chose of what they were offered: by its words, or by its number.
    pub fn chosen(&self, answer: &str) -> Option<&'a Node> {
        let answer = answer.trim();
        let number = answer.split('.').next().unwrap_or_default().trim();
        let of_number = || {
            self.memory
                .offered
                .get(number.parse::<usize>().ok()?.checked_sub(1)?)
        };
        let mut offered = self.memory.offered.iter();
        let offer = offered
            .find(|offer| offer.words == answer)
            .or_else(of_number)?;
        self.scene.screen.node(offer.element.as_ref()?)
    }

    /// The control that was meant last, if it is still there.
    pub fn it(&self) -> Option<&'a Node> {
        let id = NodeId::new(self.memory.it.clone()?);
        self.scene.screen.node(&id)
    }

    /// What was written into the field that was meant last: what it made is what "it" then means.
    pub fn written(&self) -> Option<String> {
        self.it().filter(|node| node.role.takes_text())?;
        let id = self.memory.it.as_deref()?;
        let mut steps = self.ask.steps.iter().rev();
        steps.find_map(|step| match &step.action {
            Action::SetValue { id: field, text } if field.as_str() == id => Some(text.clone()),
            _ => None,
        })
    }

    /// What a reference means; "it" is what was meant last.
    pub fn meant(&self, reference: &Reference, wish: Wish) -> Grounded<'a> {
        if reference.same {
            return self.it().map_or(Grounded::Nothing, Grounded::One);
        }
        ground(&self.scene, reference, wish)
    }

    /// Remembers a control as "it".
    pub fn remember(&mut self, node: &Node) {
        self.memory.it = Some(node.id.as_str().to_owned());
    }

    /// True when the person said not to do this.
    pub fn forbidden(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        !name.is_empty()
            && self
                .reading
                .forbidden
                .iter()
                .any(|words| words.text().to_lowercase().contains(&name))
    }
}

/// The same action, also where the record keeps its text to itself.
fn same(done: &Action, action: &Action) -> bool {
    match (done, action) {
        (Action::SetValue { id, text }, Action::SetValue { id: other, .. }) if text == HIDDEN => {
            id == other
        }
        _ => done == action,
    }
}

/// How a step went. What was seen to be missed, and nobody says was performed, was not: the client may
/// have been stopped before it came to it.
pub(crate) fn outcome(step: &Step) -> Tried {
    match (&step.verdict, step.report.success) {
        (Some(verdict), _) if verdict.met => Tried::Met,
        (_, Some(false)) => Tried::Failed,
        (Some(verdict), _) if verdict.proof == Proof::Otherwise => Tried::Otherwise,
        (Some(_), None) => Tried::Failed,
        (None, None) | (_, Some(true)) => Tried::Unseen,
    }
}

/// Presses a control.
pub(crate) fn click_on(node: &Node) -> Action {
    Action::Click {
        id: node.id.clone(),
    }
}

/// Presses a key, with none held.
pub(crate) fn press(key: &str) -> Action {
    Action::Press {
        key: key.to_owned(),
        modifiers: Vec::new(),
    }
}

/// A control as the person knows it.
pub(crate) fn said(node: &Node) -> String {
    let kind = match node.role.code() {
        "btn" => "button",
        "inp" | "textarea" => "field",
        "chk" => "checkbox",
        "sel" => "list",
        "opt" => "option",
        "clickable" | "generic" => "element",
        other => other,
    };
    if node.name.is_empty() {
        format!("the {kind}")
    } else {
        format!("the {kind} \"{}\"", node.name)
    }
}
