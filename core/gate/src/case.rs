//! Everything that the gate may look at.

use std::collections::BTreeSet;

use screen_agent_page::locate::Decline;
use screen_agent_page::{
    Keyboard, Line, LineKind, Node, NodeId, Observation, ScrollContainer, State,
};

use super::history::TaskHistory;
use crate::approval::{ApprovalRequest, Grant};
use crate::consent::Label;
use screen_agent_action::Action;
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::Step;
use screen_agent_words::Words;
use screen_agent_words::secrets::KnownSecret;

/// Everything that the gate may look at.
#[derive(Clone, Debug)]
pub struct GateCase<'a> {
    /// What the person said: their query and their answers. Trusted.
    pub words: Vec<Words>,
    /// It is exactly what the person gave a value for: that value into its control, or one submit of its form.
    pub entrusted: bool,
    /// The person wants to be asked about everything that is done.
    pub each_is_asked: bool,
    /// Names of the files that the person gave to their client for this.
    pub files: &'a [String],
    /// Secrets that the person told or gave.
    pub secrets: Vec<KnownSecret>,
    /// Origins that the task is on.
    pub origins: &'a BTreeSet<String>,
    /// Address of the page.
    pub url: &'a str,
    /// Mark of the document; empty where the client tells none.
    pub document: &'a str,
    /// Where the keyboard is, as the client tells it.
    pub keyboard_at: &'a Keyboard,
    /// The controls of the snapshot.
    pub nodes: &'a [Node],
    /// What is said around them.
    pub lines: &'a [Line],
    /// Its regions that scroll.
    pub regions: &'a [ScrollContainer],
    /// What is to be done.
    pub action: &'a Action,
    /// The control as it was when the action was decided on.
    pub aimed_at: Option<&'a Node>,
    /// The control that an earlier step left the keyboard with, if no control says so itself.
    pub keyboard: Option<&'a NodeId>,
    /// The task's id.
    pub task: String,
    /// Steps that the task has had.
    pub step: usize,
    /// Where the task stands.
    pub status: TaskStatus,
    /// An action is still with the client.
    pub outstanding: bool,
    /// How often the same action was done just before, and nothing came of it.
    pub repeats: usize,
    /// Role and name of controls that have been activated with success in this task.
    pub activated: Vec<(&'a str, &'a str)>,
    /// What else the task has done that bears on it.
    pub course: TaskHistory<'a>,
    /// What the person said yes to.
    pub approved: Option<&'a ApprovalRequest>,
    /// Lasting approvals.
    pub grants: &'a [Grant],
    /// Milliseconds since the epoch.
    pub now_ms: i64,
}

/// What the gate may know of a task.
#[derive(Clone, Debug)]
pub struct TaskFacts<'a> {
    /// Its id.
    pub id: String,
    /// What the person said: their query and their answers. Trusted.
    pub words: Vec<Words>,
    /// Secrets that the person told or gave.
    pub secrets: Vec<KnownSecret>,
    /// Origins that it is on.
    pub origins: &'a BTreeSet<String>,
    /// Origin where it began; empty where that is not known.
    pub start: &'a str,
    /// Where it stands.
    pub status: TaskStatus,
    /// Every step so far; the last may be outstanding.
    pub steps: &'a [Step],
    /// Lasting approvals.
    pub grants: &'a [Grant],
}

impl<'a> GateCase<'a> {
    /// The case of an action within a task, on the screen as it was last seen. `approved` is the
    /// request that the person has said yes to in our own interface.
    pub fn new(
        action: &'a Action,
        task: TaskFacts<'a>,
        screen: &'a Observation,
        now_ms: i64,
        approved: Option<&'a ApprovalRequest>,
    ) -> Self {
        Self {
            words: task.words,
            secrets: task.secrets,
            entrusted: false,
            each_is_asked: false,
            files: &[],
            origins: task.origins,
            url: &screen.url,
            document: &screen.document,
            keyboard_at: &screen.keyboard,
            nodes: &screen.nodes,
            lines: &screen.lines,
            regions: &screen.containers,
            action,
            aimed_at: None,
            keyboard: keyboard(task.steps, &screen.url),
            task: task.id,
            step: task.steps.len(),
            status: task.status,
            outstanding: task.steps.last().is_some_and(|step| step.verdict.is_none()),
            repeats: repeats(task.steps, action),
            activated: activated(task.steps),
            course: TaskHistory::of(task.steps, task.start, &screen.url),
            approved,
            grants: task.grants,
            now_ms,
        }
    }

    /// The control that has the keyboard, as far as anybody knows.
    pub(crate) fn at_keyboard(&self) -> Option<&'a Node> {
        let told = self.nodes.iter().find(|node| node.is(State::Focused));
        let out_of_view = match self.keyboard_at {
            Keyboard::Control { node } => Some(&**node),
            Keyboard::Unknown | Keyboard::Page => None,
        };
        let left = || self.keyboard.and_then(|id| self.node(id));
        told.or(out_of_view).or_else(left)
    }

    /// The control with this id.
    pub(crate) fn node(&self, id: &NodeId) -> Option<&'a Node> {
        self.nodes.iter().find(|node| &node.id == id)
    }

    /// True when the client tells DOM facts at all.
    pub(crate) fn facts_known(&self) -> bool {
        self.nodes.iter().any(|node| node.facts.known())
    }

    /// True for a client that tells its document: it keeps to the tabs and the history that the task
    /// made, and tells whose frame a control is in.
    pub(crate) fn tells(&self) -> bool {
        !self.document.is_empty()
    }

    /// True for a label that does no more than put a notice away by saying no to it. Where it does
    /// not tell what is refused, a notice of cookies must lie over the page.
    pub(crate) fn puts_away(&self, label: &Label) -> bool {
        match label.declines {
            Some(Decline::Plain) => true,
            Some(Decline::OfSomething) => self.is_overlaid() && self.speaks_of_cookies(),
            None => false,
        }
    }

    fn is_overlaid(&self) -> bool {
        let nodes = self.nodes.iter().any(|node| node.covered);
        nodes || self.lines.iter().any(|line| line.covered)
    }

    /// In what lies on top.
    fn speaks_of_cookies(&self) -> bool {
        let top = self.lines.iter().filter(|line| !line.covered);
        top.map(Line::words).any(|words| {
            let lower = words.to_lowercase();
            let mut words = lower.split(|c: char| !c.is_alphanumeric());
            words.any(|word| matches!(word, "cookie" | "cookies"))
        })
    }

    /// What the browser's dialog says, where one holds the page: then nothing else can be seen.
    pub(crate) fn dialog(&self) -> Option<String> {
        let said = |line: &&Line| line.kind == LineKind::Dialog;
        let line = self.lines.iter().rev().find(said)?;
        self.nodes.is_empty().then(|| line.words())
    }
}

/// What the last step on this page left the keyboard with.
fn keyboard<'a>(steps: &'a [Step], url: &str) -> Option<&'a NodeId> {
    let last = steps.last().filter(|step| step.url == url)?;
    last.action.takes_keyboard()
}

/// An action that was seen to change something has made progress, and may be needed again.
fn repeats(steps: &[Step], action: &Action) -> usize {
    let fruitless = |step: &&Step| {
        let progress = |verdict: &screen_agent_action::step::Verdict| {
            verdict.met && !verdict.evidence.is_empty()
        };
        step.action == *action && !step.verdict.as_ref().is_some_and(progress)
    };
    steps.iter().rev().take_while(fruitless).count()
}

fn activated(steps: &[Step]) -> Vec<(&str, &str)> {
    let done = |step: &&Step| {
        step.action.presses() && step.verdict.as_ref().is_some_and(|verdict| verdict.met)
    };
    let targets = steps
        .iter()
        .filter(done)
        .filter_map(|step| step.target.as_ref());
    targets
        .map(|target| (target.role.as_str(), target.name.as_str()))
        .collect()
}
