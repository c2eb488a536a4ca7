//! From the record of a finished, verified task to a workflow.

mod conditions;
mod loops;
mod parameters;
pub(crate) mod recorded;
mod said;
mod way;

use std::collections::{BTreeMap, BTreeSet};

use screen_agent_action::ledger::{SAYS_SO, SO_ALREADY, Standing};
use screen_agent_action::origin::origin_of;
use screen_agent_action::{Action, print};
use screen_agent_page::{LineKind, NodeId, Observation, Screen, is_secret};
use screen_agent_turn::record::{RecordError, TurnRecord};
use screen_agent_words::quote::{cut, plain};

use crate::describe::{describe, path};
use crate::fault::WorkflowFault;
use crate::file::{
    CONTROL, DROP, Parameter, StepCondition, StepExpectation, Workflow, WorkflowStep,
};
use crate::ground::holds;
use crate::values::with_texts;
use parameters::{Parameters, Varies};
use way::way;

/// Longest intent and longest words of an expectation, in characters, and most of these.
const INTENT: usize = 200;
const SAYS: usize = 80;
const MOST_SAYS: usize = 2;

/// Who makes a workflow, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Author {
    /// Who.
    pub by: String,
    /// When, as YYYY-MM-DD.
    pub on: String,
    /// What it is to be called; the person's words where nothing is said.
    pub name: Option<String>,
}

/// Why nothing can be learned of a record.
#[derive(Debug, thiserror::Error)]
pub enum LearnFault {
    /// It is no record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It holds no turn.
    #[error("the record is empty")]
    Empty,
    /// The task did not reach its end.
    #[error("the task was not done, so there is nothing to do again")]
    NotDone,
    /// Not all of it was seen to be done.
    #[error("the task was not verified: {clause}")]
    NotVerified {
        /// What was not seen, and why.
        clause: String,
    },
    /// A part of it needed no step. Left out, it would be missing on a page that is not so.
    #[error("a part of it was so already, so nothing shows how it is done: {clause}")]
    SoAlready {
        /// The person's words for it.
        clause: String,
    },
    /// A part of it was to be told: kept are steps, and none of them answers.
    #[error("a part of it is told and not done, which no step does again: {clause}")]
    Tells {
        /// The person's words for it.
        clause: String,
    },
    /// A part of it was to be done only where something is so that no workflow can tell.
    #[error(
        "it hangs on a condition that cannot be kept (only whether a control is there can): {clause}"
    )]
    Conditional {
        /// The person's words for it.
        clause: String,
    },
    /// It was done without a step on a page.
    #[error("the task took no step that could be done again")]
    NoSteps,
    /// A step whose control the record does not show.
    #[error("step {step} cannot be told: its control is not on the recorded screen")]
    Untold {
        /// Counted from 1.
        step: usize,
    },
    /// A step that nobody records: what it does is not taken from a client.
    #[error("step {step} is nothing that is recorded")]
    NotRecorded {
        /// Counted from 1.
        step: usize,
    },
    /// A step that tells what was entered where secrets are.
    #[error("step {step} tells what was entered into a field for a secret")]
    TellsSecret {
        /// Counted from 1.
        step: usize,
    },
    /// What would come of it contradicts itself.
    #[error(transparent)]
    File(#[from] WorkflowFault),
}

/// Makes a workflow of a record: one JSON line a turn, as `run --record` writes.
pub fn learn(records: &str, maker: &Author) -> Result<Workflow, LearnFault> {
    let turns = TurnRecord::all(records).map(|turn| turn.map(|(_, turn)| turn));
    let turns: Vec<TurnRecord> = turns.collect::<Result<_, _>>()?;
    let task = &turns.last().ok_or(LearnFault::Empty)?.task_after;
    match task.verified() {
        Some(true) => {}
        Some(false) => {
            let open = task
                .ledger
                .iter()
                .find(|clause| clause.standing != Standing::Verified);
            let clause = open.map(|open| format!("{}: {}", open.words, open.evidence));
            return Err(LearnFault::NotVerified {
                clause: clause.unwrap_or_else(|| "nothing says what was done".to_owned()),
            });
        }
        None => return Err(LearnFault::NotDone),
    }
    let shown_by = |evidence: &str| {
        let mut clauses = task.ledger.iter();
        let found = clauses.find(|clause| clause.evidence == evidence);
        found.map(|clause| clause.words.clone())
    };
    if let Some(clause) = shown_by(SO_ALREADY) {
        return Err(LearnFault::SoAlready { clause });
    }
    let done = way(&turns);
    let first = done.first().ok_or(LearnFault::NoSteps)?;
    if let Some(clause) = shown_by(SAYS_SO) {
        return Err(LearnFault::Tells { clause });
    }
    let start = turns
        .iter()
        .flat_map(|turn| &turn.events)
        .find_map(way::looked)
        .map_or_else(|| first.screen.url.clone(), |screen| screen.url.clone());
    let mut said = task.query.to_string();
    for answer in &task.answers {
        said.push('\n');
        said.push_str(answer.answer.as_str());
    }
    let mut parameters = Parameters::new(Varies::Said(&said));
    let moments = done.iter().map(|done| Moment {
        number: usize::from(done.step.index) + 1,
        action: &done.step.action,
        screen: done.screen,
        after: done.after,
    });
    let moments: Vec<Moment<'_>> = moments.collect();
    let mut steps = Vec::new();
    for (moment, done) in moments.iter().zip(&done) {
        let mut step = moment.step(&mut parameters, false)?;
        step.intent = cut(&plain(&done.intent), INTENT);
        steps.push(parameters.of_row(step));
    }
    let steps = steps.into_iter().map(|step| parameters.named_in(step));
    let mut steps: Vec<WorkflowStep> = steps.collect();
    conditions::conditioned(&mut steps, task.query.as_str())?;
    let name = maker.name.as_deref().unwrap_or(task.query.as_str());
    // What was answered besides may have meant some of the rows alone.
    let (steps, loops) = match task.answers.is_empty() {
        true => loops::looped(&turns, &done, steps, task.query.as_str(), &parameters),
        false => (steps, Vec::new()),
    };
    let workflow = Moment::workflow(&moments, start, (name, maker), steps, parameters.all());
    let workflow = Workflow { loops, ..workflow };
    workflow.check()?;
    Ok(workflow)
}

/// Something that was done, with what was seen before and after it.
struct Moment<'a> {
    /// Counted from 1.
    number: usize,
    action: &'a Action,
    screen: &'a Observation,
    after: Option<&'a Observation>,
}

impl Moment<'_> {
    /// The workflow of all these steps.
    fn workflow(
        moments: &[Self],
        start: String,
        (name, maker): (&str, &Author),
        steps: Vec<WorkflowStep>,
        parameters: Vec<Parameter>,
    ) -> Workflow {
        let seen = moments.iter().flat_map(|moment| {
            [
                origin_of(&moment.screen.url),
                moment.after.and_then(|after| origin_of(&after.url)),
            ]
        });
        let sites: BTreeSet<String> = seen.chain([origin_of(&start)]).flatten().collect();
        Workflow {
            name: cut(&plain(name), INTENT),
            version: 1,
            made_by: maker.by.clone(),
            made_on: maker.on.clone(),
            start,
            sites: sites.into_iter().collect(),
            steps,
            parameters,
            loops: Vec::new(),
            changes: Vec::new(),
            signature: None,
        }
    }

    /// The step that does it again, without words for it.
    fn step(
        &self,
        parameters: &mut Parameters<'_>,
        secret: bool,
    ) -> Result<WorkflowStep, LearnFault> {
        let screen = Screen::new(self.screen);
        let untold = || LearnFault::Untold { step: self.number };
        let described = |id: Option<&NodeId>| match id {
            None => Ok::<_, LearnFault>(None),
            Some(id) => {
                let node = screen.node(id).ok_or_else(untold)?;
                Ok(Some(describe(&screen, node)))
            }
        };
        let action = self.action;
        let (control, drop) = (described(action.target())?, described(action.dropped_on())?);
        let (it, there) = (NodeId::new(CONTROL), NodeId::new(DROP));
        let node = action.target().and_then(|id| screen.node(id));
        let general = parameters.of_action(action, node, secret || node.is_some_and(is_secret));
        let ends: Vec<(&str, &NodeId)> = [(action.target(), &it), (action.dropped_on(), &there)]
            .into_iter()
            .filter_map(|(id, word)| Some((id?.as_str(), word)))
            .collect();
        let general = with_texts(&general, &str::to_owned, &ends).ok_or_else(untold)?;
        Ok(WorkflowStep {
            intent: String::new(),
            action: print(&general),
            page: path(&self.screen.url),
            control,
            drop,
            when: StepCondition::default(),
            expect: self.expectation(parameters.varies),
        })
    }

    /// What came into view by it and what went out of it, as far as it will be so another time.
    fn expectation(&self, varies: Varies<'_>) -> StepExpectation {
        let Some(after) = self.after else {
            return StepExpectation::default();
        };
        let page = path(&after.url);
        let moved = page != path(&self.screen.url);
        // Of a page that was left all is gone.
        StepExpectation {
            says: self.came(after, varies),
            gone: if moved {
                Vec::new()
            } else {
                self.went(after, varies)
            },
            page: if moved { page } else { String::new() },
        }
    }

    /// What the person named first; then what tells most.
    fn came(&self, after: &Observation, varies: Varies<'_>) -> Vec<String> {
        let old = shown(self.screen, None);
        let new = shown(after, self.action.target()).into_iter();
        let mut new: Vec<(u8, String)> = new
            .filter(|(said, _)| !old.contains_key(said))
            .filter_map(|(said, rank)| match varies.tells(&said) {
                true => Some((0, said)),
                false => Some((rank + 1, without_figures(&said)?)),
            })
            .filter(|(_, said)| (3..=SAYS).contains(&said.chars().count()))
            .collect();
        new.sort_by_key(|(rank, _)| *rank);
        new.dedup();
        new.truncate(MOST_SAYS);
        new.into_iter().map(|(_, said)| said).collect()
    }

    /// What the person named and is there no more, besides what was worked itself.
    fn went(&self, after: &Observation, varies: Varies<'_>) -> Vec<String> {
        let now: Vec<String> = shown(after, None).into_keys().collect();
        let is_gone = |said: &String| !now.iter().any(|line| holds(line, said));
        let nodes = &self.screen.nodes;
        let worked = nodes
            .iter()
            .find(|node| Some(&node.id) == self.action.target());
        let worked = worked.map(|node| plain(&node.name));
        let named = shown(self.screen, None).into_keys();
        let named = named.filter(|said| said.chars().count() >= 3 && varies.tells(said));
        let named = named.filter(|said| worked.as_ref() != Some(said));
        named.filter(is_gone).take(MOST_SAYS).collect()
    }
}

/// What stands in view, each with how much it tells: messages and headings say what was done, and then what fields hold. What
/// was entered into one field says nothing that the action itself does not.
fn shown(screen: &Observation, but: Option<&NodeId>) -> BTreeMap<String, u8> {
    let telling = |kind: LineKind| match kind {
        LineKind::Alert | LineKind::Status => 0,
        LineKind::Heading(_) | LineKind::Dialog => 1,
        _ => 2,
    };
    let lines = screen.lines.iter();
    let lines = lines.map(|line| (line.words(), telling(line.kind)));
    let open = screen.nodes.iter().filter(|node| !is_secret(node));
    let texts = open.flat_map(|node| {
        let value = node.value.clone().filter(|_| Some(&node.id) != but);
        [Some(node.name.clone()), value]
    });
    let texts = texts.flatten().map(|text| (text, 3_u8));
    let all = texts.chain(lines).map(|(text, rank)| (plain(&text), rank));
    all.filter(|(text, _)| !text.is_empty()).collect()
}

/// Figures will be others next time: the longest piece between them.
fn without_figures(said: &str) -> Option<String> {
    let figure = |word: &str| word.chars().any(|c| c.is_ascii_digit());
    let all: Vec<&str> = said.split_whitespace().collect();
    let longest = all
        .split(|word| figure(word))
        .max_by_key(|piece| piece.len())?;
    (!longest.is_empty()).then(|| longest.join(" "))
}
