//! `do`: a whole instruction, driven as `run` drives it.

use std::sync::Arc;

use screen_agent_browser::ActionFile;
use screen_agent_mcp::{
    ActStep, CallFault, Caller, ClauseSeen, DoArgs, DoResult, DoStanding, Given, ToolOutcome,
    WorkflowsResult, fenced,
};
use screen_agent_wire::extension::response::WireClause;
use screen_agent_wire::extension::workflow::{NO_ORDER, WorkflowData, WorkflowStart};
use uuid::Uuid;

use super::desk::{At, BrowserDesk};
use super::person::Behind;
use super::{acting, kept};
use crate::compose::fence_mark;
use crate::drive::{Afar, Answerer, Assignment, RunEvent, drive};
use crate::exit::Ending;
use crate::terminal::word;

/// Steps before giving up, where nothing is said of it.
const STEPS: u16 = 30;
/// Most tasks with a question that are remembered.
const OPEN: usize = 50;

/// Whoever wants to hear all that happens.
pub(crate) type Hear<'a> = &'a mut (dyn FnMut(&RunEvent) + Send);

pub(super) async fn carry_out(
    desk: &BrowserDesk,
    at: &mut At,
    args: DoArgs,
    caller: &Caller,
    hear: Hear<'_>,
) -> Given {
    let (query, task) = match (&args.instruction, &args.task) {
        (Some(instruction), _) => (instruction.clone(), None),
        (None, task) => known(at, task.as_deref().unwrap_or_default())?,
    };
    match &args.url {
        Some(url) => desk.go(at, url, &*caller.person).await?,
        None => desk.here(at, &*caller.person).await?,
    }
    let steps = usize::from(args.max_steps.unwrap_or(STEPS));
    let (done, words) = driven(desk, at, (query, steps), (caller, hear), |plan| {
        Assignment {
            task,
            answer: args.answer,
            ..plan
        }
    })
    .await?;
    Ok(ToolOutcome::new(words, &done))
}

/// Does a kept workflow again, from where it begins. That it was kept is no consent to anything.
pub(super) async fn again(
    desk: &BrowserDesk,
    at: &mut At,
    (workflow, start): (WorkflowData, WorkflowStart),
    caller: &Caller,
) -> Given {
    kept::without_secrets(&workflow)?;
    desk.go(at, &workflow.start, &*caller.person).await?;
    let words = (NO_ORDER.to_owned(), usize::from(STEPS));
    let (done, words) = driven(desk, at, words, (caller, &mut |_| {}), |plan| Assignment {
        workflow: Some(start),
        ..plan
    })
    .await?;
    let result = WorkflowsResult {
        workflows: vec![kept::shown(workflow)],
        ran: Some(done),
        run: None,
    };
    Ok(ToolOutcome::new(words, &result))
}

/// Drives what a client wants, and says what came of it.
async fn driven(
    desk: &BrowserDesk,
    at: &mut At,
    (query, steps): (String, usize),
    (caller, hear): (&Caller, Hear<'_>),
    plan: impl FnOnce(Assignment) -> Assignment,
) -> Result<(DoResult, String), CallFault> {
    let behind = Behind::new(caller.person.clone(), desk.sites.clone());
    let plan = plan(assignment(
        query.clone(),
        steps,
        desk.consent,
        behind.clone(),
    ));
    let mut course = Course::new(caller);
    let hands = desk.hands(at).await?;
    let ran = {
        let mut own = course.listener();
        let mut tell = |event: &RunEvent, picture: Option<&ActionFile>| {
            hear(event);
            own(event, picture);
        };
        drive(hands, &desk.door, desk.session, &plan, &mut tell).await
    };
    let ran = ran.map_err(|error| CallFault::new("NOT_DONE", format!("{error:#}")))?;
    let standing = match ran.ending {
        Ending::Done => DoStanding::Done,
        Ending::Unverified => DoStanding::DoneUnverified,
        Ending::NeedsUser => DoStanding::NeedsYou,
        Ending::Failed | Ending::Broken | Ending::Usage | Ending::Refused(_) => DoStanding::Failed,
    };
    if let Some(task) = ran.task {
        at.asked.remove(&task);
        if standing == DoStanding::NeedsYou {
            if at.asked.len() >= OPEN {
                at.asked.clear();
            }
            at.asked.insert(task, query);
        }
    }
    let looked = desk.look_after(at).await?;
    let done = DoResult {
        standing,
        result: ran.result,
        task: ran.task.map(|task| task.to_string()),
        approval: behind.lacked_yes(),
        clauses: std::mem::take(&mut course.clauses),
        steps: ran.steps,
        url: looked.facts.url,
    };
    let words = in_words(&done, &course.steps(), &looked.text);
    Ok((done, words))
}

/// A task that is gone on with, and what was to be done in it.
fn known(at: &At, task: &str) -> Result<(String, Option<Uuid>), CallFault> {
    let id = Uuid::parse_str(task).ok();
    let query = id.and_then(|id| at.asked.get(&id));
    match query {
        Some(query) => Ok((query.clone(), id)),
        None => Err(CallFault::new(
            "UNKNOWN_TASK",
            "no task of this id waits for an answer",
        )),
    }
}

/// What a client wants done: words of a program, and a person behind it.
pub(super) fn assignment(
    query: String,
    max_steps: usize,
    consent: Answerer,
    behind: Arc<dyn Afar>,
) -> Assignment {
    Assignment {
        by_program: true,
        afar: Some(behind),
        ..Assignment::new(query, max_steps, consent)
    }
}

/// What came of an instruction, as clients are told.
pub(super) fn in_words(done: &DoResult, steps: &[ActStep], page: &str) -> String {
    // Results, evidence and what was read are words of pages.
    let mut seen = vec![done.result.clone()];
    for ClauseSeen {
        words,
        standing,
        evidence,
    } in &done.clauses
    {
        seen.push(format!("- {words}: {standing}. {evidence}"));
    }
    seen.extend(steps.iter().map(acting::line));
    let what = "what came of it, with words of the page";
    let mut lines = vec![
        format!("{}.", done.standing.words()),
        fenced(what, &seen.join("\n"), &fence_mark()),
    ];
    if done.standing == DoStanding::NeedsYou {
        let how = match (done.approval, &done.task) {
            (true, _) => {
                "Only the person can approve it, and this client did not get their yes.".to_owned()
            }
            (false, Some(task)) => format!("Go on with task {task} and the answer."),
            (false, None) => "It cannot be gone on with.".to_owned(),
        };
        lines.push(how);
    }
    lines.extend([String::new(), page.to_owned()]);
    lines.join("\n")
}

/// What happened, as it is told to a client.
pub(super) struct Course<'a> {
    caller: &'a Caller,
    steps: Vec<ActStep>,
    pub(super) clauses: Vec<ClauseSeen>,
}

impl<'a> Course<'a> {
    pub(super) fn new(caller: &'a Caller) -> Self {
        Self {
            caller,
            steps: Vec::new(),
            clauses: Vec::new(),
        }
    }

    /// What was done, in order.
    pub(super) fn steps(&self) -> Vec<ActStep> {
        self.steps.clone()
    }

    /// Listens to a drive.
    pub(super) fn listener(&mut self) -> impl FnMut(&RunEvent, Option<&ActionFile>) + Send {
        |event, _| self.hear(event)
    }

    fn hear(&mut self, event: &RunEvent) {
        match event {
            RunEvent::Decided { action, target, .. } => {
                let name = target.as_ref().map(|name| format!(" {name:?}"));
                self.caller
                    .tell(format!("{action}{}", name.unwrap_or_default()));
                self.steps.push(ActStep {
                    action: action.clone(),
                    performed: false,
                    verified: None,
                    reason: String::new(),
                    read: None,
                });
            }
            RunEvent::Performed {
                success, message, ..
            } => {
                if let Some(step) = self.steps.last_mut() {
                    step.performed = *success;
                    match success {
                        true => step.read.clone_from(message),
                        false => step.reason = message.clone().unwrap_or_default(),
                    }
                }
            }
            RunEvent::Verified {
                step, met, reason, ..
            } => {
                if let Some(step) = self.steps.get_mut(*step) {
                    step.verified = Some(*met);
                    step.reason.clone_from(reason);
                }
            }
            RunEvent::Planned { steps, .. } => {
                let plan: Vec<&str> = steps.iter().map(|step| step.description.as_str()).collect();
                self.caller.tell(format!("plan: {}", plan.join(" · ")));
            }
            RunEvent::Asked { question, .. } => self.caller.tell(format!("asks: {question}")),
            RunEvent::Ended { ledger, .. } => {
                self.clauses = ledger.iter().map(clause).collect();
            }
            RunEvent::Started { .. }
            | RunEvent::Looked { .. }
            | RunEvent::Chained { .. }
            | RunEvent::Received { .. }
            | RunEvent::Checked { .. }
            | RunEvent::Answered { .. } => {}
        }
    }
}

pub(super) fn clause(clause: &WireClause) -> ClauseSeen {
    ClauseSeen {
        words: clause.words.clone(),
        standing: word(&clause.standing),
        evidence: clause.evidence.clone(),
    }
}
