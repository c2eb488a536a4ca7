//! Round what stands in the way of a proposal.

use std::collections::BTreeMap;

use crate::obstacle::{self, WayRound};
use crate::open_question::Held;
use crate::phase::Progress;
use crate::task::Task;
use screen_agent_action::Action;
use screen_agent_action::step::Maker;
use screen_agent_gate::Stopped;
use screen_agent_gate::approval::ApprovalRequest;
use screen_agent_gate::stage::ProposedAction;
use screen_agent_gate::validate::{InvalidAction, validate};
use screen_agent_page::locate::scrollables;
use screen_agent_page::{Observation, Screen};
use screen_agent_think::OutOfView;

use super::act::{aimed_at, by_rule, hold, through_gate, was_denied};
use super::ending::{Ending, Turn};
use super::send::{Intent, send};

/// How long a page that is still loading is given at a time, in seconds.
const MOMENT: f64 = 1.0;
/// How far the view is moved to show a judge more, in pages: what was at its edge stays in it.
const FURTHER: f64 = 0.8;

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

/// Most looks further up or down that judges may ask for in one task.
const SHOWN: u8 = 2;

/// The way to what a judge has to see, where the page has more in that direction and it was not shown often enough.
pub(super) fn towards(
    task: &Task,
    screen: &Observation,
    need: Option<OutOfView>,
) -> Option<Action> {
    let need = need.filter(|_| task.thinking.shown < SHOWN)?;
    let moved =
        (screen.scroll_position.as_deref()).is_some_and(|depth| !matches!(depth, "" | "0%"));
    let (down, id) = match need {
        OutOfView::Above => (false, moved.then_some(None)?),
        OutOfView::Below => (
            true,
            scrollables(&Screen::new(screen))
                .into_iter()
                .next()?
                .region(),
        ),
    };
    let pages = FURTHER;
    Some(Action::Scroll { down, pages, id })
}

/// Goes there, and looks.
pub(super) fn show(turn: &mut Turn, progress: Progress, way: Action) -> Ending {
    turn.task.thinking.shown = turn.task.thinking.shown.saturating_add(1);
    let thought = "What would show it is not in view; I look there.";
    look(turn, progress, way, thought)
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
    look(turn, progress, Action::Wait { seconds: MOMENT }, thought)
}

/// Does what changes nothing, and looks.
fn look(turn: &mut Turn, progress: Progress, action: Action, thought: &str) -> Ending {
    let valid = validate(ProposedAction(action.clone()), &progress.seen.screen).ok();
    let Some(passed) = valid.and_then(|valid| through_gate(turn, &progress, valid).ok()) else {
        return turn.refuse(progress, action, "it cannot be looked at again".to_owned());
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
