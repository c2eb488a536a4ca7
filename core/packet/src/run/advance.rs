//! What follows an event. The only file that knows them all.

use screen_agent_tools::Outcome;
use screen_agent_wire::packet::Document;

use super::effect::Effect;
use super::event::Event;
use super::state::{QuestionRun, WaitingCall, WaitsFor};
use super::turn::Turn;
use super::{answered, asked, propose, result, take};
use crate::inquiry::Means;
use crate::moment::Moment;

/// Decides what follows an event. Pure: the same run, event and moment give the same effects.
///
/// The last effect is a `Reply` or a `Fail`, after which nothing comes back, unless something is
/// still to come back: for each call one event.
pub fn advance(
    run: QuestionRun,
    event: Event,
    moment: &Moment,
    means: &Means,
) -> (QuestionRun, Vec<Effect>) {
    let mut turn = Turn {
        run,
        moment,
        means,
        effects: Vec::new(),
    };
    if turn.run.ended {
        turn.refuse("This question is answered already; ask anew.");
    } else {
        follow(&mut turn, event);
    }
    (turn.run, turn.effects)
}

fn follow(turn: &mut Turn<'_>, event: Event) {
    match event {
        Event::Asked(request) => asked::asked(turn, *request),
        Event::Loaded(documents) => loaded(turn, documents),
        Event::Answered {
            said,
            model,
            broken_off,
        } => match turn.run.asked.take() {
            Some(asking) => {
                turn.run.model = model;
                answered::answered(turn, &asking, said, broken_off);
            }
            None => unexpected(turn),
        },
        Event::ApprovalUsed { fingerprint, first } => used(turn, &fingerprint, first),
        Event::Performed { call_id, outcome } => performed(turn, &call_id, outcome),
    }
}

fn loaded(turn: &mut Turn<'_>, documents: Result<Vec<Document>, String>) {
    if !std::mem::take(&mut turn.run.loading) {
        return unexpected(turn);
    }
    match documents {
        Ok(documents) => {
            turn.run.loaded = documents.into_iter().map(take::seen_by_people).collect();
            turn.run.has_loaded = true;
            turn.proceed();
        }
        Err(why) => turn.refuse(&screen_agent_words::quote::cut(&why, 300)),
    }
}

fn used(turn: &mut Turn<'_>, fingerprint: &str, first: bool) {
    let is_it = |waiting: &WaitingCall| matches!(&waiting.waits_for, WaitsFor::Approval { fingerprint: own, .. } if own == fingerprint);
    let Some((waiting, expires_at_ms)) = take(turn, is_it).and_then(with_expiry) else {
        return unexpected(turn);
    };
    if first {
        propose::approved(turn, waiting, fingerprint, expires_at_ms);
    } else {
        let again = "This approval was used before; it counts once.";
        turn.came_to(vec![result::failed(&waiting.call, "POLICY_DENIED", again)]);
    }
    turn.proceed();
}

fn with_expiry(waiting: WaitingCall) -> Option<(WaitingCall, i64)> {
    match waiting.waits_for {
        WaitsFor::Approval { expires_at_ms, .. } => Some((waiting, expires_at_ms)),
        WaitsFor::Person { .. } | WaitsFor::Client | WaitsFor::Server => None,
    }
}

fn performed(turn: &mut Turn<'_>, call_id: &str, outcome: Outcome) {
    let is_it = |waiting: &WaitingCall| {
        waiting.waits_for == WaitsFor::Server && waiting.call.id.as_deref() == Some(call_id)
    };
    let Some(waiting) = take(turn, is_it) else {
        return unexpected(turn);
    };
    let documents = result::of_server(&waiting.call, outcome);
    turn.came_to(documents);
    turn.proceed();
}

fn take(turn: &mut Turn<'_>, is_it: impl Fn(&WaitingCall) -> bool) -> Option<WaitingCall> {
    let at = turn.run.waiting.iter().position(is_it)?;
    Some(turn.run.waiting.remove(at))
}

/// An event that nothing asked for: the runner has lost count, and the person is not left waiting.
fn unexpected(turn: &mut Turn<'_>) {
    turn.refuse("Something went wrong on the server; please ask again.");
}
