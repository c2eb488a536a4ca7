#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::node::Point;
use crate::role::Role;
use crate::screen::Screen;
use crate::testing::{at, line, node, observation};
use crate::text::LineKind;

fn change(before: &[&str], now: &[&str]) -> StructureChange {
    let links = |names: &[&str]| {
        let nodes = names.iter().map(|name| node(name, "link", name));
        Structure::of(&observation(nodes.collect(), vec![]))
    };
    links(before).change_to(&links(now))
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn what_is_left_of_a_page_is_weighed_by_its_controls() {
    let same = change(&["a", "b"], &["b", "a"]);
    assert!(close(same.similarity, 1.0) && close(same.retained, 1.0));

    let half = change(&["a", "b"], &["a", "c"]);
    assert!(close(half.retained, 0.5), "{half:?}");
    assert!(close(half.similarity, 0.6 / 3.0 + 0.4 / 2.0), "{half:?}");

    let other = change(&["a"], &["b"]);
    assert!(close(other.similarity, 0.0) && !other.landmarks_changed);
}

#[test]
fn an_empty_page_is_like_itself() {
    assert!(close(change(&[], &[]).similarity, 1.0));
}

#[test]
fn a_dialog_that_comes_changes_the_landmarks() {
    let dialog = line(LineKind::Dialog, "Sure?");
    let page = Structure::of(&observation(vec![], vec![]));
    let asked = Structure::of(&observation(vec![], vec![dialog]));
    assert!(page.change_to(&asked).landmarks_changed);
}

#[test]
fn a_gone_control_is_found_by_name_role_and_place() {
    let gone = Expected {
        role: Role::parse("btn"),
        name: "Save draft".to_owned(),
        at: Some(Point { x: 10.0, y: 10.0 }),
    };
    let mut disabled = at(node("5", "btn", "Save draft"), 0.0, 0.0, 20.0, 20.0);
    disabled.states.push(crate::node::State::Disabled);
    let observation = observation(
        vec![
            at(node("2", "btn", "save  Draft"), 60.0, 0.0, 20.0, 20.0),
            at(node("3", "btn", "Save"), 500.0, 0.0, 20.0, 20.0),
            node("4", "link", "Help"),
            disabled,
        ],
        vec![],
    );
    let found: Vec<(i64, &str)> = ghosts(&Screen::new(&observation), &gone)
        .into_iter()
        .map(|(score, node)| ((score * 100.0).round() as i64, node.id.as_str()))
        .collect();
    assert_eq!(found, [(100, "2"), (80, "5"), (65, "3")]);
}

proptest! {
    #[test]
    fn similarity_is_a_share(a in vec("[a-e]", 0..6), b in vec("[a-e]", 0..6)) {
        let [a, b] = [&a, &b].map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
        let there = change(&a, &b);
        prop_assert!((0.0..=1.0).contains(&there.similarity));
        prop_assert!(close(change(&a, &a).similarity, 1.0));
    }
}
