//! A turn in the making, and the ways in which it can end.

use screen_agent_action::{Action, mask, origin};
use screen_agent_page::{DomMode, Observation};

use crate::negotiate::Want;
use crate::next::{Call, Next, Note, Refusal, Reply};
use crate::open_question::OpenQuestion;
use crate::phase::{Lookup, Phase, Progress, Question};
use crate::task::{Denied, Sent, Task};
use crate::{chat, propose, verify};
use screen_agent_action::ask::{OfferedAnswer, Refused};
use screen_agent_action::origin::origin_of;
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::{Report, Step, Verdict};
use screen_agent_gate::stage::AllowedAction;
use screen_agent_words::quote::cut;

use super::send::{self, Intent};

/// Most proposals of one turn that may be refused or unreadable before the task is given up.
pub(super) const REFUSALS: usize = 3;

/// Longest text that a query may bring back, in characters.
const READ: usize = 8_000;

/// How an advance ends. There is no other way, and only one at a time.
#[derive(Debug)]
pub(super) enum Ending {
    /// Ask the engine.
    Propose(Box<Progress>),
    /// Ask a model.
    Think(Box<Progress>, Question),
    /// Search the web.
    Search(Box<Progress>, Lookup),
    /// Bring back what is remembered outside of the task.
    Recall(Box<Progress>),
    /// Answer the client.
    Reply(Box<Reply>),
}

impl Ending {
    pub(super) fn reply(reply: Reply) -> Self {
        Self::Reply(Box::new(reply))
    }

    pub(super) fn refused(why: Refusal) -> Self {
        Self::reply(Reply::Refused { why })
    }

    pub(super) fn needs(want: Want) -> Self {
        Self::reply(Reply::NeedsContext {
            mode: want.mode,
            screenshot: want.screenshot,
            skeleton: want.skeleton,
            reason: want.reason,
        })
    }

    pub(super) fn needs_page() -> Self {
        Self::needs(Want::of(DomMode::Full, "nothing of the page was sent"))
    }
}

/// The task as it is being changed, and what is to be kept of that.
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) task: Task,
    pub(super) notes: Vec<Note>,
}

impl Turn {
    pub(super) fn new(task: Task) -> Self {
        Self {
            task,
            notes: Vec::new(),
        }
    }

    /// Closes the advance: what is waited for now, and what is asked or answered.
    pub(super) fn end(mut self, ending: Ending) -> (Task, Vec<Note>, Next) {
        let (phase, next) = match ending {
            Ending::Reply(reply) => {
                self.task.rest();
                return (self.task, self.notes, Next::Reply(reply));
            }
            Ending::Propose(progress) => {
                self.enter(self.thinking_about());
                let ask = Box::new(propose::ask(&self.task, &progress));
                (
                    Phase::Proposing(progress),
                    Next::Await(Call::Propose { ask }),
                )
            }
            Ending::Think(progress, question) => {
                let brief = Box::new(propose::brief(&self.task, &progress, &question));
                let next = Next::Await(Call::Think { brief });
                (Phase::Thinking(progress, question), next)
            }
            Ending::Search(progress, lookup) => {
                let query = lookup.query().clone();
                let next = Next::Await(Call::Search { query });
                (Phase::Searching(progress, lookup), next)
            }
            Ending::Recall(progress) => {
                let domain = origin::domain(&progress.seen.screen.url).unwrap_or_default();
                let past = chat::search(&self.task.query, &progress.seen.today);
                let next = Next::Await(Call::Recall { domain, past });
                (Phase::Recalling(progress), next)
            }
        };
        self.task.phase = phase;
        (self.task, self.notes, next)
    }

    fn thinking_about(&self) -> TaskStatus {
        if self.has_missed() {
            TaskStatus::Correcting
        } else {
            TaskStatus::Planning
        }
    }

    /// Moves the task along the allowed graph; a step off it is not taken.
    pub(super) fn enter(&mut self, next: TaskStatus) {
        let may = self.task.status.may_become(next);
        debug_assert!(may, "from {:?} to {next:?}", self.task.status);
        if may {
            self.task.status = next;
        }
    }

    /// A task is on the site where it began.
    pub(super) fn start_from(&mut self, url: &str) {
        if !self.task.origins.is_empty() {
            return;
        }
        let origin = origin_of(url);
        self.task.start = origin.clone().unwrap_or_default();
        self.task.origins.extend(origin);
    }

    /// Keeps a new step.
    pub(super) fn record(&mut self, step: Step) {
        self.task.steps.push(step.clone());
        self.notes.push(Note::RecordStep {
            step: Box::new(step),
        });
    }

    /// Keeps a no of the person.
    pub(super) fn deny(&mut self, denied: Denied) {
        if !self.task.denied.contains(&denied) {
            self.task.denied.push(denied);
        }
    }

    /// Refuses a proposal and asks for another, or gives up after too many.
    pub(super) fn refuse(&mut self, mut progress: Progress, action: Action, why: String) -> Ending {
        progress.refused.push(Refused {
            action,
            why: why.clone(),
        });
        self.again(progress, &why)
    }

    pub(super) fn again(&mut self, progress: Progress, why: &str) -> Ending {
        if progress.refused.len() + usize::from(progress.unreadable) < REFUSALS {
            return super::ask_again(self, progress);
        }
        let why = cut(why, 500);
        let why = why.trim_end_matches('.');
        let reason = format!("I found nothing that can be done here; at last: {why}.");
        self.give_up(progress, reason)
    }

    /// Asks the person for something that only they know.
    pub(super) fn ask(
        &mut self,
        progress: Progress,
        thought: String,
        (question, missing): (String, Vec<String>),
        offers: Vec<OfferedAnswer>,
    ) -> Ending {
        let question = OpenQuestion::Question {
            question,
            missing,
            blocker: None,
            offers,
        };
        self.wait(progress, thought, question)
    }

    /// Asks again for what was asked before.
    pub(super) fn wait_on(&mut self, progress: Progress) -> Ending {
        let Some(question) = self.task.phase.question().cloned() else {
            return super::proceed(self, progress);
        };
        let held = question.held();
        let thought = held.map_or_else(String::new, |held| held.proposal.thought.clone());
        self.wait(progress, thought, question)
    }

    /// Waits for the person.
    pub(super) fn wait(
        &mut self,
        progress: Progress,
        thought: String,
        question: OpenQuestion,
    ) -> Ending {
        self.enter(TaskStatus::AwaitingUser);
        self.task.phase = Phase::AskingPerson(Box::new(question.clone()));
        let verdict = progress.verdict;
        Ending::reply(match question {
            OpenQuestion::Question {
                question,
                missing,
                blocker,
                offers,
            } => Reply::Question {
                thought,
                question,
                missing,
                offers,
                blocker,
                verdict,
            },
            OpenQuestion::Approval { request, .. } => Reply::Approval {
                thought,
                request,
                verdict,
            },
        })
    }

    /// Ends the task without success, and says why.
    pub(super) fn give_up(&mut self, progress: Progress, reason: String) -> Ending {
        let intent = Intent {
            thought: reason.clone(),
            ..Intent::default()
        };
        send::deliver(self, progress, AllowedAction::giving_up(reason), intent)
    }

    /// The index that the next step will have.
    pub(super) fn next_index(&self) -> u16 {
        u16::try_from(self.task.steps.len()).unwrap_or(u16::MAX)
    }

    /// The plan has moved on: what the engine kept in mind, and what was tried, was for the step before.
    pub(super) fn begin_step(&mut self) {
        self.task.thinking.since = self.next_index();
        self.task.notes.clear();
    }

    /// The task has had all its steps. Nothing further is recorded: there is no room for it.
    pub(super) fn out_of_steps(&mut self) -> Ending {
        self.enter(TaskStatus::Failed);
        self.task.result = Some("All the steps of this task are used up.".to_owned());
        Ending::refused(Refusal::OutOfSteps)
    }

    /// The last step was not seen to work.
    pub(super) fn has_missed(&self) -> bool {
        self.task.steps.last().is_some_and(Step::missed)
    }

    pub(super) fn last_verdict(&self) -> Option<&Verdict> {
        self.task.steps.last()?.verdict.as_ref()
    }
}

/// What is kept of a client's report: bounded, and nothing that could repeat a secret.
pub(super) fn kept(report: &Report, action: &Action) -> Report {
    if mask::is_masked(action) {
        return mask::without_words(report.clone());
    }
    let few = |texts: &[String]| texts.iter().take(10).map(|text| cut(text, 200)).collect();
    let short = |text: &Option<String>, most| text.as_deref().map(|text| cut(text, most));
    Report {
        code: short(&report.code, 64),
        message: short(&report.message, 500),
        state: short(&report.state, READ),
        check: short(&report.check, 500),
        looked_for: short(&report.looked_for, 200),
        errors: few(&report.errors),
        successes: few(&report.successes),
        downloads: few(&report.downloads),
        ..report.clone()
    }
}

/// The address that a step starts from, and the print that its outcome is compared with.
pub(super) fn remember(task: &mut Task, screen: &Observation) {
    task.sent = Some(Sent {
        before: verify::before(screen),
        links: Vec::new(),
    });
}
