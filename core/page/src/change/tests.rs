#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::prelude::*;

use super::*;
use crate::digest::digest;
use crate::node::{Node, State};
use crate::testing::{line, node, observation, valued};

fn between(before: &Observation, now: &Observation) -> Changes {
    changes(&snapshot(before), now)
}

fn with_states(mut node: Node, states: &[State]) -> Node {
    node.states = states.to_vec();
    node
}

fn page(url: &str, nodes: Vec<Node>, lines: Vec<crate::text::Line>) -> Observation {
    Observation {
        url: url.to_owned(),
        document: "same".to_owned(),
        ..observation(nodes, lines)
    }
}

#[test]
fn an_address_changes_by_origin_path_or_query() {
    let part = |origin, path, query| {
        Some(AddressChange {
            origin,
            path,
            query,
        })
    };
    for (before, now, expected) in [
        ("https://a.test/x?y#1", "https://a.test/x?y#2", None),
        ("https://a.test/", "https://a.test", None),
        ("https://a.test/x", "https://a.test/x?", None),
        (
            "https://a.test/",
            "https://b.test/",
            part(true, false, false),
        ),
        (
            "https://a.test/",
            "http://a.test/",
            part(true, false, false),
        ),
        (
            "https://a.test/x",
            "https://a.test/y?z",
            part(false, true, true),
        ),
        ("", "https://a.test/", part(true, true, true)),
        ("nonsense", "nonsense", None),
    ] {
        assert_eq!(address::compare(before, now), expected, "{before} {now}");
    }
}

#[test]
fn every_kind_of_change_is_told() {
    let before = page(
        "https://a.test/",
        vec![
            valued("1", "inp", "Name", "Al"),
            with_states(node("2", "chk", "News"), &[State::Focused]),
            node("3", "btn", "Save"),
            node("4", "btn", "Old"),
        ],
        vec![line(LineKind::Plain, "hello"), line(LineKind::Plain, "bye")],
    );
    let now = page(
        "https://a.test/done",
        vec![
            valued("1", "inp", "Name", "Alma"),
            with_states(node("2", "chk", "News"), &[State::Checked]),
            with_states(node("3", "btn", "Save"), &[State::Focused]),
            node("4", "link", "New"),
        ],
        vec![
            line(LineKind::Alert, "Saved"),
            line(LineKind::Plain, "hello"),
            line(LineKind::Plain, "hello"),
        ],
    );
    let changes = between(&before, &now);
    insta::assert_snapshot!(changes.notes().join("\n"), @r#"
    address: other path
    message: "Saved"
    changed: 1 inp "Name": value "Al" to "Alma"
    changed: 2 chk "News": states (focused) to (checked)
    new: 4 link "New"
    gone: 4 btn "Old"
    text: 2 lines new, 1 gone
    focus: now on 3
    "#);
    assert!(changes.is_meaningful());
    assert_eq!(changes.lines_added.len(), 2);
    assert_eq!(changes.lines_removed, 1);
    assert_eq!(
        changes.of(&NodeId::new("1")).unwrap().now.value.as_deref(),
        Some("Alma")
    );
}

#[test]
fn a_page_that_only_numbers_anew_has_not_changed() {
    let before = page(
        "",
        vec![
            with_states(node("9", "btn", "Save"), &[State::Focused]),
            node("10", "btn", "Save"),
            node("11", "link", "Home"),
        ],
        vec![line(LineKind::Plain, "{9} {10}")],
    );
    let now = page(
        "",
        vec![
            node("33", "link", "Home"),
            with_states(node("21", "btn", "Save"), &[State::Focused]),
            node("22", "btn", "Save"),
        ],
        vec![line(LineKind::Plain, "{21} {22}")],
    );
    let changes = between(&before, &now);
    assert_eq!(
        changes,
        Changes {
            renumbered: 3,
            ..Changes::default()
        }
    );
    assert!(changes.is_empty());
    assert!(!changes.is_meaningful());
    assert_eq!(digest(&before), digest(&now));
}

#[test]
fn focus_and_scrolling_alone_mean_nothing() {
    let mut before = page("", vec![node("1", "inp", "a")], vec![]);
    let mut now = before.clone();
    now.nodes[0].states.push(State::Focused);
    before.scroll_position = Some("0%".to_owned());
    now.scroll_position = Some("50%".to_owned());
    let changes = between(&before, &now);
    assert!(!changes.is_meaningful());
    assert!(!changes.is_empty());
    assert!(changes.scrolled);
    assert_eq!(changes.focus.unwrap().to, Some(NodeId::new("1")));
    assert_ne!(digest(&before), digest(&now));
}

#[test]
fn a_long_list_of_changes_is_cut_and_says_so() {
    let nodes = (0..20).map(|i| node(&i.to_string(), "btn", "b")).collect();
    let changes = between(&Observation::default(), &observation(nodes, vec![]));
    let notes = changes.notes();
    assert_eq!(notes.len(), 1 + 8 + 1);
    assert_eq!(notes[9], "and 12 more like it");
}

/// Screens of a few controls that are much alike, so that ids and names collide often.
fn any_screen() -> impl Strategy<Value = Observation> {
    let control = (
        "[1-9]",
        "(btn|chk)",
        "[ab]",
        prop::option::of("[xy]"),
        any::<bool>(),
    );
    let control = control.prop_map(|(id, role, name, value, checked)| Node {
        value,
        states: if checked {
            vec![State::Checked]
        } else {
            vec![]
        },
        ..node(&id, &role, &name)
    });
    let lines = prop::collection::vec("[a-c]{1,2}", 0..6);
    (prop::collection::vec(control, 0..8), lines).prop_map(|(nodes, lines)| {
        let lines = lines
            .iter()
            .map(|words| line(LineKind::Plain, words))
            .collect();
        page("https://a.test/", nodes, lines)
    })
}

proptest! {
    #[test]
    fn a_screen_has_not_changed_from_itself(screen in any_screen()) {
        prop_assert!(between(&screen, &screen).is_empty());
    }

    #[test]
    fn the_order_of_controls_does_not_count(screen in any_screen(), by in 0_usize..8) {
        let mut turned = screen.clone();
        let by = by.min(turned.nodes.len());
        turned.nodes.rotate_left(by);
        prop_assert_eq!(digest(&screen), digest(&turned));
    }

    #[test]
    fn what_comes_and_what_goes_balance(before in any_screen(), now in any_screen()) {
        let changes = between(&before, &now);
        let (was, is) = (print_controls(&before).len(), print_controls(&now).len());
        prop_assert_eq!(was + changes.created.len(), is + changes.removed.len());
        let said = before.lines.len() + changes.lines_added.len();
        prop_assert_eq!(said, now.lines.len() + changes.lines_removed);
        let back = between(&now, &before);
        prop_assert_eq!(back.created.len(), changes.removed.len());
        prop_assert_eq!(back.renumbered, changes.renumbered);
    }
}

#[test]
fn ids_of_two_documents_are_not_compared() {
    let of = |document: &str, nodes| Observation {
        document: document.to_owned(),
        ..page("https://a.test/x", nodes, Vec::new())
    };
    let before = of(
        "one",
        vec![node("1", "link", "Groups"), node("2", "link", "Users")],
    );
    let now = of(
        "two",
        vec![node("1", "link", "Users"), node("2", "link", "Log out")],
    );
    let seen = between(&before, &now);
    assert!(seen.another_document && seen.changed.is_empty());
    assert_eq!(seen.created.len(), 1);
    let notes = seen.notes().join("\n");
    assert!(notes.contains("another page"), "{notes}");
    assert!(
        !notes.contains("gone") && !notes.contains("new: "),
        "{notes}"
    );
    let same = between(&of("one", before.nodes.clone()), &of("one", now.nodes));
    assert_eq!((same.another_document, same.changed.len()), (false, 2));
}
