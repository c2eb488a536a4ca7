//! What a place is told by: "next to Milk" needs to know where Milk is.

use screen_agent_page::{Node, Rect};

use super::find::{Wish, candidates};
use super::kind::Kind;
use super::rank::best_line;
use super::reference::{Place, Reference};
use super::scene::Scene;
use crate::words::likeness::{Likeness, likeness};

/// Something that a place is told by.
#[derive(Clone, Debug, Default)]
pub(crate) struct Anchor<'a> {
    /// Its box.
    pub rect: Option<Rect>,
    /// Its line.
    pub line: Option<usize>,
    /// Which piece of the line.
    pub run: Option<usize>,
    /// The control, if it is one.
    pub node: Option<&'a Node>,
}

/// Everything that the reference can mean as a landmark: controls and texts.
pub(crate) fn anchors<'a>(scene: &Scene<'a>, reference: &Reference) -> Vec<Anchor<'a>> {
    if reference.is_kind(Kind::Row) && reference.ordinal.is_some() {
        return numbered_row(scene, reference);
    }
    if let Some(line) = best_line(scene, reference) {
        return vec![of_line(scene, line)];
    }
    let mut found = texts(scene, reference);
    found.extend(controls(scene, reference));
    let Some(best) = found.iter().map(|(likeness, _)| *likeness).max() else {
        return by_description(scene, reference);
    };
    let mut anchors: Vec<Anchor> = found
        .into_iter()
        .filter(|(likeness, _)| *likeness == best)
        .map(|(_, anchor)| anchor)
        .collect();
    if let Some((_, inner)) = reference
        .places
        .iter()
        .find(|(place, _)| matches!(place, Place::Within | Place::Row))
    {
        keep_in(scene, &mut anchors, inner);
    }
    anchors
}

/// "the red one" as a landmark: by what it is, not by name.
fn by_description<'a>(scene: &Scene<'a>, reference: &Reference) -> Vec<Anchor<'a>> {
    if !reference.name.is_empty() || reference.is_bare() {
        return Vec::new();
    }
    candidates(scene, reference, Wish::Any)
        .into_iter()
        .map(|node| of_node(scene, node))
        .collect()
}

fn names(reference: &Reference) -> Vec<&str> {
    let mut names = vec![reference.name.as_str()];
    if reference.whole != reference.name && !reference.quoted {
        names.push(&reference.whole);
    }
    names.retain(|name| !name.is_empty());
    names
}

fn best(reference: &Reference, text: &str) -> Option<Likeness> {
    names(reference)
        .into_iter()
        .filter_map(|name| likeness(name, text))
        .max()
}

fn texts<'a>(scene: &Scene<'a>, reference: &Reference) -> Vec<(Likeness, Anchor<'a>)> {
    let mut found = Vec::new();
    for said in scene.said() {
        if let Some(likeness) = best(reference, said.text) {
            let anchor = Anchor {
                rect: scene.rect_of_line(said.line),
                line: Some(said.line),
                run: Some(said.run),
                node: None,
            };
            found.push((likeness, anchor));
        }
    }
    found
}

fn controls<'a>(scene: &Scene<'a>, reference: &Reference) -> Vec<(Likeness, Anchor<'a>)> {
    scene
        .nodes()
        .iter()
        .filter_map(|node| {
            let of_value = node
                .value
                .as_deref()
                .and_then(|value| best(reference, value));
            let likeness = best(reference, &scene.label(node)).max(of_value)?;
            Some((likeness, of_node(scene, node)))
        })
        .collect()
}

fn of_line<'a>(scene: &Scene<'a>, line: usize) -> Anchor<'a> {
    Anchor {
        rect: scene.rect_of_line(line),
        line: Some(line),
        ..Anchor::default()
    }
}

/// A control as a landmark.
pub(crate) fn of_node<'a>(scene: &Scene<'a>, node: &'a Node) -> Anchor<'a> {
    let place = scene.screen.place(&node.id);
    Anchor {
        rect: node.rect,
        line: place.map(|place| place.line),
        run: place.map(|place| place.run),
        node: Some(node),
    }
}

fn numbered_row<'a>(scene: &Scene<'a>, reference: &Reference) -> Vec<Anchor<'a>> {
    let rows: Vec<usize> = scene
        .screen
        .tables()
        .iter()
        .flat_map(|table| table.rows.iter().copied())
        .filter(|line| !super::table::is_filter(scene, *line))
        .collect();
    let at = reference
        .ordinal
        .and_then(|ordinal| ordinal.index(rows.len()));
    at.and_then(|at| rows.get(at))
        .map(|&line| of_line(scene, line))
        .into_iter()
        .collect()
}

fn keep_in(scene: &Scene<'_>, anchors: &mut Vec<Anchor<'_>>, inner: &Reference) {
    let lines: Vec<usize> = self::anchors(scene, inner)
        .into_iter()
        .filter_map(|anchor| anchor.line)
        .collect();
    let same = |anchor: &Anchor| anchor.line.is_some_and(|line| lines.contains(&line));
    if anchors.iter().any(same) {
        anchors.retain(same);
    }
}
