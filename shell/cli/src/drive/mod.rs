//! One task from the first look to the end: look, ask the server, perform, and again.
//!
//! This is a client like any other: it speaks the extension contract, and knows of the server only
//! what the contract says.

mod answerer;
mod blocked;
mod chain;
mod check;
mod door;
mod event;
mod keeper;
mod line;
mod manners;
mod onlooker;
mod request;
mod show;
mod vault;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use axum::http::StatusCode;
use screen_agent_action as action;
use screen_agent_action::{Action, mask};
use screen_agent_browser::{ActionFile, DecidedAction, Hands, Performed};
use screen_agent_page::Observation;
use screen_agent_wire::extension::capture::PageCapture;
use screen_agent_wire::extension::plan::WirePlan;
use screen_agent_wire::extension::request::InteractRequest;
use screen_agent_wire::extension::response::{
    InteractData, InteractStatus, WireApprovalRequest, WireClause,
};
use screen_agent_wire::extension::workflow::WorkflowStart;
use screen_agent_words::quote::lines;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::exit::Ending;
use onlooker::Heard;
use request::{Asking, Last};

pub use answerer::{Afar, Answerer};
pub(crate) use answerer::{Yes, is_yes};
pub use door::Door;
pub(crate) use door::{Answered, Problem, Socket};
pub use event::{RunEvent, ShownStep};
pub use keeper::FileKeeper;
pub(crate) use line::{Echo, ask as ask_line};
pub use manners::Manners;
pub use onlooker::{Had, Onlooker};
pub(crate) use show::show;
pub(crate) use vault::may_be_shown;
pub use vault::{Entered, SecretHolder};

/// What to do, and how.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The person's words.
    pub query: String,
    /// The server's workflow that a new task carries out; its words are what is ordered besides.
    pub workflow: Option<WorkflowStart>,
    /// Most steps before giving up.
    pub max_steps: usize,
    /// Who answers when the server asks.
    pub consent: Answerer,
    /// Send a picture with every look, for the record.
    pub pictures: bool,
    /// Today where the person is, `YYYY-MM-DD`.
    pub today: String,
    /// Names of the files that may be handed to pages.
    pub files: Vec<String>,
    /// A task that is gone on with; a new one without.
    pub task: Option<Uuid>,
    /// What was asked last by a task that is gone on with is answered with this.
    pub answer: Option<String>,
    /// A program wrote the query and the answer: they order nothing.
    pub by_program: bool,
    /// Where the person is asked who is neither here nor has said anything in advance.
    pub afar: Option<Arc<dyn Afar>>,
    /// Whoever has the secrets that the query names; with nobody, what names one is not entered.
    pub secrets: Option<Arc<dyn SecretHolder>>,
    /// Whoever keeps what pages give, besides the folder that it is written to.
    pub keeper: Option<Arc<dyn FileKeeper>>,
    /// Whoever looks on, and may take the page over between two steps.
    pub onlooker: Option<Arc<dyn Onlooker>>,
    /// What says whether a program may be on a page; without it, it may.
    pub manners: Option<Arc<dyn Manners>>,
}

impl Assignment {
    /// A new task of today, with nothing given along.
    pub fn new(query: impl Into<String>, max_steps: usize, consent: Answerer) -> Self {
        Self {
            query: query.into(),
            workflow: None,
            max_steps,
            consent,
            pictures: false,
            today: jiff::Zoned::now().date().to_string(),
            files: Vec::new(),
            task: None,
            answer: None,
            by_program: false,
            afar: None,
            secrets: None,
            keeper: None,
            onlooker: None,
            manners: None,
        }
    }
}

/// How a task ended.
#[derive(Clone, Debug)]
pub struct Ran {
    /// As the exit code has it.
    pub ending: Ending,
    /// As the contract has it.
    pub status: InteractStatus,
    /// What it came to.
    pub result: String,
    /// Which task it was, once the server has it.
    pub task: Option<Uuid>,
    /// Steps that were taken.
    pub steps: usize,
    /// Names of files that pages gave and that were not kept.
    pub lost: Vec<String>,
    /// Secrets that were entered: nothing that is read of the page afterwards may hold them.
    pub entered: Entered,
}

/// What happens is told here, as it happens. A picture comes with the look that it was taken with.
pub type Tell<'a> = &'a mut (dyn FnMut(&RunEvent, Option<&ActionFile>) + Send);

/// Most times that more of one look is sent.
const MORE: usize = 3;
/// How long a server that was there before may be away: one that is started again is back by then, and what it held is free.
const PATIENCE: Duration = Duration::from_secs(120);

/// The answer as it is on the wire, read once.
#[derive(Deserialize)]
struct Wrapped {
    data: InteractData,
}

/// A task under way.
struct Drive<'a> {
    hands: &'a mut Hands,
    door: &'a Door,
    plan: &'a Assignment,
    tell: Tell<'a>,
    began: Instant,
    session: Uuid,
    task: Option<Uuid>,
    /// The step that was performed last, as the server counts them.
    step: Option<u32>,
    /// What the person has just said; it is sent once.
    answer: Option<String>,
    last: Last,
    steps: usize,
    lost: Vec<String>,
    planned: Option<WirePlan>,
    /// What was asked, part by part, as the server last told it.
    ledger: Vec<WireClause>,
    entered: Entered,
}

/// What follows an answer.
enum Next {
    /// Look again.
    Look,
    /// Ask again with an answer, on what is on the screen by now.
    AskAgain(Box<InteractRequest>),
    /// Ask again about the same look, with more of it.
    SendMore(Box<InteractRequest>),
    /// It is over.
    End(Ran),
}

/// Name of what an action is aimed at.
fn target(action: &Action, capture: &PageCapture) -> Option<String> {
    let id = action.target()?;
    let node = capture
        .interactive_tree
        .iter()
        .find(|node| node.i == id.as_str())?;
    Some(node.n.clone()).filter(|name| !name.is_empty())
}

/// The action as it is told: terminals, logs and records hold no password.
fn shown(action: &Action, text: String, capture: &PageCapture) -> String {
    match action {
        action if action.enters_value() => {
            action::print(&mask::shown(action, &Observation::from(capture.clone())))
        }
        _ => text,
    }
}

/// It was asked too often, or the server has too much to do.
fn is_for_later(status: StatusCode, problem: &Problem) -> bool {
    match status {
        StatusCode::TOO_MANY_REQUESTS => problem.code != "QUOTA_EXCEEDED",
        StatusCode::SERVICE_UNAVAILABLE => problem.code == "SERVER_BUSY",
        _ => false,
    }
}

/// The database cannot be reached, or a server died over the same request and what it held is not free yet.
fn is_trouble(problem: &Problem) -> bool {
    ["DATABASE_ERROR", "IDEMPOTENCY_IN_FLIGHT", "TASK_BUSY"].contains(&problem.code.as_str())
}

/// Drives one task to its end.
pub async fn drive(
    hands: &mut Hands,
    door: &Door,
    session: Uuid,
    plan: &Assignment,
    tell: Tell<'_>,
) -> Result<Ran> {
    let mut drive = Drive {
        hands,
        door,
        plan,
        tell,
        began: Instant::now(),
        session,
        task: plan.task,
        step: None,
        answer: plan.answer.clone(),
        last: Last::default(),
        steps: 0,
        lost: Vec::new(),
        planned: None,
        ledger: Vec::new(),
        entered: Entered::default(),
    };
    let ran = drive.run().await;
    drive.tell_end(&ran)?;
    ran
}

impl Drive<'_> {
    async fn run(&mut self) -> Result<Ran> {
        loop {
            let (mut capture, picture) = self.look().await?;
            let answer = self.answer.take();
            let asking = Asking {
                session: self.session,
                task: self.task,
                step: self.step,
                words: answer.as_deref().unwrap_or(&self.plan.query),
                today: &self.plan.today,
                files: &self.plan.files,
                by_program: self.plan.by_program,
                workflow: self.plan.workflow.as_ref(),
            };
            let mut request = self.last.request(&capture, picture, asking);
            let mut sent_more = 0;
            loop {
                let asked = Instant::now();
                let mut data = self.ask(&request).await?;
                self.task = Some(data.task_id);
                self.ledger = data.ledger.take().unwrap_or_default();
                if data.action.is_some() {
                    self.step = data.metrics.as_ref().map(|metrics| metrics.step_index);
                }
                self.last = Last::seen_at(&capture.url);
                self.tell_verdict(&data);
                self.tell_plan(&data);
                match self
                    .follow(data, &capture, request, asked.elapsed())
                    .await?
                {
                    Next::Look => break,
                    Next::AskAgain(again) => {
                        // The page may have changed while the person thought: their yes comes with what it is now.
                        let (fresh, picture) = self.look().await?;
                        request = request::at_look(*again, &fresh, picture);
                        capture = fresh;
                    }
                    Next::SendMore(_) if sent_more == MORE => {
                        bail!("the server asked for more of the page again and again")
                    }
                    Next::SendMore(again) => {
                        sent_more += 1;
                        request = *again;
                    }
                    Next::End(ran) => return Ok(ran),
                }
            }
        }
    }

    async fn look(&mut self) -> Result<(PageCapture, Option<ActionFile>)> {
        let began = Instant::now();
        let capture = self.hands.observe().await?;
        self.shown();
        // A link, or a page by itself, may have led anywhere.
        self.admitted(&capture.url).await?;
        let event = RunEvent::Looked {
            url: capture.url.clone(),
            controls: capture.interactive_tree.len(),
            lines: capture.page_text.len(),
            ms: began.elapsed().as_millis() as u64,
        };
        let picture = match self.plan.pictures {
            true => self.hands.screenshot().await.ok(),
            false => None,
        };
        (self.tell)(&event, picture.as_ref());
        Ok((capture, picture))
    }

    /// Asks the server what to do.
    async fn ask(&mut self, request: &InteractRequest) -> Result<InteractData> {
        let request = self.entered.kept_out_of(request);
        let wrapped: Wrapped = self.patiently("/api/agent/interact", &request).await?;
        Ok(wrapped.data)
    }

    /// Posts until it is answered: waits when the server says that it was asked too often, and asks again, under the
    /// same key, where it died or cannot be reached for a while.
    async fn patiently<B: Serialize, T: DeserializeOwned>(
        &mut self,
        path: &str,
        body: &B,
    ) -> Result<T> {
        let key = Uuid::new_v4().to_string();
        // A server in this process that fails does not come back.
        let patience = if self.door.is_remote() {
            PATIENCE
        } else {
            Duration::ZERO
        };
        let given_up = Instant::now() + patience;
        loop {
            let seconds = match self.door.post_once(path, &key, body).await {
                Ok(Answered::Well(answer)) => return Ok(answer),
                Ok(Answered::Badly(status, problem)) if is_for_later(status, &problem) => {
                    problem.retry_after.unwrap_or(1.0).clamp(0.1, 60.0)
                }
                Ok(Answered::Badly(_, problem))
                    if is_trouble(&problem) && Instant::now() < given_up =>
                {
                    1.0
                }
                Ok(Answered::Badly(status, problem)) => {
                    bail!("the server refused ({status}, {}): {problem}", problem.code)
                }
                Err(error)
                    if error.chain().any(|why| why.is::<reqwest::Error>())
                        && Instant::now() < given_up =>
                {
                    1.0
                }
                Err(error) => return Err(error),
            };
            tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
        }
    }

    /// Says how it ended, also when it broke off: whoever listens waits for the end.
    fn tell_end(&mut self, ran: &Result<Ran>) -> Result<()> {
        let (status, result) = match ran {
            Ok(ran) => (ran.status, ran.result.clone()),
            Err(error) => (InteractStatus::Failed, lines(&format!("{error:#}"))),
        };
        let status = serde_json::to_value(status)?;
        let event = RunEvent::Ended {
            status: status.as_str().unwrap_or_default().to_owned(),
            verified: ran.as_ref().is_ok_and(|ran| ran.ending == Ending::Done),
            ledger: std::mem::take(&mut self.ledger),
            result,
            steps: self.steps,
            ms: self.began.elapsed().as_millis() as u64,
        };
        (self.tell)(&event, None);
        Ok(())
    }

    fn tell_verdict(&mut self, data: &InteractData) {
        let Some(verdict) = &data.verification else {
            return;
        };
        let event = RunEvent::Verified {
            step: self.steps.saturating_sub(1),
            met: verdict.success,
            confidence: f64::from(verdict.confidence),
            reason: verdict.reason.clone(),
            tier: verdict.tier,
            evidence: verdict.evidence.clone(),
        };
        (self.tell)(&event, None);
    }

    /// Says what is going to be done, whenever that is news.
    fn tell_plan(&mut self, data: &InteractData) {
        if data.plan.is_none() || data.plan == self.planned {
            return;
        }
        self.planned = data.plan.clone();
        if let Some(plan) = &data.plan {
            (self.tell)(&RunEvent::from(plan), None);
        }
    }

    async fn follow(
        &mut self,
        data: InteractData,
        capture: &PageCapture,
        request: InteractRequest,
        took: Duration,
    ) -> Result<Next> {
        match data.status {
            InteractStatus::NeedsContext | InteractStatus::NeedsFullDom => {
                let more = request::with_more(self.hands, request, &data).await;
                return Ok(Next::SendMore(Box::new(more)));
            }
            InteractStatus::NeedsUserInput => return self.ask_person(data, request).await,
            _ => {}
        }
        let text = data
            .action
            .clone()
            .context("the server answered without an action")?;
        let action = action::parse(&text)
            .with_context(|| format!("the server sent an action that is not one: {text}"))?;
        let ended = match &action {
            Action::Finish { text, success } => {
                let ending = match (*success, data.verified) {
                    (true, Some(false)) => Ending::Unverified,
                    (true, _) => Ending::Done,
                    (false, _) => Ending::Failed,
                };
                Some((ending, data.status, text.clone()))
            }
            Action::Fail { reason } => Some((Ending::Failed, data.status, reason.clone())),
            _ if self.steps >= self.plan.max_steps => {
                let why = format!("stopped after {} steps", self.steps);
                Some((Ending::Failed, InteractStatus::Interrupted, Some(why)))
            }
            _ => None,
        };
        if let Some((ending, status, said)) = ended {
            return Ok(self.end(ending, status, said.or(data.thought).unwrap_or_default()));
        }
        if let Some(links) = data.actions.as_deref().filter(|links| links.len() > 1) {
            self.perform_chain(links, &data, capture, took).await?;
            return Ok(Next::Look);
        }
        self.tell_decided(
            shown(&action, text, capture),
            target(&action, capture),
            &data,
            took,
        );
        let basis = data.basis;
        let decision = DecidedAction { action, basis };
        self.perform(decision, capture).await?;
        Ok(Next::Look)
    }

    fn tell_decided(
        &mut self,
        action: String,
        target: Option<String>,
        data: &InteractData,
        took: Duration,
    ) {
        let expected = data.expected_outcome.as_ref();
        let event = RunEvent::Decided {
            step: self.steps,
            thought: lines(data.thought.as_deref().unwrap_or_default()),
            action,
            target,
            expected: expected.map(|expected| expected.description.clone()),
            ms: took.as_millis() as u64,
        };
        (self.tell)(&event, None);
    }

    async fn perform(
        &mut self,
        decision: DecidedAction,
        capture: &PageCapture,
    ) -> Result<Performed> {
        let began = Instant::now();
        if let Some(url) = decision.action.address() {
            self.admitted(url).await?;
        }
        let decision = match self.unless_taken_over(decision).await {
            Ok(decision) => self.with_kept(decision, capture).await?,
            Err(stale) => Err(stale),
        };
        let performed = match decision {
            Ok(decision) => {
                let action = decision.action.clone();
                let performed = self.hands.perform(decision).await;
                self.handed_on(performed, &action).await
            }
            Err(refused) => refused,
        };
        self.tell_performed(&performed, began.elapsed());
        self.steps += 1;
        self.last.performed(&performed);
        Ok(performed)
    }

    fn tell_performed(&mut self, performed: &Performed, took: Duration) {
        let message = match &performed.error {
            Some(error) => Some(error.message.clone()),
            None => performed.state.clone(),
        };
        let event = RunEvent::Performed {
            step: self.steps,
            success: performed.success,
            code: performed
                .error
                .as_ref()
                .map(|error| error.code.word().to_owned()),
            message,
            ms: took.as_millis() as u64,
        };
        (self.tell)(&event, performed.artifact.as_ref());
        for file in &performed.received {
            let kept = file.kept.as_ref().map(|path| path.display().to_string());
            if kept.is_none() {
                self.lost.push(file.name.clone());
            }
            let (step, name) = (self.steps, file.name.clone());
            (self.tell)(&RunEvent::Received { step, name, kept }, None);
        }
    }

    /// Puts the server's question to whoever answers for the person.
    async fn ask_person(
        &mut self,
        mut data: InteractData,
        request: InteractRequest,
    ) -> Result<Next> {
        let question = data
            .approval
            .as_ref()
            .map(|approval| approval.text.clone())
            .or(data.user_question.take())
            .unwrap_or_default();
        let approval = data.approval.is_some();
        self.tell_asked(&question, approval);
        if let Some(blocker) = data.blocker_info.take().filter(|_| !approval) {
            return self.get_past(&blocker, &data, question).await;
        }
        let reason = data.approval.as_ref().map(|asked| asked.reason.as_str());
        let answer = match (
            self.plan.consent.answer(&question, reason).await,
            self.plan.afar.clone(),
        ) {
            (None, Some(afar)) => {
                let asked = afar.ask(&question, data.approval.as_ref());
                match self.answered_or_had(asked).await {
                    Heard::Answer(answer) => answer,
                    Heard::OnPage => return self.look_after(&data).await,
                }
            }
            (answer, _) => answer,
        };
        let Some(answer) = answer else {
            return Ok(self.end(Ending::NeedsUser, InteractStatus::NeedsUserInput, question));
        };
        self.tell_answered(&answer);
        match data.approval {
            Some(approval) => Ok(Next::AskAgain(Box::new(self.with_answer(
                request,
                &approval,
                answerer::is_yes(&answer),
            )))),
            None => {
                self.answer = Some(answer);
                Ok(Next::Look)
            }
        }
    }

    fn tell_asked(&mut self, question: &str, approval: bool) {
        let question = lines(question);
        (self.tell)(&RunEvent::Asked { question, approval }, None);
    }

    fn tell_answered(&mut self, answer: &str) {
        let answer = answer.to_owned();
        (self.tell)(&RunEvent::Answered { answer }, None);
    }

    /// The same request with the answer: nothing was performed in between.
    fn with_answer(
        &self,
        request: InteractRequest,
        approval: &WireApprovalRequest,
        allow: bool,
    ) -> InteractRequest {
        InteractRequest {
            task_id: self.task,
            approval: Some(answerer::answer_to(approval, allow)),
            ..request
        }
    }

    fn end(&self, ending: Ending, status: InteractStatus, result: String) -> Next {
        Next::End(Ran {
            ending,
            status,
            result: lines(&result),
            task: self.task,
            steps: self.steps,
            lost: self.lost.clone(),
            entered: self.entered.clone(),
        })
    }
}
