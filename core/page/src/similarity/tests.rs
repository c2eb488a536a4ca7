#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::prelude::*;

use super::*;
use crate::screen::Screen;
use crate::testing::{at, node, observation};

fn change(before: &str, now: &str) -> StructureChange {
    Structure::of_html(before).change_to(&Structure::of_html(now))
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn structure_is_weighed_by_elements_and_controls() {
    let page = "<main><a href=/ id=a>a</a><a href=/ id=b>b</a></main>";
    let same = change(
        page,
        "<main><a href=/x id=a>other words</a><a href=/ id=b>b</a></main>",
    );
    assert!(close(same.similarity, 1.0));
    assert!(!same.breaks_plan());

    // html, body, main and one link of two stay; of all five elements four are common.
    let half = change(page, "<main><a href=/ id=a>a</a></main>");
    assert!(
        close(half.similarity, 0.6 * 4.0 / 5.0 + 0.4 * 0.5),
        "{half:?}"
    );
    assert!(close(half.retained, 0.5));

    let other = change(page, "<form><input name=q></form>");
    assert!(other.landmarks_changed && other.breaks_plan());
}

#[test]
fn styling_classes_do_not_make_another_page() {
    let same = change(
        "<div class='card mt-4 flex'>x</div>",
        "<div class='mt-8 md:grid card text-sm'>x</div>",
    );
    assert!(close(same.similarity, 1.0), "{same:?}");
    assert!(change("<div class=card>x</div>", "<div class=list>x</div>").similarity < 1.0);
}

#[test]
fn an_empty_page_is_like_itself() {
    assert!(close(change("", "").similarity, 1.0));
    let empty = Structure::default();
    assert!(close(empty.change_to(&empty).similarity, 1.0));
}

#[test]
fn a_gone_control_is_found_by_name_role_and_place() {
    let gone = at(node("1", "btn", "Save draft"), 0.0, 0.0, 20.0, 20.0);
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
    let found: Vec<(i64, &str)> = ghosts(&Screen::new(&observation), &Expected::of(&gone))
        .into_iter()
        .map(|(score, node)| ((score * 100.0).round() as i64, node.id.as_str()))
        .collect();
    assert_eq!(found, [(100, "2"), (80, "5"), (65, "3")]);
}

proptest! {
    #[test]
    fn similarity_is_a_share(a in "(<(div|a href=q|form|table|p)>|x){0,20}", b in "(<(div|a href=q|form|table|p)>|x){0,20}") {
        let there = change(&a, &b);
        prop_assert!((0.0..=1.0).contains(&there.similarity));
        prop_assert!(close(change(&a, &a).similarity, 1.0));
    }
}
