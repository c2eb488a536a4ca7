//! Which control a reference means.

use std::collections::HashSet;

use screen_agent_page::{Node, Role, State};

use super::kind::{Kind, fit, kind_at};
use super::number::{extreme, has_parity};
use super::pick;
use super::place::narrow;
use super::placed;
use super::reference::{Number, Place, Reference};
use super::scene::{Scene, is_field};

pub(crate) use super::name::{is_deed, is_grave, is_pager, leads_on};
pub(crate) use super::wish::Wish;
use crate::words::color;
use crate::words::likeness::{Likeness, likeness, synonym};
use crate::words::token::tokenise;

/// What a reference means on this screen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Grounded<'a> {
    /// This one.
    One(&'a Node),
    /// One of these, and nothing says which.
    Several(Vec<&'a Node>),
    /// Nothing that is in view.
    Nothing,
}

/// The control that a reference means.
pub(crate) fn ground<'a>(scene: &Scene<'a>, reference: &Reference, wish: Wish) -> Grounded<'a> {
    if let Some(id) = &reference.id {
        return scene
            .screen
            .node(id)
            .map_or(Grounded::Nothing, Grounded::One);
    }
    if let Some(found) = pick::ground(scene, reference, wish) {
        return found;
    }
    let found = candidates(scene, reference, wish);
    match found.as_slice() {
        [] => Grounded::Nothing,
        [node] => Grounded::One(node),
        several => choose(scene, reference, wish, several),
    }
}

/// Every control that a reference can mean, in reading order.
pub(crate) fn candidates<'a>(
    scene: &Scene<'a>,
    reference: &Reference,
    wish: Wish,
) -> Vec<&'a Node> {
    if let Some(id) = &reference.id {
        return scene.screen.node(id).into_iter().collect();
    }
    let disabled = reference.states.contains(&(State::Disabled, true));
    // What stands in the third row stands in no other.
    let mut places = reference.places.iter();
    let row = places.find(|(_, place)| placed::is_place(&place.whole));
    let line = row.map(|(_, place)| placed::line(scene, &place.whole));
    let there = |node: &Node| match line {
        Some(line) => line.is_some() && scene.line_of(&node.id) == line,
        None => true,
    };
    let usable = |node: &Node| disabled || !node.is(State::Disabled);
    let nodes = scene.nodes().iter();
    let pool: Vec<&Node> = nodes
        .filter(|node| usable(node) && wish.fit(node) > 0 && there(node))
        .collect();
    if wish == Wish::Fill {
        let open: Vec<&Node> = pool
            .iter()
            .filter(|node| !node.is(State::Readonly))
            .copied()
            .collect();
        let found = among(scene, reference, wish, &open);
        if !found.is_empty() {
            return found;
        }
    }
    among(scene, reference, wish, &pool)
}

/// Of equals those that nothing lies over. A covered one is meant only if no other fits as well: the
/// turn can clear what lies over it.
fn uncovered(nodes: Vec<&Node>) -> Vec<&Node> {
    if nodes.iter().any(|node| !node.covered) {
        return nodes.into_iter().filter(|node| !node.covered).collect();
    }
    nodes
}

fn among<'a>(
    scene: &Scene<'a>,
    reference: &Reference,
    wish: Wish,
    pool: &[&'a Node],
) -> Vec<&'a Node> {
    let whole = by_whole_name(scene, reference, wish, pool);
    if !whole.is_empty() {
        return uncovered(whole);
    }
    let mut found = by_state(reference, pool);
    let headed = by_head(scene, reference, &found);
    found = uncovered(if headed.is_empty() {
        by_kind_and_name(scene, reference, wish, &found)
    } else {
        headed
    });
    found = by_color(reference, found);
    for (place, landmark) in &reference.places {
        if found.is_empty() {
            break;
        }
        // "from the menu" alone says no more than the name does.
        let vague =
            landmark.name.is_empty() && !landmark.is_particular() && landmark.extreme.is_none();
        if vague && matches!(place, Place::Of | Place::Within) && !landmark.is_kind(Kind::Dialog) {
            continue;
        }
        match narrow(scene, &found, *place, landmark) {
            Some(narrowed) => found = narrowed,
            None if landmark.is_kind(Kind::Dialog)
                || landmark.name.is_empty()
                || !landmark.quoted => {}
            None => return Vec::new(),
        }
    }
    if reference.says_only_where() && found.len() == by_state(reference, pool).len() {
        return Vec::new();
    }
    if let Some(even) = reference.even {
        found.retain(|node| has_parity(node, even));
    }
    if let Some((which, _)) = reference.extreme {
        return extreme(scene, &found, which).into_iter().collect();
    }
    numbered(reference, found)
}

/// All its words together name something on the screen.
fn by_whole_name<'a>(
    scene: &Scene<'a>,
    reference: &Reference,
    wish: Wish,
    pool: &[&'a Node],
) -> Vec<&'a Node> {
    if reference.quoted || reference.whole.is_empty() {
        return Vec::new();
    }
    let alike = |node: &Node| {
        likeness(&reference.whole, &scene.label(node)).filter(|like| *like >= Likeness::SameWords)
    };
    let best = pool
        .iter()
        .filter_map(|node| Some((alike(node)?, wish.fit(node))))
        .max();
    pool.iter()
        .filter(|node| best.is_some() && alike(node).map(|like| (like, wish.fit(node))) == best)
        .copied()
        .collect()
}

/// "By link" of "By link from the menu" names something, though "link" is also a kind.
fn by_head<'a>(scene: &Scene<'a>, reference: &Reference, pool: &[&'a Node]) -> Vec<&'a Node> {
    if reference.quoted || reference.places.is_empty() {
        return Vec::new();
    }
    let named =
        |node: &&&Node| likeness(&reference.head, &scene.label(node)) >= Some(Likeness::Folded);
    pool.iter().filter(named).copied().collect()
}

fn by_state<'a>(reference: &Reference, pool: &[&'a Node]) -> Vec<&'a Node> {
    pool.iter()
        .filter(|node| {
            reference
                .states
                .iter()
                .all(|(state, holds)| in_state(node, *state) == *holds)
        })
        .copied()
        .collect()
}

fn in_state(node: &Node, state: State) -> bool {
    match state {
        State::Selected => {
            node.is(State::Selected) || node.is(State::Checked) || node.is(State::Pressed)
        }
        State::Filled => {
            node.is(State::Filled) || node.value.as_deref().is_some_and(|value| !value.is_empty())
        }
        State::Checked => node.is(State::Checked),
        State::Expanded => node.is(State::Expanded),
        other => node.is(other),
    }
}

/// Kind and name weigh together: the right name on a near kind beats half a name on the right kind.
fn by_kind_and_name<'a>(
    scene: &Scene<'a>,
    reference: &Reference,
    wish: Wish,
    pool: &[&'a Node],
) -> Vec<&'a Node> {
    let kinds = &reference.kinds;
    if reference.name.is_empty() {
        return of_best_kind(scene, kinds, wish, pool);
    }
    let mut scored: Vec<(u32, &Node)> = Vec::new();
    for &node in pool {
        let Some(like) = called(scene, &reference.name, node) else {
            continue;
        };
        let fit = kind_fit(kinds, wish, node);
        if fit == 0 && like < Likeness::Folded {
            continue;
        }
        scored.push((like as u32 * 10 + u32::from(fit) * 8, node));
    }
    if scored.is_empty() {
        return unnamed(scene, reference, wish, pool);
    }
    let best = scored.iter().map(|(score, _)| *score).max();
    scored
        .into_iter()
        .filter(|(score, _)| Some(*score) == best)
        .map(|(_, node)| node)
        .collect()
}

/// How well a name fits a control: by its label, or by what it shows.
fn called(scene: &Scene<'_>, name: &str, node: &Node) -> Option<Likeness> {
    let label = likeness(name, &scene.label(node));
    let looks = node
        .color
        .as_deref()
        .and_then(|looks| likeness(name, looks));
    let hint = node
        .facts
        .autocomplete
        .as_deref()
        .filter(|hint| is_field(node) && synonym(&name.to_lowercase(), &hint.replace('-', " ")))
        .map(|_| Likeness::Synonym);
    label.max(looks).max(hint)
}

fn kind_fit(kinds: &[Kind], wish: Wish, node: &Node) -> u8 {
    if kinds.is_empty() {
        return wish.fit(node);
    }
    kinds.iter().map(|kind| fit(*kind, node)).max().unwrap_or(0)
}

fn of_best_kind<'a>(
    scene: &Scene<'a>,
    kinds: &[Kind],
    wish: Wish,
    pool: &[&'a Node],
) -> Vec<&'a Node> {
    let pool: Vec<&Node> = if kinds.contains(&Kind::Finding) {
        results(scene, pool)
    } else {
        pool.to_vec()
    };
    let best = pool
        .iter()
        .map(|node| kind_fit(kinds, wish, node))
        .max()
        .unwrap_or(0);
    pool.into_iter()
        .filter(|node| best > 0 && kind_fit(kinds, wish, node) == best)
        .collect()
}

/// What a search found: what follows the search field, without the page numbers.
fn results<'a>(scene: &Scene<'a>, pool: &[&'a Node]) -> Vec<&'a Node> {
    let search = scene.nodes().iter().rposition(|node| {
        node.role.takes_text()
            || (node.role == Role::Button && synonym("search", &node.name.to_lowercase()))
    });
    pool.iter()
        .filter(|node| !is_pager(&node.name))
        .filter(|node| {
            let rank = scene.screen.rank(&node.id);
            rank.is_none_or(|rank| search.is_none_or(|search| rank > search))
        })
        .copied()
        .collect()
}

/// No control has the name: it may itself be a word for a kind, or for a colour.
fn unnamed<'a>(
    scene: &Scene<'a>,
    reference: &Reference,
    wish: Wish,
    pool: &[&'a Node],
) -> Vec<&'a Node> {
    let words = tokenise(&reference.name);
    if let Some((kind, used)) = kind_at(&words) {
        // "ONE" may be a name; what is no kind in particular stands for nothing.
        if used == words.len() && kind != Kind::Thing {
            // A "text" control is one that takes text.
            let takes_text = kind == Kind::Text && reference.is_kind(Kind::Thing);
            let mut kinds = vec![if takes_text { Kind::Field } else { kind }];
            kinds.extend(reference.kinds.iter().filter(|kind| **kind != Kind::Thing));
            return of_best_kind(scene, &kinds, wish, pool);
        }
    }
    if color::base(&reference.name.to_lowercase()).is_some() {
        return by_color(
            &Reference {
                color: Some(reference.name.to_lowercase()),
                ..Reference::default()
            },
            of_best_kind(scene, &reference.kinds, wish, pool),
        );
    }
    by_less(scene, reference, wish, pool)
}

/// "the Pro plan" may be called "Pro", "the colour blue" just "Blue": the name with one word less, if
/// that names one thing alone.
fn by_less<'a>(
    scene: &Scene<'a>,
    reference: &Reference,
    wish: Wish,
    pool: &[&'a Node],
) -> Vec<&'a Node> {
    let words: Vec<&str> = reference.name.split(' ').collect();
    if words.len() < 2 || reference.quoted || wish == Wish::Any {
        return Vec::new();
    }
    for less in [words[..words.len() - 1].join(" "), words[1..].join(" ")] {
        let fits = |node: &&&Node| {
            kind_fit(&reference.kinds, wish, node) > 0
                && likeness(&less, &scene.label(node)).is_some_and(|like| {
                    like >= Likeness::SameWords || (like == Likeness::Start && wish != Wish::Fill)
                })
        };
        let found: Vec<&Node> = pool.iter().filter(fits).copied().collect();
        if found.len() == 1 && !is_grave(&found[0].name) {
            return found;
        }
    }
    Vec::new()
}

fn by_color<'a>(reference: &Reference, nodes: Vec<&'a Node>) -> Vec<&'a Node> {
    let Some(color) = &reference.color else {
        return nodes;
    };
    let seen = |node: &Node| {
        let looks = node.color.as_deref().unwrap_or_default();
        looks
            .split(' ')
            .chain(node.name.split(' '))
            .map(|word| color::fit(color, word))
            .max()
            .unwrap_or(0)
    };
    let best = nodes.iter().map(|node| seen(node)).max().unwrap_or(0);
    nodes
        .into_iter()
        .filter(|node| best > 0 && seen(node) == best)
        .collect()
}

fn numbered<'a>(reference: &Reference, nodes: Vec<&'a Node>) -> Vec<&'a Node> {
    match reference.ordinal {
        Some(ordinal) => ordinal
            .index(nodes.len())
            .and_then(|at| nodes.get(at).copied())
            .into_iter()
            .collect(),
        None => nodes,
    }
}

/// One of several that the words fit equally well.
fn choose<'a>(
    scene: &Scene<'a>,
    reference: &Reference,
    wish: Wish,
    several: &[&'a Node],
) -> Grounded<'a> {
    if reference.number == Number::Any {
        return Grounded::One(several[0]);
    }
    let alike = |a: &Node, b: &Node| {
        scene.label(a).eq_ignore_ascii_case(&scene.label(b)) && a.role == b.role
    };
    let twins = several.iter().all(|node| alike(several[0], node));
    let grave = several.iter().any(|node| is_grave(&node.name));
    if twins && !several[0].name.is_empty() && !grave {
        return Grounded::One(several[0]);
    }
    if wish == Wish::Fill {
        return Grounded::One(next_field(several));
    }
    if !reference.name.is_empty() && !grave {
        // The only name that begins with what was asked.
        let begins = |node: &&&Node| likeness(&reference.name, &node.name) >= Some(Likeness::Start);
        let one = super::only(several.iter().filter(begins));
        if let Some(node) = one {
            return Grounded::One(node);
        }
        let boxes = several.iter().filter(|node| node.role.is_checkable());
        return match super::only(boxes).filter(|_| wish == Wish::Choose) {
            Some(node) => Grounded::One(node),
            None => Grounded::Several(without_doubles(scene, several)),
        };
    }
    let mild = several
        .iter()
        .all(|node| !matches!(node.role, Role::Button | Role::MenuItem) && !grave);
    if mild {
        return Grounded::One(several[0]);
    }
    Grounded::Several(several.to_vec())
}

/// A picture and a title that lead to the same place are one thing.
fn without_doubles<'a>(scene: &Scene<'a>, several: &[&'a Node]) -> Vec<&'a Node> {
    let mut seen = HashSet::new();
    let mut new = |node: &&&Node| {
        let address = node.facts.href.as_ref();
        address.is_none_or(|address| seen.insert((address.clone(), scene.label(node))))
    };
    several.iter().filter(|node| new(node)).copied().collect()
}

/// The field that a person would fill next: the one with the keyboard if empty, else the first empty one.
fn next_field<'a>(fields: &[&'a Node]) -> &'a Node {
    let empty = |node: &&&Node| !in_state(node, State::Filled);
    fields
        .iter()
        .filter(empty)
        .find(|node| node.is(State::Focused))
        .or_else(|| fields.iter().find(empty))
        .unwrap_or(&fields[0])
}
