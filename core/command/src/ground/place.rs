//! Narrowing candidates by where they stand.

use screen_agent_page::locate::gap;
use screen_agent_page::{LineKind, Node, Rect};

use super::anchor::{Anchor, anchors};
use super::kind::Kind;
use super::pick;
use super::reference::{Place, Reference};
use super::scene::Scene;
use crate::words::likeness::{Likeness, likeness};

/// Edges no further apart than this are in one line, in CSS pixels.
pub(crate) const ALIGNED: f64 = 2.0;

/// The candidates that stand where they should. `None` when the landmark is not on the screen.
pub(crate) fn narrow<'a>(
    scene: &Scene<'a>,
    nodes: &[&'a Node],
    place: Place,
    landmark: &Reference,
) -> Option<Vec<&'a Node>> {
    if landmark.is_kind(Kind::Dialog) && place == Place::Within {
        return in_dialog(scene, nodes);
    }
    if let Some(inside) = pick::inside(scene, nodes, landmark) {
        return Some(inside);
    }
    let own = own_name(scene, nodes, place, landmark);
    if !own.is_empty() {
        return Some(own);
    }
    let anchors = anchors(scene, landmark);
    if anchors.is_empty() {
        return in_group(nodes, landmark);
    }
    let in_item = landmark
        .kinds
        .iter()
        .any(|kind| matches!(kind, Kind::Item | Kind::Row | Kind::Finding));
    match place {
        Place::Within if in_item => Some(in_row(scene, nodes, &anchors)),
        Place::Near => Some(nearest(scene, nodes, &anchors)),
        Place::Row | Place::Of => Some(in_row(scene, nodes, &anchors)),
        Place::Within => {
            in_group(nodes, landmark).or_else(|| Some(under_heading(scene, nodes, &anchors)))
        }
        Place::Above | Place::Below | Place::LeftOf | Place::RightOf => {
            toward(scene, nodes, &anchors, place)
        }
    }
}

/// A box next to "Milk" is the box that Milk labels, if there is one.
fn own_name<'a>(
    scene: &Scene<'a>,
    nodes: &[&'a Node],
    place: Place,
    landmark: &Reference,
) -> Vec<&'a Node> {
    if !matches!(place, Place::Near | Place::Of | Place::Row) || landmark.name.is_empty() {
        return Vec::new();
    }
    let alike = |node: &&Node| {
        likeness(&landmark.name, &scene.label(node)).filter(|like| *like >= Likeness::Start)
    };
    let best = nodes.iter().filter_map(alike).max();
    nodes
        .iter()
        .filter(|node| best.is_some() && alike(node) == best)
        .copied()
        .collect()
}

/// What belongs to the dialog in front: what stands at or after its title.
fn in_dialog<'a>(scene: &Scene<'a>, nodes: &[&'a Node]) -> Option<Vec<&'a Node>> {
    let title = scene.dialog()?;
    let inside: Vec<&Node> = nodes
        .iter()
        .filter(|node| scene.line_of(&node.id).is_some_and(|line| line >= title))
        .copied()
        .collect();
    (!inside.is_empty()).then_some(inside)
}

/// The controls of a named group, list or table.
fn in_group<'a>(nodes: &[&'a Node], landmark: &Reference) -> Option<Vec<&'a Node>> {
    let inside: Vec<&Node> = nodes
        .iter()
        .filter(|node| {
            node.facts
                .group
                .as_deref()
                .is_some_and(|group| likeness(&landmark.name, group) >= Some(Likeness::Within))
        })
        .copied()
        .collect();
    (!inside.is_empty()).then_some(inside)
}

/// What stands after a heading and before the next one of its rank.
fn under_heading<'a>(
    scene: &Scene<'a>,
    nodes: &[&'a Node],
    anchors: &[Anchor<'a>],
) -> Vec<&'a Node> {
    for anchor in anchors {
        let Some(from) = anchor.line else { continue };
        let rank = rank_of(scene, from);
        let to = (from + 1..scene.screen.lines().len())
            .find(|&line| {
                rank.is_some_and(|rank| rank_of(scene, line).is_some_and(|other| other <= rank))
            })
            .unwrap_or(usize::MAX);
        let inside: Vec<&Node> = nodes
            .iter()
            .filter(|node| {
                let own = anchor.node.is_some_and(|anchor| anchor.id == node.id);
                !own && scene
                    .line_of(&node.id)
                    .is_some_and(|line| line >= from && line < to)
            })
            .copied()
            .collect();
        if !inside.is_empty() {
            return inside;
        }
    }
    nodes.to_vec()
}

fn rank_of(scene: &Scene<'_>, line: usize) -> Option<u8> {
    match scene.screen.lines().get(line)?.kind {
        LineKind::Heading(rank) => Some(rank),
        LineKind::Dialog => Some(0),
        LineKind::Caption => Some(5),
        _ => None,
    }
}

/// What stands in the line of a landmark; else beside it; else what follows it most closely.
fn in_row<'a>(scene: &Scene<'a>, nodes: &[&'a Node], anchors: &[Anchor<'a>]) -> Vec<&'a Node> {
    let not_itself = |node: &Node| {
        anchors
            .iter()
            .all(|anchor| anchor.node.is_none_or(|own| own.id != node.id))
    };
    let others: Vec<&Node> = nodes
        .iter()
        .filter(|node| not_itself(node))
        .copied()
        .collect();
    let same_line = |node: &&&Node| {
        let line = scene.line_of(&node.id);
        line.is_some() && anchors.iter().any(|anchor| anchor.line == line)
    };
    let in_line: Vec<&Node> = others.iter().filter(same_line).copied().collect();
    if !in_line.is_empty() {
        return in_line;
    }
    let level = |node: &&&Node| {
        anchors.iter().any(|anchor| match (anchor.rect, node.rect) {
            (Some(a), Some(b)) => overlap_down(a, b) >= 0.5 * a.h.min(b.h),
            _ => false,
        })
    };
    let in_level: Vec<&Node> = others.iter().filter(level).copied().collect();
    let found = if in_level.is_empty() {
        following(scene, &others, anchors)
    } else {
        nearest(scene, &in_level, anchors)
    };
    let own = |node: &&Node| anchors.iter().any(|anchor| belongs(scene, node, anchor));
    found.into_iter().filter(own).collect()
}

/// False for a control that stands nearer to another thing like the landmark, in its row or column: it is of that thing's
/// card, and where the landmark's own card has no such control, no neighbour's is meant.
fn belongs(scene: &Scene<'_>, node: &Node, anchor: &Anchor<'_>) -> bool {
    let (Some(own), Some(at), Some(here)) = (anchor.node, anchor.rect, node.rect) else {
        return true;
    };
    let level = overlap_down(at, here) > 0.0;
    let beside = |there: Rect| !level && (there.y - at.y).abs() < ALIGNED;
    let stacked = |there: Rect| (there.x - at.x).abs() < ALIGNED;
    let nearer = |other: &Node| {
        other.role == own.role
            && other.name != own.name
            && other.id != node.id
            && other.rect.is_some_and(|there| {
                (beside(there) || stacked(there)) && gap(there, here) + ALIGNED < gap(at, here)
            })
    };
    // What stands right above it is of the card above, whose own name may have left the view.
    let above = here.y + here.h <= at.y + ALIGNED;
    !above && !scene.nodes().iter().any(nearer)
}

fn overlap_down(a: Rect, b: Rect) -> f64 {
    (a.y + a.h).min(b.y + b.h) - a.y.max(b.y)
}

/// Of items that are set one below the other, what comes next after the landmark.
fn following<'a>(scene: &Scene<'a>, nodes: &[&'a Node], anchors: &[Anchor<'a>]) -> Vec<&'a Node> {
    let mut found: Vec<&Node> = Vec::new();
    for anchor in anchors {
        let Some(from) = anchor.line else { continue };
        let after = |node: &&Node| scene.line_of(&node.id).filter(|line| *line >= from);
        let Some(first) = nodes.iter().filter_map(after).min() else {
            continue;
        };
        for node in nodes.iter().filter(|node| after(node) == Some(first)) {
            if !found.iter().any(|other| other.id == node.id) {
                found.push(node);
            }
        }
    }
    if found.is_empty() {
        nearest(scene, nodes, anchors)
    } else {
        found
    }
}

/// Those with the least distance to a landmark.
fn nearest<'a>(scene: &Scene<'a>, nodes: &[&'a Node], anchors: &[Anchor<'a>]) -> Vec<&'a Node> {
    let far = |node: &Node| -> f64 {
        anchors
            .iter()
            .filter(|anchor| anchor.node.is_none_or(|own| own.id != node.id))
            .map(|anchor| distance(scene, node, anchor))
            .fold(f64::INFINITY, f64::min)
    };
    let least = nodes
        .iter()
        .map(|node| far(node))
        .fold(f64::INFINITY, f64::min);
    if least.is_infinite() {
        return Vec::new();
    }
    nodes
        .iter()
        .filter(|node| far(node) <= least + 0.5)
        .copied()
        .collect()
}

/// Pieces of the same line are nearer than anything else.
#[allow(clippy::cast_precision_loss, reason = "lines and runs are few")]
fn distance(scene: &Scene<'_>, node: &Node, anchor: &Anchor<'_>) -> f64 {
    let place = scene.screen.place(&node.id);
    if let (Some(place), Some(line), Some(run)) = (place, anchor.line, anchor.run) {
        if place.line == line {
            return place.run.abs_diff(run) as f64;
        }
        if anchor.rect.is_none() || node.rect.is_none() {
            return 1000.0 + place.line.abs_diff(line) as f64 * 20.0;
        }
    }
    match (anchor.rect, node.rect) {
        (Some(a), Some(b)) => 100.0 + gap(a, b),
        _ => f64::INFINITY,
    }
}

/// The nearest in one direction.
fn toward<'a>(
    scene: &Scene<'a>,
    nodes: &[&'a Node],
    anchors: &[Anchor<'a>],
    place: Place,
) -> Option<Vec<&'a Node>> {
    let mut best: Option<(f64, Vec<&Node>)> = None;
    for anchor in anchors {
        for &node in nodes {
            if anchor.node.is_some_and(|own| own.id == node.id) {
                continue;
            }
            let Some(far) = offset(scene, node, anchor, place) else {
                continue;
            };
            match &mut best {
                Some((held, equals)) if (far - *held).abs() < 0.5 => equals.push(node),
                Some((held, _)) if far > *held => {}
                _ => best = Some((far, vec![node])),
            }
        }
    }
    best.map(|(_, nodes)| nodes)
}

/// How far it is in that direction; `None` when it is not there.
#[allow(clippy::cast_precision_loss, reason = "lines and runs are few")]
fn offset(scene: &Scene<'_>, node: &Node, anchor: &Anchor<'_>, place: Place) -> Option<f64> {
    if let (Some(at), Some(line), Some(run)) =
        (scene.screen.place(&node.id), anchor.line, anchor.run)
        && at.line == line
    {
        let far = at.run as f64 - run as f64;
        return match place {
            Place::LeftOf if far < 0.0 => Some(-far),
            Place::RightOf if far > 0.0 => Some(far),
            _ => None,
        };
    }
    let (a, b) = (anchor.rect?, node.rect?);
    let (across, down) = (b.center().x - a.center().x, b.center().y - a.center().y);
    let (along, aside) = match place {
        Place::Above => (-down, across),
        Place::Below => (down, across),
        Place::LeftOf => (-across, down),
        Place::RightOf => (across, down),
        Place::Near | Place::Row | Place::Within | Place::Of => return None,
    };
    (along > 1.0).then(|| along + aside.abs() * 2.0)
}
