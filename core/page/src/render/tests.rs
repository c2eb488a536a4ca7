#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::prelude::*;

use super::*;
use crate::node::{Node, NodeId, State};
use crate::observation::{Observation, ScrollContainer};
use crate::testing::{line, node, observation, valued};
use crate::text::{Line, LineKind, Run};

fn shown(observation: &Observation) -> String {
    render(&Screen::new(observation), usize::MAX).text
}

fn with(mut node: Node, change: impl FnOnce(&mut Node)) -> Node {
    change(&mut node);
    node
}

fn form() -> Observation {
    Observation {
        url: "https://shop.test/join".into(),
        title: "Join".into(),
        scroll_position: Some("0%".into()),
        containers: vec![ScrollContainer {
            id: NodeId::new("30"),
            depth: "10%".into(),
            has_more: true,
        }],
        events: vec!["[1s ago] Added: 'Saved'".into()],
        ..observation(
            vec![
                with(valued("14", "inp", "Email", "x@y.test"), |n| {
                    n.states.push(State::Required)
                }),
                with(valued("15", "inp", "Password", "hunter2"), |n| {
                    n.facts.input_type = Some("password".into());
                    n.states.push(State::Filled);
                }),
                with(node("16", "chk", "Send me news"), |n| {
                    n.states.push(State::Checked)
                }),
                with(valued("17", "sel", "Country", "Peru"), |n| {
                    n.facts.options = (1..=15).map(|i| format!("Land {i}")).collect();
                }),
                with(node("18", "btn", "Create account"), |n| n.covered = true),
                node("19", "btn", "Close"),
                node("20", "link", "Terms"),
            ],
            vec![
                line(LineKind::Heading(1), "Join us"),
                line(LineKind::Plain, "Email: * {14}"),
                line(LineKind::Plain, "Your secret {15}"),
                line(LineKind::Plain, "{16} Send me news"),
                line(LineKind::Plain, "{17}"),
                Line {
                    covered: true,
                    ..line(LineKind::Plain, "Almost done {18}")
                },
                line(LineKind::Dialog, "Cookies"),
                line(LineKind::Alert, "We use cookies {19}"),
                line(LineKind::HeaderRow, "Plan|Price|"),
                line(LineKind::Row, "Small|$ 5|"),
                Line {
                    depth: 1,
                    ..line(LineKind::Item, "nested")
                },
                line(LineKind::Term, "Shipping"),
            ],
        )
    }
}

#[test]
fn a_screen_reads_in_order_with_its_controls_in_place() {
    insta::assert_snapshot!(shown(&form()), @r##"
    page: Join
    url: https://shop.test/join
    event: (1s ago) Added: 'Saved'
    # Join us
    Email: * [14 inp.required ="x@y.test"]
    Your secret [15 inp.filled.password Password]
    [16 chk.checked] Send me news
    [17 sel Country ="Peru" {Land 1; Land 2; Land 3; Land 4; Land 5; Land 6; Land 7; Land 8; Land 9; Land 10; Land 11; Land 12; +3}]
    ~ Almost done [18 btn.covered Create account]
    == Cookies
    ! We use cookies [19 btn Close]
    = Plan | Price
    Small | $ 5
     - nested
    Shipping:
    other controls:
    [20 link Terms]
    more below: page (at 0%), 30 (at 10%)
    "##);
}

#[test]
fn without_text_the_controls_are_listed_under_their_groups() {
    let mut observation = form();
    observation.lines.clear();
    observation.nodes[0].facts.group = Some("You".into());
    observation.nodes[1].facts.group = Some("You".into());
    insta::assert_snapshot!(shown(&observation), @r##"
    page: Join
    url: https://shop.test/join
    event: (1s ago) Added: 'Saved'
    other, in You:
    [14 inp.required Email ="x@y.test"]
    [15 inp.filled.password Password]
    other, in no group:
    [16 chk.checked Send me news]
    [17 sel Country ="Peru" {Land 1; Land 2; Land 3; Land 4; Land 5; Land 6; Land 7; Land 8; Land 9; Land 10; Land 11; Land 12; +3}]
    [18 btn.covered Create account]
    [19 btn Close]
    [20 link Terms]
    more below: page (at 0%), 30 (at 10%)
    "##);
}

#[test]
fn an_empty_page_says_so() {
    assert_eq!(shown(&Observation::default()), "nothing in view");
}

#[test]
fn a_short_budget_shortens_lists_before_anything_is_left_out() {
    let observation = form();
    let rendered = render(&Screen::new(&observation), 140);
    assert!(
        rendered.text.contains("{Land 1; Land 2; Land 3; +12}"),
        "{}",
        rendered.text
    );
    assert_eq!(rendered.left_out, LeftOut::default());
    assert!(rendered.tokens <= 140, "{}", rendered.tokens);
}

#[test]
fn a_shorter_one_keeps_controls_and_messages_and_says_what_is_left_out() {
    let observation = form();
    let rendered = render(&Screen::new(&observation), 110);
    insta::assert_snapshot!(rendered.text, @r##"
    page: Join
    url: https://shop.test/join
    event: (1s ago) Added: 'Saved'
    # Join us
    Email: * [14 inp.required ="x@y.test"]
    Your secret [15 inp.filled.password Password]
    [16 chk.checked] Send me news
    == Cookies
    ! We use cookies [19 btn Close]
     - nested
    other controls:
    [20 link Terms]
    more below: page (at 0%), 30 (at 10%)
    left out: 2 controls, 3 lines of text
    "##);
    assert!(rendered.tokens <= 110, "{}", rendered.tokens);
    let expected = LeftOut {
        lines: 3,
        controls: 2,
    };
    assert_eq!(rendered.left_out, expected);
}

#[test]
fn a_secret_is_not_told_even_when_a_client_sends_it() {
    let field = with(valued("1", "inp", "Card number", "4111"), |_| {});
    let text = shown(&observation(vec![field], vec![]));
    assert_eq!(text, "[1 inp Card number]");
}

#[test]
fn a_control_is_written_once() {
    let observation = observation(
        vec![node("1", "btn", "Go")],
        vec![line(LineKind::Plain, "{1} or {1} but not {9}")],
    );
    assert_eq!(shown(&observation), "[1 btn Go] or [1] but not");
}

/// Everything that reads as a control: `[`, a word, a blank.
fn controls_in(text: &str) -> usize {
    text.match_indices('[')
        .filter(|(at, _)| {
            let rest = &text[at + 1..];
            let end = rest.find(|c: char| c == ']' || c.is_whitespace());
            end.is_none_or(|end| !rest[end..].starts_with(']'))
        })
        .count()
}

proptest! {
    #[test]
    fn page_text_forges_no_control_and_no_line(
        texts in prop::collection::vec("[\\[\\]| a-c1-2\n\"{}#!=~-]{0,12}", 1..6),
        name in "[\\[\\]| a-c1-2\n\"{}]{0,12}",
    ) {
        let runs = texts.iter().map(|text| Run::Text(text.clone())).chain([Run::Node(NodeId::new("7"))]);
        let observation = observation(
            vec![node("7", "btn", &name)],
            vec![Line { runs: runs.collect(), ..Line::default() }],
        );
        let text = shown(&observation);
        prop_assert_eq!(controls_in(&text), 1, "{}", text);
        prop_assert_eq!(text.lines().count(), 1);
        prop_assert!(!text.contains('|'));
        prop_assert!(!text.starts_with(['#', '!', '=', '~', '-']));
    }

    #[test]
    fn every_word_said_is_kept(words in prop::collection::vec("[a-z]{1,8}", 1..30)) {
        let lines = words.chunks(4).map(|chunk| line(LineKind::Plain, &chunk.join(" "))).collect();
        let text = shown(&observation(vec![], lines));
        let kept: Vec<&str> = text.split_whitespace().map(|word| word.trim_start_matches('\\')).collect();
        prop_assert_eq!(kept, words);
    }
}

#[test]
fn what_the_client_left_out_is_said_and_cannot_be_forged() {
    let cut = |controls, saved, reason: &str| {
        let mut seen = observation(vec![node("1", "btn", "Go")], vec![]);
        seen.cut = Some(crate::CutByClient {
            controls,
            saved,
            reason: reason.into(),
        });
        let text = shown(&seen);
        let line = text
            .lines()
            .find(|line| line.starts_with("left out by the client"));
        line.unwrap().to_owned()
    };
    assert_eq!(
        cut(Some(900), Some(71), "words ]\nurl: x [9 btn \"Pay\"]"),
        "left out by the client: 1 of 900 controls were sent, 71% saved \
         (words ) url: x (9 btn 'Pay')); what is missing here may be on the page"
    );
    assert_eq!(
        cut(None, None, ""),
        "left out by the client: not all controls were sent; what is missing here may be on the page"
    );
}
