//! Moving the view, and keys.

use screen_agent_action::{Action, Direction, Modifier};
use screen_agent_page::{Node, Role, State};

use super::turn::{Tried, Turn, said};
use super::{Move, cover, explore, tell};
use crate::ground::find::candidates;
use crate::ground::{Grounded, Reference, Wish};
use crate::read::Heading;
use crate::words::Phrase;

/// Scrolls the page, a region of it, or until something is in view.
pub(crate) fn scroll(
    turn: &mut Turn<'_>,
    heading: Option<Heading>,
    end: bool,
    what: &Phrase,
) -> Move {
    let region = region(turn, what);
    let Some(heading) = heading else {
        if region.is_none() && !what.is_empty() {
            return tell::find(turn, what);
        }
        return move_view(turn, Heading::Down, end, region);
    };
    if let (None, Some(word)) = (region, cover::unknown_place(what)) {
        return Move::Stuck(format!(
            "I see nothing that scrolls and is called \"{word}\""
        ));
    }
    move_view(turn, heading, end, region)
}

/// The region that was named.
fn region<'a>(turn: &Turn<'a>, what: &Phrase) -> Option<&'a Node> {
    if what.is_empty() {
        return None;
    }
    candidates(&turn.scene, &Reference::of(what), Wish::Any)
        .into_iter()
        .find(|node| {
            node.scroll.is_some()
                || matches!(node.role, Role::TextArea | Role::Scroll | Role::Select)
        })
}

fn move_view(turn: &mut Turn<'_>, heading: Heading, end: bool, region: Option<&Node>) -> Move {
    let id = region.map(|node| node.id.clone());
    let place = region.map_or_else(|| "the page".to_owned(), said);
    let action = match (heading, id) {
        (Heading::Left, Some(id)) => Action::ScrollContainer {
            id,
            direction: Direction::Left,
        },
        (Heading::Right, Some(id)) => Action::ScrollContainer {
            id,
            direction: Direction::Right,
        },
        (_, id) => Action::Scroll {
            down: heading == Heading::Down,
            pages: if end { 10.0 } else { 1.0 },
            id,
        },
    };
    turn.once(action, format!("I scroll {place}."))
}

/// Presses a key, after the field that was named has the keyboard.
pub(crate) fn press(
    turn: &mut Turn<'_>,
    key: &str,
    modifiers: &[Modifier],
    at: Option<&Phrase>,
) -> Move {
    if let Some(at) = at {
        let reference = turn.reference(at);
        let field = match turn.meant(&reference, Wish::Fill) {
            Grounded::Nothing => turn.meant(&reference, Wish::Any),
            found => found,
        };
        let node = match field {
            Grounded::One(node) => node,
            Grounded::Several(nodes) => return super::question::which(turn, at, &nodes),
            // A key that goes to something else than was said does something else.
            Grounded::Nothing => return explore::explore(turn, at),
        };
        let focus = Action::Focus {
            id: node.id.clone(),
        };
        let there = node.is(State::Focused);
        if !there && turn.tried(&focus) == Tried::Never {
            return Move::Prepare(focus, format!("I put the cursor into {}.", said(node)));
        }
    }
    let action = Action::Press {
        key: key.to_owned(),
        modifiers: modifiers.to_vec(),
    };
    turn.once(action, format!("I press {key}."))
}

/// Loads the page again.
pub(crate) fn reload(turn: &mut Turn<'_>) -> Move {
    let kept = turn.memory.own.url.clone();
    let url = kept.unwrap_or_else(|| turn.ask.seen.url.clone());
    turn.memory.own.url = Some(url.clone());
    turn.once(
        Action::Navigate {
            url,
            new_tab: false,
        },
        "I load the page again.".into(),
    )
}
