//! A page outside of the sites of the task: nobody reads a word of it before the person says that they may.
//!
//! A redirect, a script, a refresh, a new window, a way back, another tab: however the page got there, the
//! look itself is the question. Until the yes nothing is done but going back.

use std::sync::Arc;

use screen_agent_page::Observation;

use crate::open_question::OpenQuestion;
use crate::person::{self, Stay};
use crate::phase::{Phase, Progress};
use crate::secrets;
use crate::task::{Denied, Task};
use screen_agent_action::origin::{check_target, host_of, is_among, origin_of};
use screen_agent_action::step::{Maker, Proof, Verdict};
use screen_agent_action::{Action, print};
use screen_agent_gate::approval::{ANSWER_WITHIN_MS, ApprovalRequest, AskReason};
use screen_agent_gate::arrival_print;
use screen_agent_gate::consent::SpokenConsent;

use super::ending::{Ending, Turn};
use super::send::sure;
use super::{act, judge};

/// Goes on with the look, unless it is of a page that the task may not be on.
pub(super) fn look(turn: &mut Turn, mut progress: Progress) -> Ending {
    let Some(origin) = origin_of(&progress.seen.screen.url) else {
        return read(turn, progress);
    };
    let question = turn.task.phase.question();
    let asked = question.and_then(OpenQuestion::asks_to_stay).cloned();
    let stay = asked
        .as_ref()
        .map(|request| person::stay(&mut turn.task, &progress.seen, request));
    let about_here = asked.is_some_and(|request| request.origin == origin);
    if stay == Some(Stay::Yes) && about_here {
        turn.task.origins.insert(origin.clone());
    }
    if belongs(&mut turn.task, &progress, &origin) {
        return read(turn, progress);
    }
    progress.seen.screen = Arc::new(unread(&progress.seen.screen));
    match stay {
        Some(Stay::No) => {
            turn.deny(denied(&origin));
            go_back(turn, progress, &origin)
        }
        Some(Stay::Waiting) if about_here => turn.wait_on(progress),
        _ if turn.task.denied.contains(&denied(&origin)) => go_back(turn, progress, &origin),
        _ => ask(turn, progress, &origin),
    }
}

/// The page may be read: whether to stay on another is no question any more.
fn read(turn: &mut Turn, progress: Progress) -> Ending {
    let question = turn.task.phase.question();
    if question.and_then(OpenQuestion::asks_to_stay).is_some() {
        turn.task.phase = Phase::Idle;
    }
    judge::outstanding(turn, progress)
}

/// True where the task is, where the person's words order it to go, and where a lasting yes lets it.
fn belongs(task: &mut Task, progress: &Progress, origin: &str) -> bool {
    if is_among(origin, &task.origins) {
        return true;
    }
    let consent = SpokenConsent::of(task.spoken().map(screen_agent_words::Words::as_str));
    let ordered = host_of(origin).is_some_and(|host| consent.name_host(&host));
    let now = progress.seen.now_ms;
    let mut grants = task.grants.iter();
    let may = ordered || grants.any(|grant| grant.covers(AskReason::LeavesSite, origin, now));
    if may {
        task.origins.insert(origin.to_owned());
    }
    may
}

/// Where the page is, and nothing of what it says.
fn unread(screen: &Observation) -> Observation {
    Observation {
        url: screen.url.clone(),
        document: screen.document.clone(),
        ..Observation::default()
    }
}

fn ask(turn: &mut Turn, progress: Progress, origin: &str) -> Ending {
    let seen = &progress.seen;
    let near = match check_target(&seen.screen.url, "") {
        Err(_) => " It is a place in this machine or its network.",
        Ok(_) => "",
    };
    let secrets = secrets::of(&turn.task, seen);
    let address = Action::Navigate {
        url: seen.screen.url.clone(),
        new_tab: false,
    };
    let request = ApprovalRequest {
        fingerprint: arrival_print(&turn.task.id.to_string(), turn.task.steps.len(), origin),
        reason: AskReason::LeavesSite,
        text: format!(
            "The page has gone to {origin}, outside the sites of this task. Read it and go on there?{near}"
        ),
        action: secrets.hide(&print(&address)),
        origin: origin.to_owned(),
        element: None,
        expires_at_ms: seen.now_ms.saturating_add(ANSWER_WITHIN_MS),
    };
    let held = None;
    turn.wait(
        progress,
        String::new(),
        OpenQuestion::Approval { request, held },
    )
}

/// Back to where the task may be; where there is no way back, it ends there.
fn go_back(turn: &mut Turn, mut progress: Progress, origin: &str) -> Ending {
    turn.task.phase = Phase::Idle;
    turn.enter(screen_agent_action::status::TaskStatus::Planning);
    let why = format!("it led to {origin}, where the person did not want to go on");
    if turn.task.outstanding().is_some() {
        turn.task.sent = None;
        let verdict = Verdict {
            met: false,
            proof: Proof::Otherwise,
            ..sure(&why)
        };
        judge::keep(turn, &verdict);
        progress.verdict = Some(verdict);
    }
    let last = turn.task.steps.last();
    if last.is_some_and(|step| step.by == Maker::Rule && step.action == Action::GoBack) {
        return turn.give_up(
            progress,
            format!("The page is on {origin}, and I found no way back."),
        );
    }
    let proposal = act::by_rule(&turn.task, Action::GoBack, "I go back.".to_owned());
    act::act(turn, progress, proposal)
}

fn denied(origin: &str) -> Denied {
    Denied {
        reason: AskReason::LeavesSite,
        origin: origin.to_owned(),
        shape: "arrive".to_owned(),
    }
}
