#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use screen_agent_page::{Node, NodeId, Observation, State};

use super::*;
use screen_agent_action::Choice;
use screen_agent_action::testing::{being, click, node, screen, set};

fn field(id: &str, role: &str, name: &str, form: u32) -> Node {
    let mut node = node(id, role, name);
    node.facts.tag = Some("input".to_owned());
    node.facts.form = Some(form);
    node.facts.selector = Some(format!("form.address > #f{id}"));
    node
}

fn address() -> Observation {
    let mut nodes: Vec<Node> = (1..=9)
        .map(|id| field(&id.to_string(), "inp", &format!("Field {id}"), 0))
        .collect();
    nodes.push(field("10", "inp", "Password", 0));
    nodes.push(field("11", "chk", "Gift", 0));
    nodes.push(field("12", "sel", "Country", 0));
    nodes.push(field("13", "inp", "Search", 1));
    let mut sends = field("14", "sel", "Sort by", 0);
    sends.facts.submits = true;
    nodes.push(sends);
    screen(nodes)
}

fn check(id: &str) -> Action {
    Action::Check {
        id: NodeId::new(id),
    }
}

fn uncheck(id: &str) -> Action {
    Action::Uncheck {
        id: NodeId::new(id),
    }
}

fn choose(id: &str, choice: Choice) -> Action {
    let id = NodeId::new(id);
    Action::SelectDropdown { id, choice }
}

fn hover(id: &str) -> Action {
    Action::Hover {
        id: NodeId::new(id),
    }
}

fn fields(count: usize) -> Vec<Action> {
    (1..=count).map(|id| set(&id.to_string(), "x")).collect()
}

fn judged(actions: &[Action], seen: &Observation) -> Result<ChainReason, String> {
    let actions: Vec<(Action, String)> = actions
        .iter()
        .map(|action| (action.clone(), String::new()))
        .collect();
    safe(&actions, seen).map(|safe| safe.reason)
}

#[test]
fn what_goes_together_is_told_apart() {
    let wait = Action::Wait { seconds: 1.0 };
    for (actions, expected) in [
        (fields(2), ChainReason::FormFill),
        (fields(9), ChainReason::FormFill),
        (
            vec![set("1", "a"), choose("12", Choice::default())],
            ChainReason::FormFill,
        ),
        (vec![set("1", "a"), check("11")], ChainReason::RelatedInputs),
        (vec![hover("1"), wait], ChainReason::SequentialSteps),
    ] {
        assert_eq!(judged(&actions, &address()), Ok(expected), "{actions:?}");
    }
    let boxes = screen(vec![field("1", "chk", "A", 0), field("2", "chk", "B", 0)]);
    assert_eq!(
        judged(&[check("1"), uncheck("2")], &boxes),
        Ok(ChainReason::BulkSelection)
    );
}

#[test]
fn what_is_not_sure_is_not_chained() {
    let seen = address();
    let many: Vec<Action> = (0..11).map(|_| Action::Wait { seconds: 1.0 }).collect();
    let why = |actions: &[Action]| judged(actions, &seen).expect_err("safe");
    for (actions, expected) in [
        (fields(1), "a chain has 2 to 10 actions"),
        (many, "a chain has 2 to 10 actions"),
        (
            vec![set("1", "a"), click("2")],
            "an action of this kind is done by itself",
        ),
        (
            vec![set("1", "a"), screen_agent_action::testing::finish("x")],
            "an action of this kind is done by itself",
        ),
        (
            vec![set("1", "a"), set("10", "b")],
            "\"Password\" is secret",
        ),
        (
            vec![set("1", "a"), set("13", "b")],
            "the controls do not stand in one form",
        ),
        (
            vec![set("1", "a"), hover("2")],
            "actions of different kinds are done one at a time",
        ),
        (
            vec![set("1", "a"), set("99", "b")],
            "a control of the chain is not in view",
        ),
        (
            vec![set("1", "a"), set("1", "b")],
            "one control is changed twice",
        ),
        (
            vec![check("11"), uncheck("11")],
            "one control is changed twice",
        ),
        (
            vec![set("1", "a"), choose("14", Choice::default())],
            "\"Sort by\" sends its form",
        ),
    ] {
        assert_eq!(why(&actions), expected, "{actions:?}");
    }
}

#[test]
fn a_container_is_one_form_or_one_group_and_never_a_guess() {
    let apart = |change: fn(&mut Node)| {
        let mut other = field("2", "inp", "B", 0);
        other.facts.form = None;
        change(&mut other);
        let mut first = field("1", "inp", "A", 0);
        first.facts.form = None;
        let seen = screen(vec![first, other]);
        judged(&[set("1", "a"), set("2", "b")], &seen).is_ok()
    };
    assert!(apart(|_| {}));
    assert!(!apart(|node| node.facts.group = Some("Billing".to_owned())));
    assert!(!apart(|node| node.frame = 1));
    assert!(!apart(|node| node.facts.form = Some(0)));
    assert!(!apart(|node| node.facts.tag = None));
}

#[test]
fn long_chains_are_less_sure_and_name_their_container() {
    let judge = |count| {
        let actions: Vec<(Action, String)> = fields(count)
            .into_iter()
            .map(|action| (action, String::new()))
            .collect();
        safe(&actions, &address()).unwrap()
    };
    for (count, confidence) in [(2, 1.0), (5, 1.0), (6, 0.9), (9, 0.765)] {
        let safe = judge(count);
        assert!((safe.confidence - confidence).abs() < 1e-6, "{count}");
        assert_eq!(safe.container.as_deref(), Some("form.address"));
    }
}

#[test]
fn each_action_has_its_checks() {
    let element = NodeId::new("1");
    let on = being(node("1", "chk", "Gift"), &[State::Checked]);
    let mut list = node("1", "sel", "Country");
    list.facts.options = vec!["Chile".to_owned()];
    let by = |value: Option<&str>, text: Option<&str>| {
        choose(
            "1",
            Choice {
                value: value.map(str::to_owned),
                text: text.map(str::to_owned),
                several: Vec::new(),
            },
        )
    };
    let holds = |expected: &str| Check::ValueMatches {
        element: element.clone(),
        expected: expected.to_owned(),
    };
    let changed = Check::StateChanged {
        element: element.clone(),
    };
    let enabled = Check::ElementEnabled {
        element: element.clone(),
    };
    let visible = Check::ElementVisible {
        element: element.clone(),
    };
    for (action, node, expected) in [
        (set("1", "Ada"), None, vec![holds("Ada")]),
        (check("1"), Some(&on), vec![enabled.clone()]),
        (uncheck("1"), Some(&on), vec![changed.clone()]),
        (check("1"), None, vec![changed]),
        (by(None, Some("Chile")), None, vec![holds("Chile")]),
        (by(Some("Chile"), None), Some(&list), vec![holds("Chile")]),
        (by(Some("cl"), None), Some(&list), vec![enabled]),
        (hover("1"), None, vec![visible]),
        (Action::Wait { seconds: 1.0 }, None, Vec::new()),
    ] {
        assert_eq!(
            checks(&action, node),
            (Level::Client, expected),
            "{action:?}"
        );
    }
    assert_eq!(checks(&click("1"), None), (Level::Lightweight, Vec::new()));
    assert_eq!(checks(&Action::GoBack, None), (Level::Full, Vec::new()));
}

#[test]
fn a_code_says_how_to_go_on() {
    for (code, expected) in [
        ("ELEMENT_NOT_FOUND", Recovery::RetryNearest),
        ("timeout", Recovery::SingleAction),
        ("OBSCURED", Recovery::Regenerate),
        ("ELEMENT_NOT_VISIBLE", Recovery::Regenerate),
        ("INVALID_STATE", Recovery::SingleAction),
        ("ACTION_FAILED", Recovery::SingleAction),
        ("", Recovery::SingleAction),
    ] {
        assert_eq!(recovery(code), expected, "{code}");
    }
}

#[test]
fn only_the_same_control_takes_the_place_of_one_that_is_gone() {
    let print = TargetPrint {
        role: "inp".to_owned(),
        name: "City".to_owned(),
        selector: None,
        ..TargetPrint::default()
    };
    let found = |nodes: Vec<Node>| {
        let seen = screen(nodes);
        nearest(&NodeId::new("20"), &seen, &print).map(|node| node.id.to_string())
    };
    let city = |id: &str| node(id, "inp", "City");
    let near = Some("24".to_owned());
    assert_eq!(found(vec![city("12"), city("24"), city("29")]), near);
    assert_eq!(found(vec![city("31"), city("f1_20")]), None);
    assert_eq!(found(vec![city("18"), city("22")]), None);
    assert_eq!(
        found(vec![node("21", "inp", "Street"), node("19", "btn", "City")]),
        None
    );
}
