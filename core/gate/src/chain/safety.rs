//! May these actions be done in a row, without a look in between?

use std::collections::BTreeSet;

use screen_agent_page::{Node, NodeId, Observation, Screen, is_secret};

use super::ChainReason;
use screen_agent_action::ask::MOST_IN_A_ROW;
use screen_agent_action::{Action, ActionFamily};
use screen_agent_words::quote::quote;

/// Fewest and most actions of a chain.
pub const FEWEST: usize = 2;
/// How sure it must be that nothing goes wrong in between.
const SURE: f32 = 0.7;

/// Why a chain is safe.
#[derive(Clone, Debug, PartialEq)]
pub struct Safe {
    /// Why the actions go together.
    pub reason: ChainReason,
    /// CSS selector of what holds them all, when one is known.
    pub container: Option<String>,
    /// 0 to 1.
    pub confidence: f32,
}

/// What an action is about, as far as chains care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// A field is filled.
    Fill,
    /// A box is ticked or cleared.
    Tick,
    /// Nothing is changed.
    Quiet,
}

/// Says whether actions may be done in a row, and why. What cannot be told counts as unsafe. Each
/// action still has to pass validate and gate by itself.
///
/// # Errors
/// Says in one safe sentence why not.
pub fn safe(actions: &[(Action, String)], seen: &Observation) -> Result<Safe, String> {
    if !(FEWEST..=MOST_IN_A_ROW).contains(&actions.len()) {
        return Err(format!("a chain has {FEWEST} to {MOST_IN_A_ROW} actions"));
    }
    let screen = Screen::new(seen);
    let mut manners = Vec::new();
    let mut targets = Vec::new();
    for (action, _) in actions {
        manners.push(manner(action)?);
        targets.extend(target(action, &screen)?);
    }
    no_field_twice(actions)?;
    let held = holds_all(&targets, &screen);
    let confidence = confidence(&manners, held);
    if confidence < SURE {
        let why = if held {
            "actions of different kinds are done one at a time"
        } else {
            "the controls do not stand in one form"
        };
        return Err(why.to_owned());
    }
    Ok(Safe {
        reason: reason(&manners),
        container: container(&targets),
        confidence,
    })
}

/// True for an action of a kind that may stand in a chain at all.
pub fn may_hold(action: &Action) -> bool {
    manner(action).is_ok()
}

fn manner(action: &Action) -> Result<Manner, String> {
    match action.family() {
        ActionFamily::Tick => Ok(Manner::Tick),
        ActionFamily::Fill | ActionFamily::Focus => Ok(Manner::Fill),
        ActionFamily::Scroll | ActionFamily::Point | ActionFamily::Pause => Ok(Manner::Quiet),
        ActionFamily::Press
        | ActionFamily::Write
        | ActionFamily::Picture
        | ActionFamily::Travel
        | ActionFamily::Cookies
        | ActionFamily::Storage
        | ActionFamily::Single => Err("an action of this kind is done by itself".to_owned()),
    }
}

/// The control that an action is aimed at. Regions that scroll need not be controls.
fn target<'a>(action: &Action, screen: &Screen<'a>) -> Result<Option<&'a Node>, String> {
    let Some(id) = action.target() else {
        return Ok(None);
    };
    let Some(node) = screen.node(id) else {
        return if action.scrolls() {
            Ok(None)
        } else {
            Err("a control of the chain is not in view".to_owned())
        };
    };
    if is_secret(node) {
        return Err(format!("{} is secret", quote(&node.name)));
    }
    if node.facts.submits {
        return Err(format!("{} sends its form", quote(&node.name)));
    }
    Ok(Some(node))
}

/// Two values for one field contradict each other.
fn no_field_twice(actions: &[(Action, String)]) -> Result<(), String> {
    let mut changed: BTreeSet<&NodeId> = BTreeSet::new();
    let changing = actions
        .iter()
        .map(|(action, _)| action)
        .filter(|action| action.fills_in());
    for id in changing.filter_map(Action::target) {
        if !changed.insert(id) {
            return Err("one control is changed twice".to_owned());
        }
    }
    Ok(())
}

/// True when one container holds every control: a form, or where there are no forms a group or what
/// stands under one heading. A client that tells no facts leaves this unknown, which is no.
fn holds_all(targets: &[&Node], screen: &Screen<'_>) -> bool {
    let Some((first, others)) = targets.split_first() else {
        return true;
    };
    let place = |node: &Node| match node.facts.form {
        Some(form) => (node.frame, Some(form), None, None),
        None => {
            let heading = screen.heading_of(&node.id);
            (node.frame, None, node.facts.group.clone(), heading)
        }
    };
    let first_place = place(first);
    targets.iter().all(|node| node.facts.known())
        && others.iter().all(|node| place(node) == first_place)
}

/// Facts §3: 1, times .3 across containers, .4 for mixed kinds, .9 past five, .85 past eight.
fn confidence(manners: &[Manner], held: bool) -> f32 {
    let quiet = manners.iter().filter(|manner| **manner == Manner::Quiet);
    let mixed = !matches!(quiet.count(), count if count == 0 || count == manners.len());
    let factors = [
        (!held, 0.3),
        (mixed, 0.4),
        (manners.len() > 5, 0.9),
        (manners.len() > 8, 0.85),
    ];
    factors
        .into_iter()
        .filter(|(applies, _)| *applies)
        .map(|(_, factor)| factor)
        .product()
}

fn reason(manners: &[Manner]) -> ChainReason {
    let all = |wanted| manners.iter().all(|manner| *manner == wanted);
    if all(Manner::Fill) {
        ChainReason::FormFill
    } else if all(Manner::Tick) {
        ChainReason::BulkSelection
    } else if manners.contains(&Manner::Quiet) {
        ChainReason::SequentialSteps
    } else {
        ChainReason::RelatedInputs
    }
}

/// What the selectors of all controls begin with, where they name their parent.
fn container(targets: &[&Node]) -> Option<String> {
    let mut parents = targets.iter().map(|node| {
        let selector = node.facts.selector.as_deref()?;
        selector.rsplit_once(" > ").map(|(parent, _)| parent)
    });
    let first = parents.next()??;
    parents
        .all(|parent| parent == Some(first))
        .then(|| first.to_owned())
}
