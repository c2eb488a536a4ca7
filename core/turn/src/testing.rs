//! Short ways to write tasks and events down in tests.

use std::sync::Arc;

use screen_agent_action::Action;
use screen_agent_action::ask::{Decision, Proposal};
use screen_agent_action::id::TaskId;
use screen_agent_action::step::Report;
use screen_agent_page::Observation;
use uuid::Uuid;

pub(crate) use screen_agent_action::testing::*;

use crate::event::{Event, Seen};
use crate::task::Task;

pub(crate) fn task(query: &str) -> Task {
    Task::new(TaskId::new(Uuid::from_u128(7)), query.to_owned())
}

pub(crate) fn seen(screen: Observation) -> Seen {
    Seen {
        screen: Arc::new(screen),
        today: "2026-03-04".to_owned(),
        ..Seen::default()
    }
}

pub(crate) fn observed(screen: Observation) -> Event {
    Event::Observed {
        seen: Box::new(seen(screen)),
    }
}

pub(crate) fn reported(screen: Observation, report: Report) -> Event {
    Event::Observed {
        seen: Box::new(Seen {
            report,
            ..seen(screen)
        }),
    }
}

pub(crate) fn proposed(action: Action) -> Event {
    decided(Decision::Act { action })
}

pub(crate) fn decided(decision: Decision) -> Event {
    Event::Proposed {
        proposal: Box::new(Proposal::new("As asked.", decision)),
    }
}
