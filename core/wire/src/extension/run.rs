//! Runs: tasks that a worker does in a browser of its own, whoever asked for them being elsewhere.

use std::collections::BTreeMap;

use screen_agent_words::vault::referred;
use serde_json::Value;
use uuid::Uuid;

use super::files::PresignData;
use super::outputs::{self, FOUND_BYTES, OutputField, RunFound, output_fields};
use super::profile::checked_profile;
use super::response::WireClause;
use super::workflow::{NO_ORDER, WorkflowRef};
use crate::derives::*;
use crate::invalid::{Invalid, address, chars, count, given};
use crate::limits;

/// Most values that are given along.
const INPUTS: usize = 50;
/// Most steps, and how many without a word.
pub const MOST_STEPS: u16 = 50;
/// Longest time, in seconds.
pub const MOST_SECONDS: u32 = 6 * 60 * 60;
/// How long a run may take without a word, in seconds.
pub const SECONDS: u32 = 30 * 60;
/// Priorities are from minus this to this.
pub const MOST_PRIORITY: i8 = 10;
/// How long a worker may say that it holds a run without renewing, in seconds.
pub const LEASE_SECONDS: std::ops::RangeInclusive<u32> = 2..=600;

/// How a run stands.
#[contract(word, Hash)]
pub enum RunStatus {
    /// It waits for a worker.
    Queued,
    /// A worker does it.
    Running,
    /// Something is asked that only a person can answer.
    Waiting,
    /// Done, and all of it was seen to be.
    Done,
    /// Done, and not all of it was seen to be.
    DoneUnverified,
    /// Not done.
    Failed,
    /// Somebody did not want it any more.
    Cancelled,
}

impl RunStatus {
    /// Nothing more comes of it, unless it is wanted again.
    pub const fn is_over(self) -> bool {
        match self {
            Self::Done | Self::DoneUnverified | Self::Failed | Self::Cancelled => true,
            Self::Queued | Self::Running | Self::Waiting => false,
        }
    }
}

/// What is approved in advance. Questions are asked all the same.
#[contract(word, Default)]
pub enum RunApproval {
    /// Nothing: each is asked.
    #[default]
    Nothing,
    /// Changes on the sites of the task.
    Changes,
    /// Files, code, cookies, traffic, secrets and other sites, too.
    All,
}

/// `POST /api/runs`.
#[contract(camel, Default)]
pub struct NewRun {
    /// What to do, in plain words. `{name}` stands for what is given under that name. Of a workflow: what is ordered by
    /// words of one's own; nothing, if omitted. With `questions`, or with `outputs` alone, there is none: the page is read.
    #[serde(default)]
    pub instruction: String,
    /// Questions about the page, in the place of an instruction: 10 at most. Nothing is acted on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub questions: Vec<String>,
    /// Which data of the page that it ends on the run is to bring, as `web.extract` takes it: names, names with what they
    /// mean, or a JSON Schema of an object or a list of such, whose fields are of the types string, number and integer.
    #[schema(value_type = Option<Object>)]
    #[ts(optional, type = "string[] | Record<string, unknown>")]
    pub outputs: Option<Value>,
    /// Where to begin; where the workflow does, if omitted.
    #[serde(default)]
    pub url: String,
    /// The kept workflow that is carried out, with the inputs as its values.
    pub workflow: Option<WorkflowRef>,
    /// Values by their names. They are quoted where they are put: a value is no order.
    #[serde(default)]
    pub inputs: BTreeMap<String, String>,
    /// Most steps before giving up: 1 to 50; 50, if omitted.
    pub max_steps: Option<u16>,
    /// How long it may take, answers of persons included: 10 to 21600 seconds; 1800, if omitted.
    pub seconds: Option<u32>,
    /// Keys of files that were uploaded before: they may be put where the page asks for files. 20 at most, each of another
    /// name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub files: Vec<String>,
    /// The profile that its browser begins with and leaves what it is signed in with in, whether there is one yet or not: small
    /// letters, digits, dots and dashes. One run at a time has it. A browser without a past, if omitted.
    pub profile: Option<String>,
    /// What is approved in advance; nothing, if omitted.
    #[serde(default)]
    pub approve: RunApproval,
    /// The higher ones of an organisation come first: -10 to 10; 0, if omitted.
    #[serde(default)]
    pub priority: i8,
    /// A program wrote the instruction: it orders nothing by itself, so what is consequential is asked.
    pub by_program: Option<bool>,
    /// Where it is told how the run stands: https, this machine, or `mailto:` and one's own address.
    pub callback: Option<String>,
    /// The row of a table that it does. The same row of the same batch is submitted once.
    pub batch: Option<RunBatch>,
}

/// A row of a table, each of which is a run.
#[contract(Default, Eq)]
pub struct RunBatch {
    /// What the whole is called: 1 to 64 characters, the same for each of its rows.
    pub id: String,
    /// Which row, from 0.
    pub row: u32,
}

impl NewRun {
    /// The names of secrets that it stands for.
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        let inputs = self.inputs.values().map(String::as_str);
        std::iter::once(self.instruction.as_str())
            .chain(inputs)
            .flat_map(referred)
    }

    /// It brings data or answers.
    pub fn brings(&self) -> bool {
        self.outputs.is_some() || !self.questions.is_empty()
    }

    /// Nothing is done: the page is opened and read.
    pub fn only_reads(&self) -> bool {
        self.brings() && self.workflow.is_none() && self.instruction.trim().is_empty()
    }

    /// The fields that it is to bring; none where what it says of them cannot be read.
    pub fn fields(&self) -> Vec<OutputField> {
        let fields = self.outputs.as_ref().map(output_fields);
        fields.and_then(Result::ok).unwrap_or_default()
    }

    /// What it is called, where its words say nothing that is done.
    pub fn called(&self) -> String {
        match self.questions.as_slice() {
            _ if !self.only_reads() => self.instruction.clone(),
            [] => {
                let names: Vec<String> =
                    self.fields().into_iter().map(|field| field.name).collect();
                format!("Read {}", names.join(", "))
            }
            [question] => question.clone(),
            [question, more @ ..] => format!("{question} (and {} more)", more.len()),
        }
    }

    /// Refuses what cannot be run. What a workflow is for, and where it begins, is for whoever keeps it to say.
    pub fn checked(mut self) -> Result<Self, Invalid> {
        if self.workflow.is_some() && self.instruction.trim().is_empty() {
            NO_ORDER.clone_into(&mut self.instruction);
        }
        if let Some(spec) = &self.outputs {
            output_fields(spec)?;
        }
        outputs::questions(&self)?;
        if !self.only_reads() {
            given("instruction", &self.instruction, limits::QUERY)?;
        }
        if self.workflow.is_some() && self.url.is_empty() {
            return self.checked_besides();
        }
        given("url", &self.url, limits::URL)?;
        address("url", &self.url)?;
        if !self.url.starts_with("http://") && !self.url.starts_with("https://") {
            return Err(Invalid::new("url", "is neither http nor https"));
        }
        self.checked_besides()
    }

    /// All but what is done, and where.
    fn checked_besides(self) -> Result<Self, Invalid> {
        inputs(&self.inputs)?;
        self.files_checked()?;
        if let Some(profile) = &self.profile {
            checked_profile(profile)?;
        }
        within(
            "maxSteps",
            self.max_steps.unwrap_or(MOST_STEPS),
            1,
            MOST_STEPS,
        )?;
        within("seconds", self.seconds.unwrap_or(SECONDS), 10, MOST_SECONDS)?;
        within("priority", self.priority, -MOST_PRIORITY, MOST_PRIORITY)?;
        if let Some(callback) = &self.callback {
            told_at(callback)?;
        }
        if let Some(batch) = &self.batch {
            given("batch.id", &batch.id, limits::WORD)?;
        }
        Ok(self)
    }
}

impl NewRun {
    fn files_checked(&self) -> Result<(), Invalid> {
        count("files", self.files.len(), limits::FILES)?;
        if self.only_reads() && !self.files.is_empty() {
            return Err(Invalid::new("files", "are for runs that do something"));
        }
        for (at, key) in self.files.iter().enumerate() {
            given("files", key, limits::KEY)?;
            if self.files.iter().take(at).any(|before| before == key) {
                return Err(Invalid::new("files", "names one twice"));
            }
        }
        Ok(())
    }
}

/// Refuses values that are too many or too long.
pub(super) fn inputs(inputs: &BTreeMap<String, String>) -> Result<(), Invalid> {
    count("inputs", inputs.len(), INPUTS)?;
    for (name, value) in inputs {
        given("inputs", name, limits::WORD)?;
        chars("inputs", value, limits::TITLE)?;
    }
    Ok(())
}

/// Whom a callback writes to, where it is an e-mail.
pub fn mailed_to(callback: &str) -> Option<&str> {
    callback.strip_prefix("mailto:")
}

/// What a run came to is its owner's own, and never travels in the clear.
fn told_at(callback: &String) -> Result<(), Invalid> {
    given("callback", callback, limits::URL)?;
    if let Some(to) = mailed_to(callback) {
        let is_address = to.split_once('@').is_some_and(|(who, at)| {
            !who.is_empty() && !at.is_empty() && !to.contains(['?', '%', ',', ' ', '\n', '\r'])
        });
        return match is_address {
            true => Ok(()),
            false => Err(Invalid::new("callback", "is not mailto: and one address")),
        };
    }
    address("callback", callback)?;
    let of_here = ["http://localhost", "http://127.0.0.1", "http://[::1]"];
    let ends = |rest: &str| rest.is_empty() || rest.starts_with([':', '/', '?', '#']);
    let is_here = of_here
        .iter()
        .any(|here| callback.strip_prefix(here).is_some_and(ends));
    match is_here || callback.starts_with("https://") {
        true => Ok(()),
        false => Err(Invalid::new("callback", "is not https")),
    }
}

fn within<T: PartialOrd + std::fmt::Display>(
    field: &str,
    number: T,
    least: T,
    most: T,
) -> Result<(), Invalid> {
    match number >= least && number <= most {
        true => Ok(()),
        false => Err(Invalid::new(
            field,
            format!("is not between {least} and {most}"),
        )),
    }
}

/// What a run came to.
#[contract(camel, Default)]
pub struct RunOutcome {
    /// In words.
    pub result: String,
    /// What was asked, part by part, and what showed each to be done.
    #[serde(default)]
    pub ledger: Vec<WireClause>,
    /// Steps that were taken.
    #[serde(default)]
    pub steps: u32,
    /// What the models cost, in millionths of the currency.
    #[serde(default)]
    pub cost_micros: u64,
    /// The task, where it came to one: its steps stand there.
    pub task_id: Option<Uuid>,
    /// The data and the answers that were asked for, where a run is asked for by itself, or a list with them.
    pub found: Option<RunFound>,
}

/// A run.
#[contract(camel)]
pub struct RunData {
    /// Its id.
    pub id: Uuid,
    /// What is to be done. Secrets in it are blotted out.
    pub instruction: String,
    /// Where it begins.
    pub url: String,
    /// How it stands.
    pub status: RunStatus,
    /// The higher ones of an organisation come first.
    pub priority: i8,
    /// How often a worker has taken it up since it was submitted or wanted again, and not given it back.
    pub attempt: u32,
    /// The conversation that its task is in.
    pub session_id: Uuid,
    /// Who does it, or did last.
    pub worker: Option<String>,
    /// What is asked, while it waits.
    pub question: Option<String>,
    /// A worker waits for the answer. Without one, only another try helps.
    pub answerable: bool,
    /// Where it is told how it stands, and how that went.
    pub callback: Option<RunCallback>,
    /// The profile of its browser.
    pub profile: Option<String>,
    /// The row of a table that it does.
    pub batch: Option<RunBatch>,
    /// What it came to, once it is over.
    pub outcome: Option<RunOutcome>,
    /// Its files, where a run is asked for by itself, or told of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<RunFile>>")]
    pub files: Vec<RunFile>,
    /// ISO 8601.
    pub created_at: String,
    /// When it was last taken up, ISO 8601.
    pub started_at: Option<String>,
    /// When it was over, ISO 8601.
    pub ended_at: Option<String>,
}

/// A file of a run. It is kept for as long as what is uploaded.
#[contract(camel)]
pub struct RunFile {
    /// What it is named by.
    pub key: String,
    /// Its name, without any folder.
    pub name: String,
    /// Its type, by what is in it.
    pub mime_type: String,
    /// Its size in bytes.
    pub size: u32,
    /// A page gave it during the run. Otherwise whoever submitted the run did.
    pub received: bool,
    /// Where it is, for its owner.
    pub link: Option<PresignData>,
}

/// Where it is told how a run stands.
#[contract(Eq)]
pub struct RunCallback {
    /// The site alone, for the rest of an address may be secret; or the address that is written to.
    pub site: String,
    /// How the telling of the latest state stands, where a run is asked for by itself and came to one.
    pub standing: Option<CallbackStanding>,
    /// Why it was not heard the last time.
    pub trouble: Option<String>,
}

/// How the telling of a state stands.
#[contract(word, Hash)]
pub enum CallbackStanding {
    /// It is tried, or tried again.
    Pending,
    /// It was heard.
    Told,
    /// Nobody heard it, and nobody tries again.
    GivenUp,
}

/// What is posted to a callback, signed: a state that a run came to.
#[contract]
pub struct RunTold {
    /// The same at each try: who has seen it has heard this.
    pub id: String,
    /// Since when, ISO 8601.
    pub at: String,
    /// The run as it stood then.
    pub run: RunData,
}

/// `GET /api/callbacks/secret`.
#[contract(Eq)]
pub struct CallbackSecret {
    /// What callbacks of one's runs are signed with.
    pub secret: String,
}

/// `GET /api/runs`.
#[contract(Default)]
pub struct RunListData {
    /// The newest first.
    pub runs: Vec<RunData>,
    /// How many there are of these.
    pub total: u32,
}

/// `POST /api/runs/{id}/answer`.
#[contract(Default)]
pub struct RunAnswer {
    /// What the person says; of an approval, `yes` or anything else.
    pub answer: String,
    /// What they were asked, as it was shown to them: where something else is asked by now, this answers nothing.
    pub question: Option<String>,
}

impl RunAnswer {
    /// Refuses nothing and too much.
    pub fn checked(self) -> Result<Self, Invalid> {
        given("answer", &self.answer, limits::QUERY)?;
        Ok(self)
    }
}

/// `POST /api/work/claim`: a worker has a browser to spare.
#[contract(camel, Default)]
pub struct WorkClaim {
    /// What the worker is called.
    pub worker: String,
    /// How long it holds a run without renewing: 2 to 600 seconds.
    pub lease_seconds: u32,
    /// Most runs on one site at once, whoever does them; as many as come, if omitted.
    pub per_site: Option<u32>,
    /// How many seconds lie between the beginnings of two runs on one site; none, if omitted.
    pub site_delay: Option<u32>,
}

impl WorkClaim {
    /// Refuses what cannot be meant.
    pub fn checked(self) -> Result<Self, Invalid> {
        given("worker", &self.worker, limits::WORD)?;
        let (least, most) = LEASE_SECONDS.into_inner();
        within("leaseSeconds", self.lease_seconds, least, most)?;
        within("perSite", self.per_site.unwrap_or(1), 1, 10_000)?;
        within("siteDelay", self.site_delay.unwrap_or(0), 0, 86_400)?;
        Ok(self)
    }
}

/// What a worker is to do next.
#[contract(camel, Default)]
pub struct WorkData {
    /// A run; none while there is nothing to do.
    pub run: Option<HeldRun>,
}

/// A run in the hands of a worker.
#[contract(camel)]
pub struct HeldRun {
    /// Its id.
    pub id: Uuid,
    /// What the worker shows whenever it says something of the run.
    pub claim: i64,
    /// What to do; where to begin is where a task is gone on with, if one is.
    pub order: NewRun,
    /// The conversation to do it in.
    pub session_id: Uuid,
    /// The task to go on with; a new one without.
    pub task_id: Option<Uuid>,
    /// What the order's files are called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<RunFile>>")]
    pub files: Vec<RunFile>,
    /// What the worker is let in with as whoever asked for the run, for as long as it holds it.
    pub token: String,
}

/// `POST /api/work/{id}/renew`.
#[contract(camel, Copy, Default)]
pub struct WorkRenewal {
    /// As it was given.
    pub claim: i64,
    /// For how long again, in seconds.
    pub lease_seconds: u32,
    /// True: an answer is told with each renewal until something else is asked, so that none is lost on the way. Without, once.
    #[serde(default)]
    pub again: bool,
}

impl WorkRenewal {
    /// Refuses what cannot be meant.
    pub fn checked(self) -> Result<Self, Invalid> {
        let (least, most) = LEASE_SECONDS.into_inner();
        within("leaseSeconds", self.lease_seconds, least, most)?;
        Ok(self)
    }
}

/// The run is the worker's for as long again.
#[contract(Default)]
pub struct WorkRenewed {
    /// What the person answered.
    pub answer: Option<String>,
}

/// `POST /api/work/{id}/ask`.
#[contract(Default)]
pub struct WorkQuestion {
    /// As it was given.
    pub claim: i64,
    /// What only a person can answer.
    pub question: String,
}

/// `POST /api/work/{id}/file`.
#[contract(Default)]
pub struct WorkFile {
    /// As it was given.
    pub claim: i64,
    /// A file that the run's order names.
    pub key: String,
}

/// `POST /api/work/{id}/release`.
#[contract(Copy, Default)]
pub struct WorkReturn {
    /// As it was given.
    pub claim: i64,
}

/// `POST /api/work/{id}/finish`.
#[contract]
pub struct WorkEnd {
    /// As it was given.
    pub claim: i64,
    /// How it ended, or `waiting` where something was asked that nobody answered.
    pub status: RunStatus,
    /// What it came to.
    pub outcome: RunOutcome,
}

impl RunOutcome {
    /// What it counts as for what was ordered: what was to be brought and is missing is said, and then it is not `done`. A run
    /// that was not done brings nothing.
    #[must_use]
    pub fn settled(mut self, status: RunStatus, order: &NewRun) -> (RunStatus, Self) {
        let is_done = matches!(status, RunStatus::Done | RunStatus::DoneUnverified);
        if !order.brings() || !is_done {
            self.found = None;
            return (status, self);
        }
        let unread = || RunFound::unread(order, "whoever did the run has not told what it found");
        let found = self.found.get_or_insert_with(unread);
        let Some(lack) = found.lack() else {
            return (status, self);
        };
        let said = format!("{} {lack}", self.result);
        said.trim().clone_into(&mut self.result);
        (RunStatus::DoneUnverified, self)
    }
}

impl WorkEnd {
    /// Refuses what is no end.
    pub fn checked(self) -> Result<Self, Invalid> {
        chars("outcome.result", &self.outcome.result, limits::REPORT)?;
        if self
            .outcome
            .found
            .as_ref()
            .is_some_and(|found| found.size() > FOUND_BYTES)
        {
            let why = format!("larger than {FOUND_BYTES} bytes");
            return Err(Invalid::new("outcome.found", why));
        }
        match self.status {
            RunStatus::Queued | RunStatus::Running | RunStatus::Cancelled => {
                Err(Invalid::new("status", "is no end that a worker comes to"))
            }
            RunStatus::Done
            | RunStatus::DoneUnverified
            | RunStatus::Failed
            | RunStatus::Waiting => Ok(self),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn run() -> NewRun {
        NewRun {
            instruction: "Click Save".to_owned(),
            url: "https://shop.example/".to_owned(),
            ..NewRun::default()
        }
    }

    fn told(callback: &str) -> NewRun {
        NewRun {
            callback: Some(callback.to_owned()),
            ..run()
        }
    }

    fn with_files(files: Vec<String>) -> NewRun {
        NewRun { files, ..run() }
    }

    #[test]
    fn a_callback_is_told_over_https_or_on_this_machine() {
        for url in [
            "https://hooks.example/a?key=1",
            "http://127.0.0.1:9/x",
            "http://localhost",
        ] {
            assert!(told(url).checked().is_ok(), "{url}");
        }
    }

    #[test]
    #[allow(clippy::too_many_lines, reason = "a table of cases")]
    fn what_cannot_be_run_is_refused_by_its_field() {
        assert_eq!(run().checked(), Ok(run()));
        let long = "x".repeat(limits::TITLE + 1);
        for (field, wrong) in [
            (
                "instruction",
                NewRun {
                    instruction: " ".into(),
                    ..run()
                },
            ),
            (
                "url",
                NewRun {
                    url: String::new(),
                    ..run()
                },
            ),
            (
                "url",
                NewRun {
                    url: "file:///etc/passwd".into(),
                    ..run()
                },
            ),
            (
                "inputs",
                NewRun {
                    inputs: [("a".into(), long)].into(),
                    ..run()
                },
            ),
            (
                "profile",
                NewRun {
                    profile: Some("My Shop".into()),
                    ..run()
                },
            ),
            ("files", with_files(vec!["k".into(), "k".into()])),
            ("files", with_files(vec![String::new()])),
            (
                "files",
                with_files((0..=limits::FILES).map(|key| key.to_string()).collect()),
            ),
            (
                "files",
                NewRun {
                    instruction: String::new(),
                    questions: vec!["What does it cost?".into()],
                    ..with_files(vec!["k".into()])
                },
            ),
            (
                "maxSteps",
                NewRun {
                    max_steps: Some(51),
                    ..run()
                },
            ),
            (
                "seconds",
                NewRun {
                    seconds: Some(9),
                    ..run()
                },
            ),
            (
                "priority",
                NewRun {
                    priority: 11,
                    ..run()
                },
            ),
            ("callback", told("http://shop.example/hook")),
            ("callback", told("http://localhost.example/hook")),
            ("callback", told("ftp://shop.example/hook")),
            (
                "batch.id",
                NewRun {
                    batch: Some(RunBatch::default()),
                    ..run()
                },
            ),
        ] {
            assert_eq!(wrong.checked().unwrap_err().field, field);
        }
    }

    #[test]
    fn a_worker_ends_a_run_and_does_not_cancel_it() {
        let finish = |status| WorkEnd {
            claim: 1,
            status,
            outcome: RunOutcome::default(),
        };
        for (status, good) in [
            (RunStatus::Done, true),
            (RunStatus::Waiting, true),
            (RunStatus::Cancelled, false),
            (RunStatus::Queued, false),
        ] {
            assert_eq!(finish(status).checked().is_ok(), good, "{status:?}");
        }
    }
}
