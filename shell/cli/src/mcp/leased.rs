//! A tab of the person's own browser, under a lease: what a client wants done is put down at the server, taken up by the
//! browser, and what came of it is read again.

use std::time::{Duration, Instant};

use screen_agent_mcp::{
    ActStep, CallFault, Caller, DoResult, DoStanding, Given, LeaseArgs, LeaseShown, LeaseVerb,
    LeaseWay, ToolOutcome,
};
use screen_agent_wire::extension::lease::{
    LeaseData, LeaseEnder, LeaseMode, LeaseOrder, LeaseState, LeaseStep, NewLease, OrderReport,
    OrderState,
};
use screen_agent_wire::extension::response::InteractStatus;
use screen_agent_wire::extension::task::{TimelineData, TimelineStep};
use uuid::Uuid;

use super::acting::acted;
use super::carry_out::{clause, in_words};
use super::desk::{Looked, TOKENS};
use super::served::{got, posted};
use crate::drive::Door;
use crate::terminal::word;

/// How long one look at a lease waits for news, in seconds; and how often the person's first word is waited for.
const WAIT: u32 = 20;
const FIRST_WORDS: u32 = 2;
/// How long a browser may leave an order lying.
const AWAY: Duration = Duration::from_secs(60);
/// How long an order may take. The person may have to be asked.
const PATIENCE: Duration = Duration::from_secs(15 * 60);
/// Minutes of a lease, where nothing is said of it.
const MINUTES: u32 = 15;

/// Asks for a lease, shows one, ends one.
pub(super) async fn lease(door: &Door, args: LeaseArgs) -> Given {
    let lease = match args.verb {
        LeaseVerb::Ask => asked(door, args).await?,
        LeaseVerb::Show => read(door, &args.id.unwrap_or_default(), "").await?,
        LeaseVerb::End => {
            let end = LeaseStep::End {
                by: LeaseEnder::Client,
                why: None,
            };
            step(door, &args.id.unwrap_or_default(), &end).await?
        }
    };
    let shown = LeaseShown {
        id: lease.id.to_string(),
        state: word(&lease.state),
        sites: lease.sites,
        mode: word(&lease.mode),
        expires_at: lease.expires_at,
        ended_by: lease.ended_by.as_ref().map(word),
        why: lease.why,
    };
    let by = shown.ended_by.as_ref().map(|by| format!(" by {by}"));
    let why = shown.why.as_ref().map(|why| format!(": {why}"));
    let text = format!(
        "lease {} is {}{}{}",
        shown.id,
        shown.state,
        by.unwrap_or_default(),
        why.unwrap_or_default()
    );
    Ok(ToolOutcome::new(text, &shown))
}

async fn asked(door: &Door, args: LeaseArgs) -> Result<LeaseData, CallFault> {
    let wanted = NewLease {
        client: args.client.unwrap_or_default(),
        purpose: args.purpose.unwrap_or_default(),
        sites: args.sites,
        mode: match args.mode.unwrap_or(LeaseWay::Observe) {
            LeaseWay::Observe => LeaseMode::Observe,
            LeaseWay::Assist => LeaseMode::Assist,
            LeaseWay::Autopilot => LeaseMode::Autopilot,
        },
        minutes: args.minutes.unwrap_or(MINUTES),
        url: args.url,
    };
    let mut lease: LeaseData = posted(door.post("/api/leases", &wanted).await)?;
    for _ in 0..FIRST_WORDS {
        if lease.state == LeaseState::Asked {
            lease = read(door, &lease.id.to_string(), &format!("?wait={WAIT}")).await?;
        }
    }
    Ok(lease)
}

async fn read(door: &Door, id: &str, how: &str) -> Result<LeaseData, CallFault> {
    got(door.get(&format!("/api/leases/{id}{how}")).await)
}

async fn step(door: &Door, id: &str, step: &LeaseStep) -> Result<LeaseData, CallFault> {
    posted(door.post(&format!("/api/leases/{id}"), step).await)
}

/// Shows the page. An address is gone to as any action is.
pub(super) async fn look(
    door: &Door,
    (id, url, tokens): (&str, Option<String>, Option<u32>),
    caller: &Caller,
) -> Given {
    let came = match url {
        None => ordered(door, id, LeaseOrder::Look, caller).await?,
        Some(url) => {
            let go = screen_agent_action::Action::Navigate {
                url,
                new_tab: false,
            };
            let actions = vec![screen_agent_action::print(&go)];
            ordered(door, id, LeaseOrder::Act { actions }, caller).await?
        }
    };
    if let Some(fault) = &came.report.fault {
        return Err(CallFault::new(fault.code.clone(), fault.message.clone()));
    }
    let looked = looked(came.report, tokens);
    Ok(ToolOutcome::new(looked.text, &looked.facts))
}

/// Does the client's actions.
pub(super) async fn act(door: &Door, id: &str, actions: Vec<String>, caller: &Caller) -> Given {
    let came = ordered(door, id, LeaseOrder::Act { actions }, caller).await?;
    let timeline = came.timeline(door).await?;
    let steps = timeline.as_ref().map(steps).unwrap_or_default();
    let whole = timeline
        .as_ref()
        .is_some_and(|told| told.task.status == InteractStatus::Completed);
    let why = why(&came.report, timeline.as_ref(), whole);
    if let (Some((code, message)), []) = (&why, steps.as_slice()) {
        return Err(CallFault::new(code.clone(), message.clone()));
    }
    let looked = looked(came.report, None);
    let why = why.map(|(code, why)| format!("{code}: {why}"));
    Ok(acted(whole, why, steps, looked))
}

/// Carries out an instruction. What it asks, it asks the person in their panel.
pub(super) async fn carry_out(
    door: &Door,
    id: &str,
    instruction: String,
    caller: &Caller,
) -> Given {
    let came = ordered(door, id, LeaseOrder::Do { instruction }, caller).await?;
    let timeline = came.timeline(door).await?;
    let status = timeline.as_ref().map(|told| told.task.status);
    let whole = status == Some(InteractStatus::Completed);
    let verified = timeline.as_ref().and_then(|told| told.verified);
    let why = why(&came.report, timeline.as_ref(), whole);
    let Some(told) = timeline else {
        let (code, message) = why.unwrap_or_default();
        return Err(CallFault::new(code, message));
    };
    let looked = looked(came.report, None);
    let done = DoResult {
        standing: match (whole, verified) {
            (true, Some(false)) => DoStanding::DoneUnverified,
            (true, _) => DoStanding::Done,
            (false, _) => DoStanding::Failed,
        },
        result: match why {
            Some((code, why)) => format!("{code}: {why}"),
            None => told.task.result.clone().unwrap_or_default(),
        },
        task: None,
        approval: false,
        clauses: told.ledger.iter().flatten().map(clause).collect(),
        steps: told.steps.len(),
        url: looked.facts.url,
    };
    let words = in_words(&done, &steps(&told), &looked.text);
    Ok(ToolOutcome::new(words, &done))
}

fn looked(report: OrderReport, tokens: Option<u32>) -> Looked {
    match report.page {
        Some(page) => Looked::of(*page, tokens.unwrap_or(TOKENS)),
        None => Looked::unread(String::new()),
    }
}

/// Why not all of it was done.
fn why(report: &OrderReport, told: Option<&TimelineData>, whole: bool) -> Option<(String, String)> {
    if let Some(fault) = &report.fault {
        return Some((fault.code.clone(), fault.message.clone()));
    }
    let result = told.and_then(|told| told.task.result.clone());
    let otherwise = || "it was not done, and nothing is known of why".to_owned();
    (!whole).then(|| ("NOT_DONE".to_owned(), result.unwrap_or_else(otherwise)))
}

fn steps(told: &TimelineData) -> Vec<ActStep> {
    let step = |step: &TimelineStep| {
        let verdict = step.verification.as_ref();
        let verified = verdict.map(|verdict| verdict.success);
        // Nobody may take it for undone, and do it once more.
        let open = || "it was under way when this ended; look whether it was done".to_owned();
        ActStep {
            action: step.action.clone(),
            performed: true,
            verified,
            reason: verdict.map_or_else(open, |verdict| verdict.reason.clone()),
            read: step.reported.clone(),
        }
    };
    told.steps.iter().map(step).collect()
}

/// What an order came to.
struct Came {
    session: Uuid,
    report: OrderReport,
}

impl Came {
    async fn timeline(&self, door: &Door) -> Result<Option<TimelineData>, CallFault> {
        let Some(task) = self.report.task_id else {
            return Ok(None);
        };
        let path = format!("/api/session/{}/task/{task}", self.session);
        got(door.get(&path).await).map(Some)
    }
}

/// Puts an order down and waits for what comes of it.
async fn ordered(
    door: &Door,
    id: &str,
    order: LeaseOrder,
    caller: &Caller,
) -> Result<Came, CallFault> {
    let put = step(door, id, &LeaseStep::Order { order }).await?;
    let Some(no) = put.order.as_ref().map(|order| order.no) else {
        return Err(unknown());
    };
    // A client that goes away wants it no more.
    let mut leaving = Leaving(Some((door.clone(), id.to_owned(), no)));
    let began = Instant::now();
    loop {
        let lease = read(door, id, &format!("?wait={WAIT}&order={no}")).await?;
        let order = lease.order.filter(|order| order.no == no);
        let Some(order) = order else {
            return Err(unknown());
        };
        match (order.state, order.report) {
            (OrderState::Done, report) => {
                leaving.0 = None;
                return Ok(Came {
                    session: lease.session_id,
                    report: report.unwrap_or_default(),
                });
            }
            (OrderState::Waiting, _) if began.elapsed() > AWAY => {
                return Err(CallFault::new(
                    "BROWSER_AWAY",
                    "the person's browser does not answer; nothing was done",
                ));
            }
            (OrderState::Taken, _) if lease.state == LeaseState::Ended => {
                leaving.0 = None;
                return Err(CallFault::new(
                    "LEASE_ENDED",
                    "the lease ended while this was under way; how far it came is not known",
                ));
            }
            (OrderState::Taken, _) if began.elapsed() > PATIENCE => return Err(unknown()),
            (OrderState::Waiting, _) => caller.tell("waiting for the person's browser"),
            (OrderState::Taken, _) => caller.tell("under way in the person's browser"),
        }
    }
}

fn unknown() -> CallFault {
    CallFault::new(
        "NOT_ANSWERED",
        "the browser has not said what came of it; look before you do anything again",
    )
}

/// Withdraws an order unless it came to something.
struct Leaving(Option<(Door, String, u32)>);

impl Drop for Leaving {
    fn drop(&mut self) {
        if let Some((door, id, no)) = self.0.take() {
            // It may have ended in this moment: then there is nothing to withdraw.
            tokio::spawn(async move { step(&door, &id, &LeaseStep::Cancel { no }).await });
        }
    }
}
