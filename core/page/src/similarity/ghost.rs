//! Which control may be one that is gone.

use crate::node::{Node, Point, State};
use crate::role::Role;
use crate::screen::Screen;

/// A control at or above this score may be taken for the one that is gone.
pub const GOOD: f64 = 0.5;

/// What was known of a control that is gone.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// What it was.
    pub role: Role,
    /// Its name.
    pub name: String,
    /// Where it was.
    pub at: Option<Point>,
}

/// How much a control is like the one that is gone: by name, role and place. 1.1 at most.
pub fn likeness(expected: &Expected, node: &Node) -> f64 {
    let role = if expected.role == node.role { 0.3 } else { 0.0 };
    // Every control can be used unless it says otherwise.
    let usable = if node.is(State::Disabled) || node.covered {
        -0.2
    } else {
        0.1
    };
    name_likeness(&expected.name, &node.name) + role + nearness(expected.at, node.point()) + usable
}

fn name_likeness(expected: &str, name: &str) -> f64 {
    let (expected, name) = (plain(expected), plain(name));
    if expected.is_empty() || name.is_empty() {
        return 0.0;
    }
    if expected == name {
        0.4
    } else if expected.contains(&name) || name.contains(&expected) {
        0.25
    } else {
        0.0
    }
}

fn plain(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

fn nearness(a: Option<Point>, b: Option<Point>) -> f64 {
    let (Some(a), Some(b)) = (a, b) else {
        return 0.0;
    };
    match (a.x - b.x).hypot(a.y - b.y) {
        distance if distance < 50.0 => 0.3,
        distance if distance < 100.0 => 0.2,
        distance if distance < 150.0 => 0.1,
        _ => 0.0,
    }
}

/// The controls that may be the one that is gone, best first. Two with one score mean that nobody
/// can tell; a caller must not choose between them silently.
pub fn ghosts<'a>(screen: &Screen<'a>, expected: &Expected) -> Vec<(f64, &'a Node)> {
    let mut found: Vec<(f64, &Node)> = screen
        .nodes()
        .iter()
        .map(|node| (likeness(expected, node), node))
        .filter(|(score, _)| *score >= GOOD)
        .collect();
    found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    found
}
