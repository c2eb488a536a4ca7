//! Round what stands in the way of a proposal.

use std::collections::BTreeMap;

use crate::obstacle::{self, WayRound};
use crate::open_question::Held;
use crate::phase::Progress;
use screen_agent_action::Action;
use screen_agent_action::step::Maker;
use screen_agent_gate::Stopped;
use screen_agent_gate::approval::ApprovalRequest;
use screen_agent_gate::stage::ProposedAction;
use screen_agent_gate::validate::{InvalidAction, validate};

use super::act::{aimed_at, by_rule, hold, through_gate, was_denied};
use super::ending::{Ending, Turn};
use super::send::{Intent, send};

/// How long a page that is still loading is given at a time, in seconds.
const MOMENT: f64 = 1.0;

/// Takes the first way round that needs nobody's yes, as a step of its own; else asks for the first
/// that does.
pub(super) fn get_past(
    turn: &mut Turn,
    progress: Progress,
    action: Action,
    invalid: &InvalidAction,
) -> Ending {
    let mut asked = None;
    for way in obstacle::ways_round(invalid, &progress.seen.screen, &turn.task) {
        let Ok(valid) = validate(ProposedAction(way.action.clone()), &progress.seen.screen) else {
            continue;
        };
        match through_gate(turn, &progress, valid) {
            Ok(passed) => {
                let intent = Intent {
                    thought: way.thought,
                    scroll_reason: way.scroll_reason,
                    by: Maker::Rule,
                    ..Intent::default()
                };
                return send(turn, progress, passed, intent);
            }
            Err(Stopped::Ask(request))
                if asked.is_none() && !was_denied(turn, &progress, &way.action, &request) =>
            {
                asked = Some((way, request));
            }
            Err(_) => {}
        }
    }
    match asked {
        Some((way, request)) => ask_for_way(turn, progress, way, *request),
        None => turn.refuse(progress, action, invalid.why()),
    }
}

/// Waits a moment instead of calling a task done on a page that says it is still loading.
pub(super) fn let_it_load(turn: &mut Turn, progress: Progress) -> Ending {
    look_again(
        turn,
        progress,
        "The page is still loading; I wait a moment.",
    )
}

/// Waits a moment, and looks.
pub(super) fn look_again(turn: &mut Turn, progress: Progress, thought: &str) -> Ending {
    let action = Action::Wait { seconds: MOMENT };
    let valid = validate(ProposedAction(action.clone()), &progress.seen.screen).ok();
    let Some(passed) = valid.and_then(|valid| through_gate(turn, &progress, valid).ok()) else {
        return turn.refuse(progress, action, "the page is still loading".to_owned());
    };
    let intent = Intent {
        thought: thought.to_owned(),
        by: Maker::Rule,
        ..Intent::default()
    };
    send(turn, progress, passed, intent)
}

fn ask_for_way(
    turn: &mut Turn,
    progress: Progress,
    way: WayRound,
    request: ApprovalRequest,
) -> Ending {
    let held = Held {
        on: aimed_at(&progress, &way.action),
        proposal: by_rule(&turn.task, way.action.clone(), way.thought),
        parts: BTreeMap::new(),
    };
    hold(turn, progress, held, &way.action, request)
}
