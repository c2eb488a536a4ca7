//! From a description to the one control on the screen that it means, or to none.
//!
//! What is described in several ways is compared in all of them, each with its weight. A control is taken only where its
//! name agrees, nothing contradicts, and no other comes near; what is merely likely is said to be so and left to healing.

use screen_agent_page::{LineKind, Node, NodeId, Role, Screen, is_secret};
use screen_agent_words::fold::words;

use crate::describe::{Side, alone, neighbours};
use crate::file::ControlDescription;

/// Least share of the weight that has to agree, and how far the next best has to be behind.
const ENOUGH: f64 = 0.5;
const MARGIN: f64 = 0.08;
/// The same where the name itself is another one.
const LIKELY: f64 = 0.75;
const LIKELY_MARGIN: f64 = 0.2;

/// What a description comes to on a screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Grounded {
    /// This one, and no other.
    Found {
        /// Its id.
        id: NodeId,
    },
    /// Everything but the name points to this one: something for healing, never to be used unseen.
    Likely {
        /// Its id.
        id: NodeId,
    },
    /// Several fit alike.
    Several {
        /// Their ids, in reading order.
        ids: Vec<NodeId>,
    },
    /// None.
    NotFound,
}

/// Finds the control that is meant. Values stand in the description already.
pub fn ground(described: &ControlDescription, screen: &Screen<'_>) -> Grounded {
    let (mut named, mut others) = (Vec::new(), Vec::new());
    for node in screen.nodes() {
        if contradicts(described, screen, node) {
            continue;
        }
        let now = alone(screen, node);
        if !described.name.is_empty() && same(&described.name, &now.name) {
            named.push((agreement(described, &now, screen, node), &node.id));
        } else if described.name.is_empty() || is_marked(described, &now) {
            let nameless = ControlDescription {
                name: String::new(),
                ..described.clone()
            };
            others.push((agreement(&nameless, &now, screen, node), &node.id));
        }
    }
    match best(&mut named, ENOUGH, MARGIN) {
        Best::One(id) => return Grounded::Found { id },
        Best::Several(ids) => return Grounded::Several { ids },
        Best::None => {}
    }
    // A second one of the name, somewhere else, says that the first is gone and not that it was renamed.
    if !named.is_empty() {
        return Grounded::NotFound;
    }
    match best(&mut others, LIKELY, LIKELY_MARGIN) {
        Best::One(id) if described.name.is_empty() => Grounded::Found { id },
        Best::One(id) => Grounded::Likely { id },
        Best::Several(_) | Best::None => Grounded::NotFound,
    }
}

/// True where something that its makers gave to this control alone agrees; what is like in all of a form does not count.
fn is_marked(described: &ControlDescription, now: &ControlDescription) -> bool {
    let agrees = |then: &str, now: &str| !then.is_empty() && then == now;
    let own = !described.selector.starts_with("input[type=");
    own && agrees(&described.selector, &now.selector)
        || agrees(&described.autocomplete, &now.autocomplete)
        || agrees(&described.leads_to, &now.leads_to)
}

enum Best {
    One(NodeId),
    Several(Vec<NodeId>),
    None,
}

/// Which one it is: the one that agrees by far the most. One that agrees in something in which that one does not might as well
/// be it: what stands around a control changes with what is put beside it.
fn best(found: &mut [(Agreement, &NodeId)], enough: f64, margin: f64) -> Best {
    found.sort_by(|(one, _), (other, _)| other.share.total_cmp(&one.share));
    match found {
        [(first, id), rest @ ..] if first.share >= enough => {
            let near = rest.iter().filter(|(other, _)| {
                first.share - other.share < margin || other.agreed & !first.agreed != 0
            });
            let near: Vec<NodeId> = near.map(|(_, id)| (*id).clone()).collect();
            if near.is_empty() {
                Best::One((*id).clone())
            } else {
                let first = std::iter::once((*id).clone());
                Best::Several(first.chain(near).collect())
            }
        }
        _ => Best::None,
    }
}

/// True where something that is said of the control alone, and not of all around it, is so of this one, and all that is said but
/// its name fits this one better than any other that is `free`. It is not enough to find a control by: it is something beside
/// another's word.
pub(crate) fn stands_out(
    described: &ControlDescription,
    screen: &Screen<'_>,
    node: &Node,
    free: &dyn Fn(&Node) -> bool,
) -> bool {
    let nameless = ControlDescription {
        name: String::new(),
        ..described.clone()
    };
    let now = alone(screen, node);
    let agrees = |then: &str, now: &str| !then.is_empty() && same(then, now);
    let own = agrees(&described.before, &now.before)
        || agrees(&described.hint, &now.hint)
        || is_marked(described, &now);
    let share = |node: &Node| agreement(&nameless, &alone(screen, node), screen, node).share;
    let least = share(node) - MARGIN;
    let rival = |other: &&Node| {
        other.id != node.id && !contradicts(described, screen, other) && share(other) > least
    };
    own && !screen.nodes().iter().filter(rival).any(free)
}

/// True where something about the control says that it cannot be the one, whatever else agrees.
pub fn contradicts(described: &ControlDescription, screen: &Screen<'_>, node: &Node) -> bool {
    let role = Role::parse(&described.role);
    if !described.role.is_empty() && kind_of(&role) != kind_of(&node.role) {
        return true;
    }
    // Nobody wants a password where something else was typed. Other programs' recordings tell no types: of those, a name that
    // says itself that it is one has to do.
    let untold =
        described.kind.is_empty() && screen_agent_words::secret::is_secret_name(&described.name);
    if !untold
        && described.kind.eq_ignore_ascii_case("password") != is_password(node)
        && (is_secret(node) || !described.kind.is_empty())
    {
        return true;
    }
    if node.frame_origin.is_some() {
        return true;
    }
    let name = words(&node.name);
    let mut neighbours = described.previous.iter().chain(&described.next);
    if name != words(&described.name) && neighbours.any(|one| words(one) == name) {
        return true;
    }
    if !described.row.is_empty() && !in_row(&described.row, screen, node) {
        return true;
    }
    if described.alike > 1 {
        let now = alone(screen, node);
        let elsewhere = |then: &str, now: &str| !then.is_empty() && !same(then, now);
        return elsewhere(&described.heading, &now.heading)
            || elsewhere(&described.group, &now.group)
            || elsewhere(&described.column, &now.column);
    }
    false
}

/// True where a control stands between those that it stood between, or in the row that was meant. Where it does not, another
/// one that does may be out of view.
pub(crate) fn is_in_place(
    described: &ControlDescription,
    screen: &Screen<'_>,
    node: &Node,
) -> bool {
    let beside = |then: &[String], side| {
        let now = || neighbours(screen, node, side);
        then.first()
            .is_none_or(|then| now().first().is_some_and(|now| same(then, now)))
    };
    !described.row.is_empty()
        || beside(&described.previous, Side::Before) && beside(&described.next, Side::After)
}

/// True where the row or entry that a control stands in says this: with what its controls say in between, or without.
fn in_row(said: &str, screen: &Screen<'_>, node: &Node) -> bool {
    let Some(place) = screen.place(&node.id) else {
        return false;
    };
    let line = screen.lines().get(place.line);
    let Some(line) = line.filter(|line| matches!(line.kind, LineKind::Item | LineKind::Row)) else {
        return false;
    };
    // The last word of what was cut may be half of one.
    let cut = said.strip_suffix('…').and_then(|cut| cut.rsplit_once(' '));
    let said = cut.map_or(said, |(whole, _)| whole);
    holds(&screen.said(place.line), said) || holds(&line.words(), said)
}

fn is_password(node: &Node) -> bool {
    let kind = node.facts.input_type.as_deref().unwrap_or_default();
    kind.eq_ignore_ascii_case("password")
}

/// What is worked alike: a button may become a link, a field never becomes one.
pub(crate) fn kind_of(role: &Role) -> &'static str {
    match role {
        Role::Input | Role::TextArea => "field",
        Role::Select => "list",
        Role::Checkbox | Role::Radio | Role::Switch => "box",
        Role::Slider => "slider",
        Role::File => "file",
        _ => "pressed",
    }
}

pub(crate) fn same(one: &str, other: &str) -> bool {
    words(one) == words(other)
}

/// True where the words stand in the text, next to each other.
pub(crate) fn holds(text: &str, part: &str) -> bool {
    let (text, part) = (words(text), words(part));
    part.is_empty() || text.windows(part.len()).any(|some| some == part)
}

/// What a description says that is so of a control.
struct Agreement {
    /// Which share of it, by weight.
    share: f64,
    /// Which parts of it, a bit each.
    agreed: u16,
}

fn agreement(
    described: &ControlDescription,
    now: &ControlDescription,
    screen: &Screen<'_>,
    node: &Node,
) -> Agreement {
    let compared = [
        (5.0, &described.name, same(&described.name, &now.name)),
        (1.0, &described.role, described.role == now.role),
        (2.0, &described.before, same(&described.before, &now.before)),
        (0.5, &described.after, same(&described.after, &now.after)),
        (
            1.5,
            &described.heading,
            same(&described.heading, &now.heading),
        ),
        (4.0, &described.row, in_row(&described.row, screen, node)),
        (1.0, &described.column, same(&described.column, &now.column)),
        (1.5, &described.group, same(&described.group, &now.group)),
        (1.0, &described.hint, same(&described.hint, &now.hint)),
        (0.5, &described.tag, described.tag == now.tag),
        (1.0, &described.kind, described.kind == now.kind),
        (
            1.5,
            &described.autocomplete,
            described.autocomplete == now.autocomplete,
        ),
        (1.5, &described.leads_to, described.leads_to == now.leads_to),
        (1.5, &described.selector, described.selector == now.selector),
    ];
    let (mut all, mut weighed, mut agreed) = (0.0, 0.0, 0);
    for (bit, (weight, said, agrees)) in compared.iter().enumerate() {
        if said.is_empty() {
            continue;
        }
        all += weight;
        if *agrees {
            weighed += weight;
            agreed |= 1 << bit;
        }
    }
    let share = if all > 0.0 { weighed / all } else { 0.0 };
    Agreement { share, agreed }
}
