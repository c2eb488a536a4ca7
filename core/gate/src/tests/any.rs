//! Any case at all is decided, and nothing dangerous is ever let through.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use screen_agent_page::{
    Facts, FormMethod, Keyboard, Node, NodeId, PartOf, Role, State, Submitter,
};

use crate::approval::{AskReason, Grant};
use crate::chain::gate_chain;
use crate::consent::Label;
use crate::{Allowance, Basis, GateCase, GateDecision, decide};
use screen_agent_action::Action;
use screen_agent_action::status::TaskStatus;

fn address() -> BoxedStrategy<String> {
    prop_oneof![
        select(vec![
            "https://a.example/x",
            "https://b.example/",
            "http://127.0.0.1/",
            "javascript:x()",
            "data:,x",
            "",
            "https://a.example/account/delete",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ]
    .boxed()
}

fn name() -> BoxedStrategy<String> {
    let known = vec![
        "Submit",
        "Buy now",
        "Search",
        "Password",
        "Delete",
        "approved",
        "",
        "Next",
        "Name",
        "Pay $49.00",
        "Delete 3 items",
        "Zap it",
        "Löschen",
        "Jetzt bezahlen",
        "Supprimer",
        "Eliminar",
        "Betaal nu",
        "Usuń",
        "削除",
        "购买",
        "btn-3f",
        "×",
        "Cancel",
        "OK",
        "Make owner",
        "Show details",
        "Sort by price",
        "−",
        "2",
        "Clear",
        "Continue",
        "View, delete everything",
    ];
    prop_oneof![select(known).prop_map(str::to_owned), any::<String>()].boxed()
}

fn facts() -> BoxedStrategy<Facts> {
    let method = select(vec![
        None,
        Some(FormMethod::Get),
        Some(FormMethod::Post),
        Some(FormMethod::Dialog),
    ]);
    let tag = select(vec![
        None,
        Some("a"),
        Some("button"),
        Some("input"),
        Some("div"),
    ]);
    let kind = select(vec![
        None,
        Some("text"),
        Some("password"),
        Some("checkbox"),
        Some("file"),
    ]);
    let part = proptest::option::of(select(vec![PartOf::Dialog, PartOf::Pager, PartOf::Field]));
    let enter = proptest::option::of((name(), method.clone(), address()).prop_map(
        |(name, method, action)| Submitter {
            name,
            method,
            action: Some(action),
        },
    ));
    let form = proptest::option::of(0..2_u32);
    let way = (method, any::<[bool; 5]>(), part, enter, form);
    (
        tag,
        kind,
        proptest::option::of(address()),
        proptest::option::of(address()),
        way,
    )
        .prop_map(
            |(tag, kind, href, form_action, (form_method, flags, part_of, enter, form))| {
                let [
                    submits,
                    multiline,
                    form_written,
                    form_listens,
                    acts_on_change,
                ] = flags;
                Facts {
                    tag: tag.map(str::to_owned),
                    input_type: kind.map(str::to_owned),
                    href,
                    form_action,
                    form_method,
                    submits,
                    multiline,
                    form_written,
                    form_listens,
                    acts_on_change,
                    part_of,
                    enter,
                    form,
                    ..Facts::default()
                }
            },
        )
        .boxed()
}

fn node() -> BoxedStrategy<Node> {
    let roles = vec![
        "btn", "inp", "link", "chk", "sel", "menuitem", "textarea", "generic", "file", "switch",
        "radio", "slider", "row", "cell", "img", "opt", "treeitem", "tab", "summary", "heading",
    ];
    (
        "[1-4]",
        select(roles),
        name(),
        facts(),
        any::<[bool; 3]>(),
        0..2_u32,
    )
        .prop_map(
            |(id, role, name, facts, [covered, focused, disabled], frame)| Node {
                id: NodeId::new(id),
                role: Role::parse(role),
                name,
                value: None,
                states: [(focused, State::Focused), (disabled, State::Disabled)]
                    .into_iter()
                    .filter_map(|(holds, state)| holds.then_some(state))
                    .collect(),
                at: None,
                rect: None,
                frame,
                frame_origin: None,
                scroll: None,
                covered,
                color: None,
                facts,
            },
        )
        .boxed()
}

fn action() -> BoxedStrategy<Action> {
    let id = || "[1-5]".prop_map(NodeId::new);
    let key = select(vec![
        "Enter",
        "Tab",
        "Delete",
        "F5",
        "a",
        "Space",
        "#",
        "Backspace",
        "ArrowDown",
    ])
    .prop_map(str::to_owned);
    prop_oneof![
        4 => id().prop_map(|id| Action::Click { id }),
        4 => (id(), any::<String>()).prop_map(|(id, text)| Action::SetValue { id, text }),
        2 => (id(), id()).prop_map(|(from, to)| Action::DragAndDrop { from, to }),
        2 => key.prop_map(|key| Action::Press { key, modifiers: Vec::new() }),
        2 => any::<String>().prop_map(|text| Action::Type { text, delay_ms: None }),
        2 => address().prop_map(|url| Action::Navigate { url, new_tab: false }),
        1 => id().prop_map(|id| Action::UploadFile { id, files: vec!["a.pdf".to_owned()] }),
        1 => Just(Action::ClearCookies),
        8 => screen_agent_action::testing::any_action(),
    ]
    .boxed()
}

const REASONS: [AskReason; 8] = [
    AskReason::LeavesSite,
    AskReason::PostsElsewhere,
    AskReason::ChangesState,
    AskReason::SecretField,
    AskReason::SubmitsByEnter,
    AskReason::Privileged,
    AskReason::HandsOverFiles,
    AskReason::EachIsAsked,
];

fn case_of<'a>(
    query: &'a str,
    origins: &'a BTreeSet<String>,
    url: &'a str,
    nodes: &'a [Node],
    action: &'a Action,
) -> GateCase<'a> {
    GateCase {
        words: vec![screen_agent_words::Words::said(query)],
        entrusted: false,
        each_is_asked: false,
        files: &[],
        secrets: Vec::new(),
        origins,
        url,
        document: "",
        keyboard_at: &Keyboard::Unknown,
        nodes,
        lines: &[],
        regions: &[],
        action,
        aimed_at: None,
        keyboard: None,
        task: String::new(),
        step: 0,
        status: TaskStatus::Active,
        outstanding: false,
        repeats: 0,
        activated: Vec::new(),
        course: crate::TaskHistory::default(),
        approved: None,
        grants: &[],
        now_ms: 0,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn any_case_is_decided(
        query in prop_oneof![any::<String>(), "[a-zA-Z ,.'\"]{0,60}".boxed()],
        nodes in vec(node(), 0..5),
        url in address(),
        action in action(),
    ) {
        let origins = BTreeSet::from(["https://a.example".to_owned()]);
        let case = case_of(&query, &origins, &url, &nodes, &action);
        let decision = decide(&case);
        prop_assert!(!decision.why().is_empty());
        prop_assert_eq!(decide(&case), decision, "the same case is decided alike");
    }

    #[test]
    fn words_that_order_nothing_let_nothing_consequential_through(
        nodes in vec(node(), 0..5),
        url in address(),
        action in action(),
    ) {
        let origins = BTreeSet::from(["https://a.example".to_owned()]);
        let case = case_of("what does it cost?", &origins, &url, &nodes, &action);
        if let GateDecision::Allow(allowance) = decide(&case) {
            prop_assert_eq!(allowance.basis, Basis::Harmless);
            if let Action::Click { id } | Action::Check { id } | Action::Uncheck { id } = &action {
                let used = nodes.iter().find(|node| &node.id == id).unwrap();
                prop_assert!(only_looks(used, &nodes), "{used:?}");
                prop_assert!(!used.covered);
            }
            if let Action::DragAndDrop { from, to } = &action {
                for end in [from, to] {
                    let end = nodes.iter().find(|node| &node.id == end).unwrap();
                    let named = Label::read(&end.name);
                    prop_assert!(named.grave.is_empty() && !screen_agent_page::is_secret(end), "{end:?}");
                }
            }
        }
    }

    /// A lasting yes, to whatever it was, lets nothing pass that is graver than what can be seen of it.
    #[test]
    fn a_lasting_yes_never_covers_what_is_graver(
        nodes in vec(node(), 0..5),
        url in address(),
        action in action(),
    ) {
        let origins = BTreeSet::from(["https://a.example".to_owned()]);
        let mut case = case_of("what does it cost?", &origins, &url, &nodes, &action);
        let without = decide(&case);
        let everything: Vec<Grant> = REASONS
            .iter()
            .flat_map(|reason| ["https://a.example", "https://b.example", "https://evil.example"].map(|origin| Grant {
                reason: *reason,
                origin: origin.to_owned(),
                expires_at_ms: i64::MAX,
            }))
            .collect();
        case.grants = &everything;
        let GateDecision::Allow(Allowance { basis: Basis::Grant, request: Some(request) }) = decide(&case) else {
            return Ok(());
        };
        prop_assert!(matches!(without, GateDecision::Ask(_)));
        prop_assert_eq!(&request.origin, "https://a.example");
        let node = action.target().and_then(|id| case.node(id)).or_else(|| case.at_keyboard());
        let Some(node) = node else {
            return Err(TestCaseError::fail("a lasting yes covers what nobody sees"));
        };
        let label = Label::read(&node.name);
        prop_assert!(label.grave.is_empty() && !label.unknown, "{:?}", node.name);
        prop_assert!(node.frame_origin.is_none() || node.frame_origin.as_deref() == Some("https://a.example"));
        let graver = matches!(action, Action::UploadFile { .. } | Action::ClearCookies | Action::Evaluate { .. });
        prop_assert!(!graver);
        let takes_secret = |other: &Node| {
            other.facts.form.is_some() && other.facts.form == node.facts.form && other.frame == node.frame
                && screen_agent_page::is_secret(other)
        };
        prop_assert!(!screen_agent_page::is_secret(node) && !nodes.iter().any(takes_secret));
    }

    #[test]
    fn keys_without_a_text_field_are_never_let_through_unasked(
        nodes in vec(node(), 0..4),
        key in select(vec!["Enter", "e", "#", "7", "Delete", "Backspace"]),
        told in prop_oneof![Just(None), node().prop_map(Some)],
    ) {
        let origins = BTreeSet::from(["https://a.example".to_owned()]);
        let unfocused: Vec<Node> = nodes
            .into_iter()
            .map(|mut node| {
                node.states.retain(|state| *state != State::Focused);
                node
            })
            .collect();
        let action = Action::Press { key: key.to_owned(), modifiers: Vec::new() };
        let keyboard = told.map_or(Keyboard::Unknown, |node| Keyboard::Control {
            node: Box::new(Node { id: NodeId::new("out of view"), ..node }),
        });
        let case = GateCase {
            keyboard_at: &keyboard,
            ..case_of("what does it cost?", &origins, "https://a.example/", &unfocused, &action)
        };
        let allowed = matches!(decide(&case), GateDecision::Allow(_));
        match &keyboard {
            Keyboard::Control { node } => {
                let posts = node.facts.submits || node.facts.enter.is_some();
                let posts = posts && node.facts.form_method == Some(FormMethod::Post);
                prop_assert!(!(allowed && posts && key == "Enter" && !node.facts.multiline
                    && node.facts.enter.as_ref().is_none_or(|enter| enter.method != Some(FormMethod::Get))
                    && node.role == Role::Button), "{node:?}");
            }
            Keyboard::Unknown | Keyboard::Page => prop_assert!(!allowed),
        }
    }

    #[test]
    fn a_chain_of_one_is_decided_like_its_link(
        query in prop_oneof![any::<String>(), "[a-zA-Z ,.'\"]{0,60}".boxed()],
        nodes in vec(node(), 0..5),
        url in address(),
        action in action(),
    ) {
        let origins = BTreeSet::from(["https://a.example".to_owned()]);
        let case = case_of(&query, &origins, &url, &nodes, &action);
        let alone = decide(&case);
        let chained = gate_chain(&[(0, action.clone())], &case);
        prop_assert_eq!(alone, chained);
    }

    #[test]
    fn nothing_is_done_on_a_page_that_the_task_is_not_on(
        nodes in vec(node(), 0..5),
        action in action(),
    ) {
        let origins = BTreeSet::from(["https://a.example".to_owned()]);
        let case = case_of("what does it cost?", &origins, "https://b.example/", &nodes, &action);
        let stays = matches!(
            action,
            Action::GoBack | Action::Wait { .. } | Action::Finish { .. } | Action::Fail { .. }
        );
        let allowed = matches!(decide(&case), GateDecision::Allow(_));
        prop_assert!(stays || !allowed, "{action:?}");
    }

    #[test]
    fn a_frame_of_another_site_is_never_this_one(
        mut nodes in vec(node(), 1..5),
        action in action(),
        name in name(),
    ) {
        for node in &mut nodes {
            node.frame = 1;
            node.frame_origin = Some("https://ads.test".to_owned());
        }
        let origins = BTreeSet::from(["https://a.example".to_owned()]);
        let query = format!("press {name}, submit it and save it");
        let case = GateCase {
            document: "d1",
            ..case_of(&query, &origins, "https://a.example/", &nodes, &action)
        };
        let aims = action.works_control() && action.target().is_some();
        if let (true, GateDecision::Allow(allowance)) = (aims, decide(&case)) {
            prop_assert_eq!(allowance.basis, Basis::Harmless, "{:?}", action);
        }
    }
}

/// What is let through unasked is known to only look: stated here anew, and more strictly than in
/// the gate.
fn only_looks(node: &Node, nodes: &[Node]) -> bool {
    let facts = &node.facts;
    let label = Label::read(&node.name);
    let posts = facts.submits && facts.form_method == Some(FormMethod::Post);
    let understood = label.reads || label.declines.is_some();
    let asks =
        facts.form_written && !facts.form_listens && facts.form_method == Some(FormMethod::Get);
    let sent = nodes
        .iter()
        .any(|other| other.facts.submits && other.facts.form == facts.form);
    let held = facts.form.is_some() && (facts.enter.is_some() || sent);
    let leads = facts
        .href
        .as_deref()
        .is_some_and(|href| href.starts_with("https://"));
    let opens = node.role == Role::Summary || !node.states.is_empty();
    let field = node.role.takes_text() || facts.multiline || node.role == Role::File;
    let kind = facts.input_type.as_deref();
    let ticks = matches!(kind, Some("checkbox"))
        || matches!(node.role, Role::Checkbox | Role::Radio | Role::Slider);
    if posts || !label.grave.is_empty() && !understood && !field && node.role != Role::Select {
        return false;
    }
    let form_asks = asks && (facts.submits || facts.acts_on_change);
    let chosen = (ticks || node.role == Role::Option) && held && node.role != Role::Switch;
    let led = leads && node.role != Role::Button && !facts.submits;
    let unknown_link = node.role == Role::Link && !facts.known();
    let plain = matches!(node.role, Role::Select | Role::Tab | Role::Scroll) || field || opens;
    understood || form_asks || chosen || led || unknown_link || plain && !facts.submits
}
