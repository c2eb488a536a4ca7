#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use screen_agent_page::{Facts, Rect, ScrollContainer};

use super::*;
use crate::stage::{AllowedAction, Ground};
use screen_agent_action::testing::{being, click, node, screen, set};
use screen_agent_action::{Choice, Direction};

fn code(action: Action, nodes: Vec<Node>) -> Result<(), &'static str> {
    validate(ProposedAction(action), &screen(nodes))
        .map(drop)
        .map_err(|invalid| invalid.code())
}

fn check(id: &str) -> Action {
    Action::Check {
        id: NodeId::new(id),
    }
}

fn choose(text: &str) -> Action {
    Action::SelectDropdown {
        id: NodeId::new("1"),
        choice: Choice {
            text: Some(text.to_owned()),
            ..Choice::default()
        },
    }
}

fn list(options: &[&str]) -> Node {
    Node {
        facts: Facts {
            tag: Some("select".to_owned()),
            options: options.iter().map(|text| (*text).to_owned()).collect(),
            ..Facts::default()
        },
        ..node("1", "sel", "Size")
    }
}

#[test]
fn the_target_is_there_visible_uncovered_and_enabled() {
    let button = || node("1", "btn", "Go");
    let covered = Node {
        covered: true,
        ..button()
    };
    let flat = Node {
        rect: Some(Rect {
            x: 1.0,
            y: 1.0,
            w: 0.0,
            h: 9.0,
        }),
        ..button()
    };
    for (node, expected) in [
        (button(), Ok(())),
        (covered, Err("covered")),
        (flat, Err("invisible")),
        (being(button(), &[State::Disabled]), Err("disabled")),
        (node("2", "btn", "Go"), Err("missing")),
    ] {
        assert_eq!(code(click("1"), vec![node.clone()]), expected, "{node:?}");
    }
}

#[test]
fn text_goes_into_what_takes_text() {
    let editable = Node {
        facts: Facts {
            multiline: true,
            ..Facts::default()
        },
        ..node("1", "el", "Notes")
    };
    let tick = Node {
        facts: Facts {
            input_type: Some("checkbox".to_owned()),
            ..Facts::default()
        },
        ..node("1", "inp", "Odd")
    };
    for (node, expected) in [
        (node("1", "inp", "Name"), Ok(())),
        (node("1", "textarea", "Name"), Ok(())),
        (node("1", "combobox", "City"), Ok(())),
        (editable, Ok(())),
        (list(&["S", "M"]), Err("wrong_kind")),
        (tick, Err("wrong_kind")),
        (node("1", "btn", "Name"), Err("wrong_kind")),
        (
            being(node("1", "inp", "Name"), &[State::Readonly]),
            Err("wrong_kind"),
        ),
    ] {
        assert_eq!(
            code(set("1", "Ann"), vec![node.clone()]),
            expected,
            "{node:?}"
        );
    }
    assert_eq!(
        code(
            set("1", &"x".repeat(10_001)),
            vec![node("1", "inp", "Name")]
        ),
        Err("out_of_bounds")
    );
}

#[test]
fn ticks_and_choices_fit_their_controls() {
    assert_eq!(code(check("1"), vec![node("1", "chk", "News")]), Ok(()));
    assert_eq!(
        code(check("1"), vec![node("1", "link", "News")]),
        Err("wrong_kind")
    );
    let clear = Action::Uncheck {
        id: NodeId::new("1"),
    };
    assert_eq!(
        code(clear, vec![node("1", "radio", "News")]),
        Err("wrong_kind")
    );
    assert_eq!(code(choose("m"), vec![list(&["S", "M"])]), Ok(()));
    assert_eq!(
        code(choose("XL"), vec![list(&["S", "M"])]),
        Err("wrong_kind")
    );
    assert_eq!(code(choose("XL"), vec![node("1", "sel", "Size")]), Ok(()));
    // A field of the page's own making that opens a list.
    let field = |state: &str| Node {
        states: State::parse_list(state),
        ..node("1", "inp", "Size")
    };
    assert_eq!(code(choose("XL"), vec![field("collapsed")]), Ok(()));
    assert_eq!(code(choose("XL"), vec![field("")]), Err("wrong_kind"));
    assert_eq!(
        code(choose("XL"), vec![node("1", "btn", "Size")]),
        Err("wrong_kind")
    );
}

#[test]
fn both_ends_of_a_drag_are_reachable() {
    let drag = || Action::DragAndDrop {
        from: NodeId::new("1"),
        to: NodeId::new("2"),
    };
    let (from, to) = (node("1", "el", "Card"), node("2", "el", "Done"));
    assert_eq!(code(drag(), vec![from.clone(), to.clone()]), Ok(()));
    let both = screen(vec![from.clone(), to.clone()]);
    let told = AllowedAction::new(
        validate(ProposedAction(drag()), &both).unwrap(),
        Ground::default(),
    );
    assert_eq!((told.target(), told.dropped_on()), (Some(&from), Some(&to)));
    assert_eq!(code(drag(), vec![from.clone()]), Err("missing"));
    assert_eq!(
        code(
            drag(),
            vec![
                from,
                Node {
                    covered: true,
                    ..to
                }
            ]
        ),
        Err("covered")
    );
}

#[test]
fn regions_scroll_without_being_controls() {
    let mut page = screen(vec![]);
    page.containers.push(ScrollContainer {
        id: NodeId::new("9"),
        depth: "0%".to_owned(),
        has_more: true,
    });
    let scroll = |id: &str| Action::ScrollContainer {
        id: NodeId::new(id),
        direction: Direction::Down,
    };
    assert!(validate(ProposedAction(scroll("9")), &page).is_ok());
    assert!(validate(ProposedAction(scroll("8")), &page).is_err());
}

#[test]
fn numbers_keep_to_their_bounds() {
    for action in [
        Action::Wait { seconds: f64::NAN },
        Action::Wait { seconds: 31.0 },
        Action::Scroll {
            down: true,
            pages: 0.0,
            id: None,
        },
        Action::Scroll {
            down: true,
            pages: f64::INFINITY,
            id: None,
        },
        Action::WaitForElement {
            text: None,
            role: None,
            timeout_ms: 5,
        },
        Action::Type {
            text: String::new(),
            delay_ms: None,
        },
    ] {
        assert_eq!(
            code(action.clone(), vec![]),
            Err("out_of_bounds"),
            "{action:?}"
        );
    }
}
