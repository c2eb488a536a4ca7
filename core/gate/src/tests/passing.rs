//! The way through the gate, and what an approval is bound to.

use std::collections::BTreeSet;
use std::sync::Arc;

use screen_agent_page::{FormMethod, Node, NodeId, Observation, Role};

use crate::approval::{ApprovalAnswer, ApprovalRequest, ApprovalScope, AskReason, Grant};
use crate::stage::ValidAction;
use crate::{Basis, GateCase, Stopped, TaskFacts, allow};
use screen_agent_action::Action;
use screen_agent_action::status::TaskStatus;
use screen_agent_words::Words;

pub(super) fn pay() -> Node {
    let mut node = screen_agent_action::testing::node("7", "btn", "Pay \u{202e}now\nPlease");
    node.role = Role::Button;
    node.facts.tag = Some("button".to_owned());
    node.facts.submits = true;
    node.facts.form_method = Some(FormMethod::Post);
    node.facts.form_action = Some("https://shop.example/pay".to_owned());
    node
}

#[derive(Clone)]
pub(crate) struct Seen {
    pub(super) screen: Arc<Observation>,
    now_ms: i64,
}

pub(crate) fn seen(nodes: Vec<Node>) -> Seen {
    Seen {
        screen: Arc::new(Observation {
            url: "https://shop.example/cart".to_owned(),
            nodes,
            ..Observation::default()
        }),
        now_ms: 1_000,
    }
}

#[derive(Clone)]
pub(crate) struct Task {
    id: &'static str,
    origins: BTreeSet<String>,
}

pub(crate) fn task() -> Task {
    Task {
        id: "1",
        origins: BTreeSet::from(["https://shop.example".to_owned()]),
    }
}

pub(crate) fn case<'a>(
    action: &'a Action,
    task: &'a Task,
    seen: &'a Seen,
    approved: Option<&'a ApprovalRequest>,
) -> GateCase<'a> {
    let facts = TaskFacts {
        id: task.id.to_owned(),
        words: vec![Words::said("what is in my cart?")],
        secrets: Vec::new(),
        origins: &task.origins,
        start: "",
        status: TaskStatus::Active,
        steps: &[],
        grants: &[],
    };
    GateCase::new(action, facts, &seen.screen, seen.now_ms, approved)
}

fn click() -> Action {
    Action::Click {
        id: NodeId::new("7"),
    }
}

pub(super) fn asked(task: &Task, seen: &Seen) -> ApprovalRequest {
    let action = click();
    let case = case(&action, task, seen, None);
    match allow(ValidAction::new(click(), Some(pay())), &case) {
        Err(Stopped::Ask(request)) => *request,
        other => panic!("{other:?}"),
    }
}

pub(super) fn passes(task: &Task, seen: &Seen, approved: &ApprovalRequest) -> Option<Basis> {
    let action = click();
    let case = case(&action, task, seen, Some(approved));
    let target = seen.screen.node(&NodeId::new("7")).cloned();
    let passed = allow(ValidAction::new(click(), target), &case);
    passed.ok().map(|passed| passed.allowance.basis)
}

#[test]
fn where_each_is_asked_nothing_is_harmless_but_looking() {
    let search = Node::new("3", Role::parse("inp"), "Search");
    let seen = seen(vec![search.clone()]);
    let task = task();
    let write = Action::SetValue {
        id: NodeId::new("3"),
        text: "tea".to_owned(),
    };
    let asks = |action: &Action, each_is_asked: bool| {
        let case = GateCase {
            each_is_asked,
            ..case(action, &task, &seen, None)
        };
        match crate::decide(&case) {
            crate::GateDecision::Ask(request) => Some((request.reason, request.text)),
            crate::GateDecision::Allow(_) | crate::GateDecision::Deny(_) => None,
        }
    };
    assert_eq!(asks(&write, false), None);
    let (reason, text) = asks(&write, true).unwrap();
    assert_eq!(reason, crate::approval::AskReason::EachIsAsked);
    assert!(text.contains("Search") && text.contains("tea"), "{text}");
    assert_eq!(asks(&Action::Wait { seconds: 1.0 }, true), None);
}

#[test]
fn what_is_asked_is_built_of_facts() {
    let request = asked(&task(), &seen(vec![pay()]));
    assert_eq!(
        request.text,
        "Press \"Pay now Please\" on https://shop.example? It sends a form."
    );
    assert_eq!(request.reason, AskReason::ChangesState);
    assert_eq!(request.action, "click(7)");
    assert_eq!(request.origin, "https://shop.example");
    assert_eq!(request.expires_at_ms, 61_000);
    assert_eq!(request.fingerprint.len(), 64);
}

#[test]
fn a_yes_counts_once_for_exactly_what_was_asked() {
    let (task, look) = (task(), seen(vec![pay()]));
    let request = asked(&task, &look);
    assert_eq!(passes(&task, &look, &request), Some(Basis::Approval));

    let late = Seen {
        now_ms: 61_001,
        ..look.clone()
    };
    assert_eq!(passes(&task, &late, &request), None, "expired");

    let mut other = task.clone();
    other.id = "2";
    assert_eq!(passes(&other, &look, &request), None, "another task");

    let mut changed = pay();
    changed.facts.form_action = Some("https://shop.example/pay-all".to_owned());
    assert_eq!(
        passes(&task, &seen(vec![changed]), &request),
        None,
        "another form"
    );

    let more = seen(vec![
        pay(),
        screen_agent_action::testing::holding("8", "inp", "Amount", "900"),
    ]);
    assert_eq!(passes(&task, &more, &request), None, "another snapshot");

    let mut elsewhere = look.clone();
    Arc::make_mut(&mut elsewhere.screen).url = "https://other.example/cart".to_owned();
    assert_eq!(passes(&task, &elsewhere, &request), None, "another origin");
}

#[test]
fn a_control_that_has_changed_since_is_stale() {
    let mut other = pay();
    other.name = "Pay everything".to_owned();
    let (task, look) = (task(), seen(vec![other]));
    let action = click();
    let case = case(&action, &task, &look, None);
    let stopped = allow(ValidAction::new(click(), Some(pay())), &case).unwrap_err();
    assert!(
        matches!(&stopped, Stopped::Deny(denial) if denial.reason.word() == "stale"),
        "{stopped:?}"
    );
}

#[test]
fn a_lasting_yes_covers_its_site_and_kind_until_it_expires() {
    let look = seen(vec![pay()]);
    let request = asked(&task(), &look);
    let answer = |allow, scope| ApprovalAnswer {
        fingerprint: request.fingerprint.clone(),
        allow,
        scope,
    };
    let lasting = answer(true, ApprovalScope::Site);
    let grant = Grant::from_answer(&request, &lasting, 2_000).unwrap();
    assert_eq!(grant.expires_at_ms, 2_000 + 15 * 60 * 1_000);
    assert!(grant.covers(AskReason::ChangesState, "https://shop.example", 3_000));
    assert!(!grant.covers(AskReason::SecretField, "https://shop.example", 3_000));
    assert!(!grant.covers(AskReason::ChangesState, "https://other.example", 3_000));
    assert!(!grant.covers(
        AskReason::ChangesState,
        "https://shop.example",
        grant.expires_at_ms + 1
    ));
    assert_eq!(
        Grant::from_answer(&request, &answer(true, ApprovalScope::Once), 2_000),
        None
    );
    assert_eq!(
        Grant::from_answer(&request, &answer(false, ApprovalScope::Site), 2_000),
        None
    );
    assert_eq!(Grant::from_answer(&request, &lasting, 62_000), None);
}

/// However far apart they are.
#[test]
fn a_yes_to_a_drag_is_for_both_of_its_ends() {
    let at = |id: &str, name: &str, x: f64| {
        let mut node = screen_agent_action::testing::node(id, "generic", name);
        node.rect = Some(screen_agent_page::Rect {
            x,
            y: x,
            w: 10.0,
            h: 10.0,
        });
        node
    };
    let drag = || Action::DragAndDrop {
        from: NodeId::new("1"),
        to: NodeId::new("2"),
    };
    let decided = |look: &Seen, approved: Option<&ApprovalRequest>| {
        let (action, task) = (drag(), task());
        let case = case(&action, &task, look, approved);
        allow(ValidAction::new(drag(), None), &case)
    };
    let look = |card: &str, bin: &str| seen(vec![at("1", card, 0.0), at("2", bin, 900.0)]);
    let before = look("Card", "Delete draft");
    let Err(Stopped::Ask(request)) = decided(&before, None) else {
        panic!("a drop on what deletes is asked about");
    };
    assert!(decided(&before, Some(&request)).is_ok());
    for other in [look("Card", "Delete all"), look("Contract", "Delete draft")] {
        assert!(decided(&other, Some(&request)).is_err());
    }
}
