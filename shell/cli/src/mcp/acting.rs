//! `act`: the client's own actions, as a task of which it is the only proposer.

use screen_agent_action as action;
use screen_agent_action::{Action, ToolType};
use screen_agent_mcp::{ActArgs, ActStep, Acted, CallFault, Caller, Given, ToolOutcome, fenced};

use super::carry_out::{Course, assignment};
use super::desk::{At, BrowserDesk, Looked};
use super::person::Behind;
use crate::compose::fence_mark;
use crate::drive::drive;
use crate::exit::Ending;

pub(super) async fn act(desk: &BrowserDesk, at: &mut At, args: ActArgs, caller: &Caller) -> Given {
    let actions: Vec<Action> = args
        .actions
        .iter()
        .map(|text| read(text))
        .collect::<Result<_, _>>()?;
    desk.here(at, &*caller.person).await?;
    let count = actions.len();
    // What is typed stands in no conversation.
    let names: Vec<&str> = actions.iter().map(|action| action.entry().tag).collect();
    let query = format!("actions of a client: {}", names.join(", "));
    let behind = Behind::new(caller.person.clone(), desk.sites.clone());
    // Each may need something out of its way first.
    let plan = assignment(query, count * 3 + 2, desk.consent, behind.clone());
    desk.relay.take_up(actions, at.shown.clone());
    let mut course = Course::new(caller);
    let hands = desk.hands(at).await?;
    let ran = {
        let mut tell = course.listener();
        drive(hands, &desk.relaying, desk.session, &plan, &mut tell).await
    };
    let came = desk.relay.lay_down();
    let ran = ran.map_err(|error| CallFault::new("NOT_DONE", format!("{error:#}")))?;
    let steps = course.steps();
    let why = match (came.whole, ran.ending) {
        (true, _) => None,
        (false, Ending::NeedsUser) if behind.lacked_yes() => Some((
            "NEEDS_APPROVAL",
            format!(
                "{} Only the person can say yes to it, and did not.",
                ran.result
            ),
        )),
        (false, Ending::NeedsUser) => Some(("NEEDS_PERSON", ran.result)),
        (false, _) => Some(match came.refused {
            Some(why) => ("REFUSED", why),
            None => ("NOT_DONE", ran.result),
        }),
    };
    // Nothing was done: that is a fault of the call, and the page is as it was.
    if let (Some((code, why)), []) = (&why, steps.as_slice()) {
        return Err(CallFault::new(*code, why.clone()));
    }
    let looked = desk.look_after(at).await?;
    let why = why.map(|(code, why)| format!("{code}: {why}"));
    Ok(acted(came.whole, why, steps, looked))
}

/// Reads an action that a client may want.
fn read(text: &str) -> Result<Action, CallFault> {
    let shown: String = text.chars().take(80).collect();
    let action = action::parse(text).map_err(|error| {
        CallFault::new(
            "INVALID_ACTION",
            format!("{shown:?} is not one action: {error}"),
        )
    })?;
    if action.is_terminal() || action.tool_type() == ToolType::Server {
        let why = format!("{shown:?} does nothing on a page");
        return Err(CallFault::new("INVALID_ACTION", why));
    }
    if let Action::UploadFile { .. } = action {
        return Err(CallFault::new(
            "INVALID_ACTION",
            "no files are lent to this browser",
        ));
    }
    Ok(action)
}

/// What came of actions, as clients are told.
pub(super) fn acted(
    done: bool,
    why: Option<String>,
    steps: Vec<ActStep>,
    looked: Looked,
) -> ToolOutcome {
    // Names, reasons and what was read are words of pages.
    let mut lines: Vec<String> = steps.iter().map(line).collect();
    lines.extend(why.clone());
    let came = fenced(
        "what came of it, with words of the page",
        &lines.join("\n"),
        &fence_mark(),
    );
    let acted = Acted {
        done,
        why,
        steps,
        url: looked.facts.url,
    };
    ToolOutcome::new(format!("{came}\n\n{}", looked.text), &acted)
}

pub(super) fn line(step: &ActStep) -> String {
    let sign = match (step.performed, step.verified) {
        (false, _) => "not performed",
        (true, Some(true)) => "verified",
        (true, Some(false)) => "not seen to work",
        (true, None) => "performed",
    };
    let read = step
        .read
        .as_deref()
        .map(|read| format!(" (data of the page: {read})"));
    format!(
        "{}: {sign}. {}{}",
        step.action,
        step.reason,
        read.unwrap_or_default()
    )
}
