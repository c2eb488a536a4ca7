//! A way round what stands between a proposal and its target: an overlay, or the end of the view.

use screen_agent_page::locate::{Dismissal, dismissals};
use screen_agent_page::{Node, NodeId, Observation, Rect, Role, Screen};

use crate::task::Task;
use screen_agent_action::Action;
use screen_agent_action::step::Step;
use screen_agent_gate::validate::InvalidAction;
use screen_agent_words::quote::quote;

/// How many steps back something that was tried counts as tried.
const MEMORY: usize = 4;

/// What share of the view something takes that lies over all of it.
const ALL_OF_IT: f64 = 0.9;
/// How far the page is moved from under what sticks to its edge, in views.
const SOME: f64 = 0.5;

/// One way round, as a step of its own.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WayRound {
    pub(crate) action: Action,
    pub(crate) thought: String,
    /// Set when the client is to scroll, look again, and ask again.
    pub(crate) scroll_reason: Option<String>,
}

/// Ways round, best first. Empty when the proposal itself has to change.
pub(crate) fn ways_round(
    invalid: &InvalidAction,
    screen: &Observation,
    task: &Task,
) -> Vec<WayRound> {
    match invalid {
        InvalidAction::Covered { name } => around_overlay(name, screen, task),
        InvalidAction::Missing { id } => further_down(id, screen, task),
        InvalidAction::Invisible { .. }
        | InvalidAction::Disabled { .. }
        | InvalidAction::WrongKind { .. }
        | InvalidAction::OutOfBounds { .. } => Vec::new(),
    }
}

/// Closing comes first, saying no next, and saying yes last: it gives away the most. Only a button says yes for the person.
/// Then Escape, a click beside what lies over the page, and, for what sticks to an edge, moving the page from under it.
fn around_overlay(name: &str, screen: &Observation, task: &Task) -> Vec<WayRound> {
    let escape = Action::Press {
        key: "Escape".to_owned(),
        modifiers: Vec::new(),
    };
    dismissals(&Screen::new(screen))
        .into_iter()
        .filter(|(kind, node)| *kind != Dismissal::Accept || node.role == Role::Button)
        .map(|(_, node)| Action::Click {
            id: node.id.clone(),
        })
        .chain([escape])
        .chain(backdrop(screen).map(|node| Action::Click {
            id: node.id.clone(),
        }))
        .chain(from_under(screen))
        .filter(|action| !was_tried(action, task))
        .map(|action| WayRound {
            thought: format!("Something lies over {}; I close it first.", quote(name)),
            action,
            scroll_reason: None,
        })
        .collect()
}

/// What lies over all of the page and takes clicks beside the dialog.
fn backdrop(screen: &Observation) -> Option<&Node> {
    let view = screen.viewport?;
    let over_all = |node: &&Node| {
        let wide =
            |rect: Rect| rect.w >= view.width * ALL_OF_IT && rect.h >= view.height * ALL_OF_IT;
        !node.covered && node.name.trim().is_empty() && node.rect.is_some_and(wide)
    };
    screen.nodes.iter().find(over_all)
}

/// Scrolling moves what is covered, and not what sticks to the edge over it.
fn from_under(screen: &Observation) -> Option<Action> {
    let depth = screen.scroll_position.as_deref()?;
    let more = screen.nodes.iter().any(|node| !node.covered);
    more.then(|| Action::Scroll {
        down: depth != "100%",
        pages: SOME,
        id: None,
    })
}

fn was_tried(action: &Action, task: &Task) -> bool {
    lately(task).any(|step| step.action == *action)
}

/// Regions with more in them, then the page. What did not move lately is not tried again.
fn further_down(id: &NodeId, screen: &Observation, task: &Task) -> Vec<WayRound> {
    let regions = screen.containers.iter().filter(|region| region.has_more);
    let nodes = screen
        .nodes
        .iter()
        .filter(|node| node.scroll.as_ref().is_some_and(|scroll| scroll.has_more));
    let page = screen
        .scroll_position
        .as_deref()
        .is_some_and(|depth| depth != "100%");
    regions
        .map(|region| Some(region.id.clone()))
        .chain(nodes.map(|node| Some(node.id.clone())))
        .chain(page.then_some(None))
        .map(|id| Action::Scroll {
            down: true,
            pages: 1.0,
            id,
        })
        .filter(|action| !was_in_vain(action, task))
        .map(|action| WayRound {
            action,
            thought: "What I need is not in view; I scroll further.".to_owned(),
            scroll_reason: Some(format!("control {} is not in view", quote(id.as_str()))),
        })
        .collect()
}

fn was_in_vain(action: &Action, task: &Task) -> bool {
    lately(task).any(|step| step.action == *action && step.missed())
}

fn lately(task: &Task) -> impl Iterator<Item = &Step> {
    task.steps.iter().rev().take(MEMORY)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use screen_agent_page::{ScrollContainer, ViewportSize};

    use super::*;
    use crate::testing::{click, node, screen, task};

    fn actions(nodes: Vec<Node>) -> Vec<Action> {
        let covered = InvalidAction::Covered {
            name: "Save".to_owned(),
        };
        ways_round(&covered, &screen(nodes), &task("save"))
            .into_iter()
            .map(|way| way.action)
            .collect()
    }

    #[test]
    fn closing_comes_before_no_and_no_before_yes_and_escape_last() {
        let nodes = vec![
            node("1", "btn", "Accept all cookies"),
            node("2", "btn", "Closest shop"),
            node("3", "btn", "×"),
            Node {
                covered: true,
                ..node("4", "btn", "Close")
            },
            node("5", "btn", "Only necessary"),
            node("6", "link", "OK"),
        ];
        let escape = Action::Press {
            key: "Escape".to_owned(),
            modifiers: vec![],
        };
        let ways = [click("3"), click("5"), click("1"), escape.clone()];
        assert_eq!(actions(nodes), ways);
        assert_eq!(actions(vec![]), [escape]);
    }

    #[test]
    fn after_escape_the_backdrop_is_clicked_and_the_page_moved_from_under() {
        let shade = Node {
            rect: Some(Rect {
                x: 0.0,
                y: 0.0,
                w: 800.0,
                h: 600.0,
            }),
            ..node("9", "btn", "")
        };
        let wide = Node {
            name: "News".to_owned(),
            ..shade.clone()
        };
        let mut page = screen(vec![wide, shade]);
        page.viewport = Some(ViewportSize {
            width: 800.0,
            height: 600.0,
        });
        page.scroll_position = Some("0%".to_owned());
        let covered = InvalidAction::Covered {
            name: "Save".to_owned(),
        };
        let ways = |page: &Observation| -> Vec<Action> {
            let ways = ways_round(&covered, page, &task("save")).into_iter();
            ways.map(|way| way.action).collect()
        };
        let moved = |down| Action::Scroll {
            down,
            pages: SOME,
            id: None,
        };
        let escape = Action::Press {
            key: "Escape".to_owned(),
            modifiers: vec![],
        };
        assert_eq!(ways(&page), [escape.clone(), click("9"), moved(true)]);
        page.scroll_position = Some("100%".to_owned());
        page.viewport = None;
        assert_eq!(ways(&page), [escape, moved(false)]);
    }

    #[test]
    fn a_missing_target_is_looked_for_only_where_there_is_more() {
        let missing = InvalidAction::Missing {
            id: NodeId::new("7"),
        };
        let mut page = screen(vec![]);
        let scroll = |page: &Observation| {
            ways_round(&missing, page, &task("x"))
                .into_iter()
                .map(|way| way.action)
                .next()
        };
        assert_eq!(scroll(&page), None);
        page.scroll_position = Some("40%".to_owned());
        let down = |id| {
            Some(Action::Scroll {
                down: true,
                pages: 1.0,
                id,
            })
        };
        assert_eq!(scroll(&page), down(None));
        page.containers.push(ScrollContainer {
            id: NodeId::new("9"),
            depth: "0%".to_owned(),
            has_more: true,
        });
        assert_eq!(scroll(&page), down(Some(NodeId::new("9"))));
    }
}
