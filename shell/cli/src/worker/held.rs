//! One run in the hands of a worker: driven as `run` drives it, held by renewing, and left as it ended.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use async_trait::async_trait;
use axum::http::StatusCode;
use screen_agent_browser::{Browser, Hands};
use screen_agent_wire::extension::outputs::RunFound;
use screen_agent_wire::extension::response::{InteractStatus, WireApprovalRequest};
use screen_agent_wire::extension::run::{
    HeldRun, MOST_STEPS, RunApproval, RunOutcome, RunStatus, SECONDS, WorkEnd, WorkQuestion,
    WorkRenewal, WorkRenewed, WorkReturn,
};
use screen_agent_wire::extension::task::{TaskListData, TimelineData};
use screen_agent_wire::extension::vault::{WorkSecret, WorkSecretData};
use screen_agent_wire::extension::workflow::WorkflowStart;
use screen_agent_wire::limits;
use screen_agent_words::quote::{cut, quote};
use serde::de::IgnoredAny;
use serde_json::json;
use tokio::sync::{Mutex, mpsc, watch};
use tokio::time::{sleep, timeout};

use super::brought::brought;
use super::files::{kept as keep_file, with_files};
use super::stage::Stage;
use super::{Shift, Wrapped, live, profile, robots};
use crate::browsers;
use crate::drive::{
    Afar, Answered, Answerer, Assignment, Door, Entered, FileKeeper, Manners, Problem, Ran,
    SecretHolder, drive,
};
use crate::exit::Ending;
use crate::run::filled;
use crate::runs::word;
use crate::terminal::complain;

/// How often it is asked whether a person has answered.
const ASKING: Duration = Duration::from_secs(1);
/// How many seconds apart it is asked again what a server must hear, or give.
const PAUSES: [u64; 5] = [1, 2, 4, 8, 16];

/// Why the work on a run was over.
enum Left {
    Ended(Result<Box<Came>>),
    /// It was cancelled, or another has it.
    Lost,
    TookTooLong,
    /// The worker stops.
    Stopping,
}

/// What a run came to.
struct Came {
    status: RunStatus,
    result: String,
    found: Option<RunFound>,
}

/// Does a run, and leaves it.
pub(super) async fn work(shift: &Arc<Shift>, run: HeldRun, mut stop: watch::Receiver<bool>) {
    let id = run.id;
    shift.tell(&json!({ "event": "taken", "run": id }), || {
        format!("{id}: taken")
    });
    let (tell, answers) = mpsc::channel(1);
    let desk = Arc::new(Desk {
        shift: Arc::clone(shift),
        run: run.clone(),
        asking: AtomicBool::new(false),
        asked: Mutex::default(),
        answers: Mutex::new(answers),
        received: AtomicU32::new(0),
    });
    let stage = Arc::new(Stage::default());
    let left = {
        let driven = driven(shift, &run, Arc::clone(&desk), Arc::clone(&stage));
        let shown = live::show(shift, &run, &stage);
        let held = hold(shift, &run, &desk, &tell);
        tokio::select! {
            left = driven => left,
            () = held => Left::Lost,
            () = shown => Left::Lost,
            _ = stop.wait_for(|stop| *stop) => Left::Stopping,
        }
    };
    let without = |status, result| Came {
        status,
        result,
        found: None,
    };
    let came = match left {
        Left::Ended(Ok(came)) => *came,
        Left::Ended(Err(error)) => without(RunStatus::Failed, format!("{error:#}")),
        Left::TookTooLong if desk.asking.load(Ordering::Relaxed) => without(
            RunStatus::Waiting,
            format!(
                "Nobody answered in the time that the run had: {}",
                desk.asked.lock().await
            ),
        ),
        Left::TookTooLong => without(
            RunStatus::Failed,
            format!(
                "not done within {} seconds",
                run.order.seconds.unwrap_or(SECONDS)
            ),
        ),
        Left::Lost => {
            shift.tell(&json!({ "event": "lost", "run": id }), || {
                format!("{id}: cancelled, or taken by another")
            });
            return;
        }
        Left::Stopping => {
            let back = WorkReturn { claim: run.claim };
            told(shift.post::<IgnoredAny>(&run, "release", &back).await, &run);
            shift.tell(&json!({ "event": "given_back", "run": id }), || {
                format!("{id}: given back")
            });
            return;
        }
    };
    // What is longer the server refuses, and with it the end.
    let result = cut(&came.result, limits::REPORT - 1);
    let outcome = RunOutcome {
        found: came.found,
        ..outcome(shift, &run, result).await
    };
    let status = came.status;
    finish(shift, &run, status, outcome).await;
    shift.tell(
        &json!({ "event": "left", "run": id, "status": status }),
        || format!("{id}: {}", word(status)),
    );
}

fn status_of(ending: Ending) -> RunStatus {
    match ending {
        Ending::Done => RunStatus::Done,
        Ending::Unverified => RunStatus::DoneUnverified,
        Ending::NeedsUser => RunStatus::Waiting,
        Ending::Failed | Ending::Broken | Ending::Usage | Ending::Refused(_) => RunStatus::Failed,
    }
}

/// What was done is not all of it where a file that a page gave was not kept.
fn came_to(ran: &Ran) -> (RunStatus, String) {
    let status = status_of(ran.ending);
    if ran.lost.is_empty() {
        return (status, ran.result.clone());
    }
    let names: Vec<String> = ran.lost.iter().map(|name| quote(name)).collect();
    let lack = format!("{} Not kept: {}.", ran.result, names.join(", "));
    match status {
        RunStatus::Done => (RunStatus::DoneUnverified, lack),
        other => (other, lack),
    }
}

/// The run within its time. What was done is read in a time of its own: that this takes long undoes nothing.
async fn driven(shift: &Shift, run: &HeldRun, desk: Arc<Desk>, stage: Arc<Stage>) -> Left {
    let seconds = run.order.seconds.unwrap_or(SECONDS);
    let done = done(shift, run, desk, Arc::clone(&stage));
    let (mut hands, ran) = match timeout(Duration::from_secs(seconds.into()), done).await {
        Err(_) => return Left::TookTooLong,
        Ok(Err(error)) => return Left::Ended(Err(error)),
        Ok(Ok(done)) => done,
    };
    let (status, mut result) = came_to(&ran);
    let is_done = matches!(status, RunStatus::Done | RunStatus::DoneUnverified);
    let found = match is_done && run.order.brings() {
        true => {
            let door = Door::with_token(&shift.server, run.token.clone());
            Some(brought(&mut hands, &door, &run.order, &ran.entered).await)
        }
        false => None,
    };
    // What a person did by hand is worth keeping, whatever became of the task.
    if run.order.profile.is_some()
        && (is_done || stage.was_given())
        && let Err(why) = profile::keep(shift, run, hands.browser()).await
    {
        result = format!("{result} The profile was not saved: {why:#}.");
    }
    hands.close().await;
    Left::Ended(Ok(Box::new(Came {
        status,
        result,
        found,
    })))
}

/// Opens the first page, which may have led elsewhere.
async fn went(hands: &mut Hands, url: &str, plan: &Assignment) -> Result<()> {
    browsers::go(hands, url).await?;
    match &plan.manners {
        Some(manners) => manners.admit(&hands.page().url()?).await,
        None => Ok(()),
    }
}

/// The task in a browser without a past, which stays where the task ended.
async fn done(
    shift: &Shift,
    run: &HeldRun,
    desk: Arc<Desk>,
    stage: Arc<Stage>,
) -> Result<(Hands, Ran)> {
    let order = &run.order;
    let robots = shift.robots.clone().map(|fetch| robots::Asked::of(fetch));
    let manners = robots.map(|asked| Arc::new(asked) as Arc<dyn Manners>);
    if let Some(manners) = &manners {
        manners.admit(&order.url).await?;
    }
    let plan = Assignment {
        manners,
        ..assignment(run, Arc::clone(&desk), stage)?
    };
    let browser = match &shift.browser.cdp {
        Some(endpoint) => Browser::connect_apart(endpoint)
            .await
            .with_context(|| format!("cannot join the browser at {endpoint}"))?,
        None => browsers::open_on(&shift.browser, shift.network.clone()).await?,
    };
    profile::begin(shift, run, &browser).await?;
    let mut hands = with_files(shift, run, browser).await?;
    let door = Door::with_token(&shift.server, run.token.clone());
    let went = went(&mut hands, &order.url, &plan).await;
    let ran = match went {
        Ok(()) if order.only_reads() => Ok(only_read()),
        Ok(()) => drive(&mut hands, &door, run.session_id, &plan, &mut |_, _| {}).await,
        Err(error) => Err(error),
    };
    match ran {
        Ok(mut ran) => {
            hands.linger().await;
            ran.lost.extend(late(&mut hands, &*desk).await);
            Ok((hands, ran))
        }
        Err(error) => {
            hands.close().await;
            Err(error)
        }
    }
}

/// Keeps what pages gave after the last step, and tells what of it is not kept.
async fn late(hands: &mut Hands, keeper: &dyn FileKeeper) -> Vec<String> {
    let mut lost = Vec::new();
    for file in hands.received().await {
        let is_kept = match &file.kept {
            Some(at) => keeper.keep(&file.name, at).await.is_ok(),
            None => false,
        };
        if !is_kept {
            lost.push(file.name);
        }
    }
    lost
}

/// Nothing was to be done.
fn only_read() -> Ran {
    Ran {
        ending: Ending::Done,
        status: InteractStatus::Completed,
        result: "The page was read.".to_owned(),
        task: None,
        steps: 0,
        lost: Vec::new(),
        entered: Entered::default(),
    }
}

fn assignment(run: &HeldRun, desk: Arc<Desk>, stage: Arc<Stage>) -> Result<Assignment> {
    let order = &run.order;
    Ok(Assignment {
        query: match order.workflow {
            Some(_) => order.instruction.clone(),
            None => with_inputs(&order.instruction, &order.inputs)?,
        },
        workflow: order.workflow.as_ref().map(|which| WorkflowStart {
            id: which.id,
            version: which.version,
            no_model: which.no_model,
            inputs: order.inputs.clone(),
        }),
        max_steps: usize::from(order.max_steps.unwrap_or(MOST_STEPS)),
        consent: match order.approve {
            RunApproval::Nothing => Answerer::Nobody,
            RunApproval::Changes => Answerer::YesToChanges,
            RunApproval::All => Answerer::YesToAll,
        },
        secrets: Some(Arc::clone(&desk) as Arc<dyn SecretHolder>),
        keeper: Some(Arc::clone(&desk) as Arc<dyn FileKeeper>),
        afar: Some(desk),
        onlooker: Some(stage),
        manners: None,
        task: run.task_id,
        answer: None,
        by_program: order.by_program.unwrap_or_default(),
        pictures: true,
        today: jiff::Zoned::now().date().to_string(),
        files: run.files.iter().map(|file| file.name.clone()).collect(),
    })
}

/// Words with what is given along in the place of its names.
pub(super) fn with_inputs(words: &str, inputs: &BTreeMap<String, String>) -> Result<String> {
    if inputs.is_empty() {
        return Ok(words.to_owned());
    }
    let inputs = inputs
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    filled(words, &inputs.collect()).map_err(|name| anyhow::anyhow!("nothing is given as {name:?}"))
}

/// Holds the run; ends when it is lost. A server that is not reached in time has given it to another by then.
async fn hold(shift: &Shift, run: &HeldRun, desk: &Desk, answers: &mpsc::Sender<String>) {
    let lease = Duration::from_secs(shift.claim.lease_seconds.into());
    let body = WorkRenewal {
        claim: run.claim,
        lease_seconds: shift.claim.lease_seconds,
        again: true,
    };
    let mut held_until = Instant::now() + lease;
    let mut said = Instant::now();
    loop {
        sleep(ASKING.min(lease / 3)).await;
        if said.elapsed() < lease / 3 && !desk.asking.load(Ordering::Relaxed) {
            continue;
        }
        let asked_at = Instant::now();
        // What was asked before this was sent is what an answer in it is to.
        let asking = desk.asking.load(Ordering::Relaxed);
        let left = held_until.saturating_duration_since(asked_at);
        let renewed = timeout(left, shift.post(run, "renew", &body)).await;
        match renewed {
            Ok(Ok(Answered::Well(Wrapped::<WorkRenewed> { data }))) => {
                held_until = asked_at + lease;
                said = asked_at;
                // It is told again and again, and heard once.
                if let Some(answer) = data.answer
                    && asking
                    && desk.asking.swap(false, Ordering::Relaxed)
                {
                    let _ = answers.try_send(answer);
                }
            }
            Ok(Ok(Answered::Badly(StatusCode::CONFLICT, _))) => return,
            Ok(Ok(Answered::Badly(_, _)) | Err(_)) | Err(_) => {}
        }
        if Instant::now() >= held_until {
            return;
        }
    }
}

/// What the run came to, as the server has it of the task.
async fn outcome(shift: &Shift, run: &HeldRun, result: String) -> RunOutcome {
    let bare = RunOutcome {
        result,
        ..RunOutcome::default()
    };
    match kept(shift, run).await {
        Ok(Some(task)) => RunOutcome {
            ledger: task.ledger.unwrap_or_default(),
            steps: task.task.step_count,
            cost_micros: task.usage.map_or(0, |usage| usage.cost_micros),
            task_id: Some(task.task.task_id),
            ..bare
        },
        Ok(None) => bare,
        Err(error) => {
            complain(&format!(
                "{}: its task could not be read: {error:#}",
                run.id
            ));
            bare
        }
    }
}

/// The last task of the run's conversation.
async fn kept(shift: &Shift, run: &HeldRun) -> Result<Option<TimelineData>> {
    let door = shift.door.of(run.token.clone());
    let tasks = format!("/api/session/{}/tasks", run.session_id);
    let Ok(Wrapped::<TaskListData> { data }) = door.get::<_, Problem>(&tasks).await? else {
        return Ok(None);
    };
    let Some(last) = data.tasks.first() else {
        return Ok(None);
    };
    let task = format!("/api/session/{}/task/{}", run.session_id, last.task_id);
    let read = door.get::<Wrapped<TimelineData>, Problem>(&task).await?;
    Ok(read.ok().map(|read| read.data))
}

/// Says how it ended, more than once where the server is not reached: it was done all the same.
async fn finish(shift: &Shift, run: &HeldRun, status: RunStatus, outcome: RunOutcome) {
    let body = WorkEnd {
        claim: run.claim,
        status,
        outcome,
    };
    let answered = insisting(|| shift.post::<IgnoredAny>(run, "finish", &body));
    told(answered.await, run);
}

/// Asks again, a while later, where the server is not reached or fails; gives what the last try came to.
pub(super) async fn insisting<T, F>(mut ask: impl FnMut() -> F) -> Result<Answered<T>>
where
    F: Future<Output = Result<Answered<T>>>,
{
    for seconds in PAUSES {
        match ask().await {
            Ok(Answered::Badly(status, _)) if status.is_server_error() => {}
            Err(_) => {}
            answered => return answered,
        }
        sleep(Duration::from_secs(seconds)).await;
    }
    ask().await
}

fn told(answered: Result<Answered<IgnoredAny>>, run: &HeldRun) {
    match answered {
        Ok(Answered::Well(_)) => {}
        Ok(Answered::Badly(_, problem)) => complain(&format!("{}: {problem}", run.id)),
        Err(error) => complain(&format!("{}: {error:#}", run.id)),
    }
}

/// Where the person is asked, who is elsewhere.
struct Desk {
    shift: Arc<Shift>,
    run: HeldRun,
    asking: AtomicBool,
    /// What was asked last.
    asked: Mutex<String>,
    answers: Mutex<mpsc::Receiver<String>>,
    /// How many files pages gave.
    received: AtomicU32,
}

/// Something is asked, for as long as this is held.
struct Asking<'a>(&'a AtomicBool);

impl<'a> Asking<'a> {
    fn begin(asking: &'a AtomicBool) -> Self {
        asking.store(true, Ordering::Relaxed);
        Self(asking)
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// It holds a token.
impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

#[async_trait]
impl Afar for Desk {
    async fn ask(&self, question: &str, _: Option<&WireApprovalRequest>) -> Option<String> {
        let body = WorkQuestion {
            claim: self.run.claim,
            question: question.to_owned(),
        };
        let asked = self.shift.post::<IgnoredAny>(&self.run, "ask", &body).await;
        let Ok(Answered::Well(_)) = asked else {
            return None;
        };
        question.clone_into(&mut *self.asked.lock().await);
        let mut answers = self.answers.lock().await;
        // What came too late for the question before answers nothing of this.
        while answers.try_recv().is_ok() {}
        let _asking = Asking::begin(&self.asking);
        answers.recv().await
    }
}

/// The server keeps what pages give.
#[async_trait]
impl FileKeeper for Desk {
    async fn keep(&self, name: &str, at: &Path) -> Result<(), String> {
        let number = self.received.fetch_add(1, Ordering::Relaxed);
        keep_file(&self.shift, &self.run, number, (name, at)).await
    }
}

/// The server has the secrets, and gives one where it may be entered.
#[async_trait]
impl SecretHolder for Desk {
    async fn secret(&self, name: &str, origin: &str) -> Result<String, String> {
        let body = WorkSecret {
            claim: self.run.claim,
            name: name.to_owned(),
            origin: origin.to_owned(),
        };
        match self.shift.post(&self.run, "secret", &body).await {
            Ok(Answered::Well(Wrapped::<WorkSecretData> { data })) => Ok(data.value),
            Ok(Answered::Badly(_, problem)) => Err(format!("{problem} ({})", problem.code)),
            Err(error) => Err(format!("{error:#}")),
        }
    }
}
