//! Sliders: set directly where the browser draws them, else by keys.

use screen_agent_action::Action;
use screen_agent_page::{Node, Role};

use super::Move;
use super::turn::{Tried, Turn, press, said};
use crate::ground::Reference;
use crate::ground::place::narrow;
use crate::ground::reference::Place;
use crate::read::bare;
use crate::words::Phrase;
use crate::words::number::{amount, amounts, plain};
use screen_agent_words::WordList;

/// Brings a slider to a value.
pub(crate) fn slide(turn: &mut Turn<'_>, node: &Node, text: &str) -> Move {
    let Some(wanted) = amount(text) else {
        return Move::Stuck(format!(
            "\"{text}\" is no number that {} could be set to",
            said(node)
        ));
    };
    // One of the page's own making is set as well, where it tells its place by a number.
    let plain_number = |value: &str| value.trim().parse::<f64>().is_ok();
    let native = node.facts.tag.as_deref().is_none_or(|tag| tag == "input");
    if native || node.role == Role::Slider && node.value.as_deref().is_some_and(plain_number) {
        if node.value.as_deref().and_then(amount) == Some(wanted) {
            return Move::Done;
        }
        let action = Action::SetValue {
            id: node.id.clone(),
            text: plain(wanted),
        };
        return turn.once(
            action,
            format!("I set {} to {}.", said(node), plain(wanted)),
        );
    }
    with_keys(turn, node, wanted)
}

/// "Set the volume to the maximum": the key that leads to an end of a slider.
pub(super) fn to_end(turn: &mut Turn<'_>, node: &Node, value: &Phrase) -> Option<Move> {
    static LOWER: WordList = WordList::named("words for a lower end");
    static UPPER: WordList = WordList::named("words for an upper end");
    let [word] = bare(&value.0) else { return None };
    let key = match (word.is_in(&LOWER), word.is_in(&UPPER)) {
        (true, _) => "Home",
        (false, true) => "End",
        (false, false) => return None,
    };
    let id = node.id.clone();
    let focus = Action::Focus { id };
    if turn.tried(&focus) == Tried::Never {
        return Some(Move::Prepare(focus, keyboard_on(node)));
    }
    let why = format!("I press {key}, which brings {} to its end.", said(node));
    Some(turn.once(press(key), why))
}

fn keyboard_on(node: &Node) -> String {
    format!("I put the keyboard on {}.", said(node))
}

/// A slider that says nothing of itself: its handle takes the arrow keys.
pub(crate) fn by_keys(turn: &mut Turn<'_>, reference: &Reference, text: &str) -> Move {
    let Some(wanted) = amount(text) else {
        return Move::Stuck(format!("\"{text}\" is no number"));
    };
    let handles: Vec<&Node> = turn.nodes().filter(|node| is_handle(node)).collect();
    let named = (!reference.name.is_empty())
        .then(|| narrow(&turn.scene, &handles, Place::Near, &by_name(reference)))
        .flatten()
        .and_then(|near| near.first().copied());
    let at = reference
        .ordinal
        .and_then(|ordinal| ordinal.index(handles.len()));
    match named
        .or_else(|| at.map(|at| handles[at]))
        .or_else(|| handles.first().copied())
    {
        Some(node) => with_keys(turn, node, wanted),
        None => Move::Stuck("I see no slider".into()),
    }
}

/// The words beside a slider, without the kind.
fn by_name(reference: &Reference) -> Reference {
    Reference {
        name: reference.name.clone(),
        whole: reference.name.clone(),
        ..Reference::default()
    }
}

/// What is pulled along a slider that a page draws itself.
fn is_handle(node: &Node) -> bool {
    let name = node.name.to_lowercase();
    node.role == Role::Slider
        || (node.role == Role::Generic
            && (name.is_empty()
                || name.contains("slider")
                || name.contains("handle")
                || name.contains("thumb")))
}

/// Presses arrows until the number that the slider shows is the one wanted.
fn with_keys(turn: &mut Turn<'_>, node: &Node, wanted: f64) -> Move {
    let focus = Action::Focus {
        id: node.id.clone(),
    };
    if turn.tried(&focus) == Tried::Never {
        return Move::Prepare(focus, keyboard_on(node));
    }
    let Some(shown) = shown(turn, node) else {
        return Move::Stuck(format!("{} does not show its value", said(node)));
    };
    if (shown - wanted).abs() < 1e-9 {
        return Move::Done;
    }
    if let Some(before) = turn.memory.own.shown {
        let small = !turn.memory.own.leapt;
        if before == shown || small && (before < wanted) != (shown < wanted) {
            return Move::Stuck(format!(
                "{} cannot be brought to {}: it goes from {} to {}",
                said(node),
                plain(wanted),
                plain(before),
                plain(shown)
            ));
        }
    }
    let key = next_key(turn, shown, wanted - shown);
    turn.memory.own.shown = Some(shown);
    turn.memory.own.leapt = key.starts_with("Page");
    Move::Act(
        press(key),
        format!("It shows {}; I press {key}.", plain(shown)),
    )
}

/// A large step while it is known not to lead past the goal, else a small one.
fn next_key(turn: &mut Turn<'_>, shown: f64, far: f64) -> &'static str {
    let own = &mut turn.memory.own;
    if let (Some(before), true) = (own.shown, own.leapt) {
        own.leap = Some((shown - before).abs());
    }
    let worth = far.abs() > 5.0 && own.leap.is_none_or(|leap| leap > 0.0 && far.abs() >= leap);
    match (far > 0.0, worth) {
        (true, true) => "PageUp",
        (false, true) => "PageDown",
        (true, false) => "ArrowRight",
        (false, false) => "ArrowLeft",
    }
}

/// The value that the slider tells, or the number that stands nearest to it.
fn shown(turn: &Turn<'_>, node: &Node) -> Option<f64> {
    // Where the value is a share of the whole, the number in the name is what a person reads.
    let share = node
        .value
        .as_deref()
        .is_some_and(|value| value.ends_with('%'));
    let named = amounts(&node.name).last().copied().filter(|_| share);
    if let Some(value) = named.or_else(|| node.value.as_deref().and_then(amount)) {
        return Some(value);
    }
    let line = turn.scene.line_of(&node.id);
    let mut said: Vec<(usize, f64)> = turn
        .scene
        .lines()
        .filter_map(|(at, content)| {
            let number = *amounts(&content.words()).last()?;
            Some((line.map_or(at, |line| line.abs_diff(at)), number))
        })
        .collect();
    said.sort_by_key(|(far, _)| *far);
    said.first().map(|(_, number)| *number)
}
