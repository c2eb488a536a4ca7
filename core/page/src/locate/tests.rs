#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use crate::node::ScrollPosition;
use crate::observation::{Observation, ScrollContainer};
use crate::testing::node;

fn names(nodes: Vec<(Dismissal, &Node)>) -> Vec<(Dismissal, &str)> {
    nodes
        .into_iter()
        .map(|(kind, node)| (kind, node.name.as_str()))
        .collect()
}

#[test]
fn the_ways_out_come_best_first() {
    let mut covered = node("9", "btn", "Close");
    covered.covered = true;
    let observation = Observation {
        nodes: vec![
            node("1", "btn", "Accept all cookies"),
            node("2", "btn", "No, thanks"),
            node("3", "btn", "Close dialog"),
            node("4", "btn", "\u{d7}"),
            node("5", "btn", "Model X"),
            node("6", "link", "How to close your account in three steps"),
            node("7", "inp", "Close"),
            node("8", "btn", "Look"),
            node("10", "btn", "Accept only necessary"),
            node("11", "link", "Skip to content"),
            node("12", "btn", "Pay later"),
            covered,
        ],
        ..Observation::default()
    };
    let screen = Screen::new(&observation);
    assert_eq!(
        names(dismissals(&screen)),
        [
            (Dismissal::Close, "\u{d7}"),
            (Dismissal::Close, "Close dialog"),
            (Dismissal::Decline, "No, thanks"),
            (Dismissal::Decline, "Accept only necessary"),
            (Dismissal::Accept, "Accept all cookies"),
        ]
    );
}

#[test]
fn regions_come_before_the_page_and_once() {
    let mut list = node("5", "scroll", "Results");
    list.scroll = Some(ScrollPosition {
        depth: "0%".to_owned(),
        has_more: true,
    });
    let region = |id: &str, has_more| ScrollContainer {
        id: NodeId::new(id),
        depth: "10%".to_owned(),
        has_more,
    };
    let mut observation = Observation {
        nodes: vec![list],
        containers: vec![region("5", true), region("6", false)],
        scroll_position: Some("40%".to_owned()),
        ..Observation::default()
    };
    let five = Scrollable::Region(NodeId::new("5"));
    let found = scrollables(&Screen::new(&observation));
    assert_eq!(found, [five.clone(), Scrollable::Page]);

    observation.scroll_position = Some("100%".to_owned());
    assert_eq!(scrollables(&Screen::new(&observation)), [five]);
}
