//! What a yes is bound to: what belongs to the control that it is for.

use std::sync::Arc;

use screen_agent_page::{Line, Node, PartOf, Rect, Run};

use super::passing::{Seen, asked, passes, pay, seen, task};

fn rect(x: f64, y: f64) -> Option<Rect> {
    Some(Rect {
        x,
        y,
        w: 100.0,
        h: 20.0,
    })
}

fn button(part: Option<PartOf>) -> Node {
    let mut node = pay();
    node.rect = rect(1_000.0, 1_000.0);
    node.facts.form = Some(1);
    node.facts.part_of = part;
    node
}

fn other(at: Option<Rect>, form: Option<u32>, frame: u32, part: Option<PartOf>) -> Node {
    let mut node = screen_agent_action::testing::node("8", "inp", "Amount");
    (node.rect, node.facts.form) = (at, form);
    (node.frame, node.facts.part_of) = (frame, part);
    node
}

/// A yes given before the control was filled in does not count after.
fn binds(own: Option<PartOf>, node: Node) -> bool {
    let look = seen(vec![button(own), node.clone()]);
    let request = asked(&task(), &look);
    let filled = Node {
        value: Some("900".to_owned()),
        ..node
    };
    passes(&task(), &seen(vec![button(own), filled]), &request).is_none()
}

#[test]
fn the_controls_of_its_form_its_dialog_and_those_beside_it() {
    let far = rect(3_000.0, 3_000.0);
    let dialog = Some(PartOf::Dialog);
    for (what, own, node, expected) in [
        ("its form", None, other(far, Some(1), 0, None), true),
        ("another form", None, other(far, Some(2), 0, None), false),
        ("no form", None, other(far, None, 0, None), false),
        (
            "a form of a frame",
            None,
            other(far, Some(1), 1, None),
            false,
        ),
        ("its dialog", dialog, other(far, None, 0, dialog), true),
        (
            "a frame's dialog",
            dialog,
            other(far, None, 1, dialog),
            false,
        ),
        ("not its dialog", None, other(far, None, 0, dialog), false),
        (
            "behind its dialog",
            dialog,
            other(far, None, 0, None),
            false,
        ),
        ("nobody knows where", None, other(None, None, 0, None), true),
        (
            "right of it",
            None,
            other(rect(1_260.0, 1_000.0), None, 0, None),
            true,
        ),
        (
            "far right",
            None,
            other(rect(1_261.0, 1_000.0), None, 0, None),
            false,
        ),
        (
            "left of it",
            None,
            other(rect(740.0, 1_000.0), None, 0, None),
            true,
        ),
        (
            "far left",
            None,
            other(rect(739.0, 1_000.0), None, 0, None),
            false,
        ),
        (
            "below it",
            None,
            other(rect(1_000.0, 1_180.0), None, 0, None),
            true,
        ),
        (
            "far below",
            None,
            other(rect(1_000.0, 1_181.0), None, 0, None),
            false,
        ),
        (
            "above it",
            None,
            other(rect(1_000.0, 820.0), None, 0, None),
            true,
        ),
        (
            "far above",
            None,
            other(rect(1_000.0, 819.0), None, 0, None),
            false,
        ),
    ] {
        assert_eq!(binds(own, node), expected, "{what}");
    }
}

fn told(node: Node, words: &str, at: Option<Rect>) -> Seen {
    let mut look = seen(vec![node]);
    Arc::make_mut(&mut look.screen).lines = vec![Line {
        runs: vec![Run::Text(words.to_owned())],
        rect: at,
        ..Line::default()
    }];
    look
}

#[test]
fn the_lines_beside_it_and_every_amount() {
    let (near, far) = (rect(1_000.0, 1_100.0), rect(3_000.0, 3_000.0));
    for (what, before, after, at, expected) in [
        ("beside it", "To Ann", "To Bob", near, true),
        ("far from it", "To Ann", "To Bob", far, false),
        ("nobody knows where", "To Ann", "To Bob", None, false),
        ("an amount", "$ 9", "$ 900", far, true),
        ("an amount by its letters", "9 EUR", "900 EUR", None, true),
        ("a sign without a figure", "in $", "in $$", far, false),
        ("a figure without a sign", "9 left", "8 left", far, false),
        (
            "the time that runs",
            "in 1:59 To Ann",
            "in 1:58 To Ann",
            near,
            false,
        ),
        ("what is no time", "To a:b", "To a:c", near, true),
    ] {
        let request = asked(&task(), &told(button(None), before, at));
        let changed = passes(&task(), &told(button(None), after, at), &request).is_none();
        assert_eq!(changed, expected, "{what}");
    }
}

/// Of a control whose place nobody knows, no line is beside it.
#[test]
fn no_line_where_nobody_knows_its_place() {
    let near = rect(1_000.0, 1_100.0);
    let request = asked(&task(), &told(pay(), "To Ann", near));
    assert!(passes(&task(), &told(pay(), "To Bob", near), &request).is_some());
}
