//! Any case at all is decided, and nothing dangerous is ever let through.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use screen_agent_page::{Facts, FormMethod, Keyboard, Node, NodeId, Role, State};

use crate::action::Action;
use crate::gate::{Basis, Decision, GateCase, decide};
use crate::task::TaskStatus;

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
        "Submit", "Buy now", "Search", "Password", "Delete", "approved", "", "Next", "Name",
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
    let address = || proptest::option::of(address());
    (tag, kind, address(), address(), method, any::<[bool; 2]>())
        .prop_map(
            |(tag, kind, href, form_action, form_method, [submits, multiline])| Facts {
                tag: tag.map(str::to_owned),
                input_type: kind.map(str::to_owned),
                href,
                form_action,
                form_method,
                submits,
                multiline,
                ..Facts::default()
            },
        )
        .boxed()
}

fn node() -> BoxedStrategy<Node> {
    let roles = vec![
        "btn", "inp", "link", "chk", "sel", "menuitem", "textarea", "generic", "file",
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
    let key = select(vec!["Enter", "Tab", "Delete", "F5", "a", "Space"]).prop_map(str::to_owned);
    prop_oneof![
        4 => id().prop_map(|id| Action::Click { id }),
        4 => (id(), any::<String>()).prop_map(|(id, text)| Action::SetValue { id, text }),
        2 => key.prop_map(|key| Action::Press { key, modifiers: Vec::new() }),
        2 => any::<String>().prop_map(|text| Action::Type { text, delay_ms: None }),
        2 => address().prop_map(|url| Action::Navigate { url, new_tab: false }),
        1 => id().prop_map(|id| Action::UploadFile { id, files: vec!["a.pdf".to_owned()] }),
        1 => Just(Action::ClearCookies),
        8 => crate::action::any_action(),
    ]
    .boxed()
}

fn case_of<'a>(
    query: &'a str,
    origins: &'a BTreeSet<String>,
    url: &'a str,
    nodes: &'a [Node],
    action: &'a Action,
) -> GateCase<'a> {
    GateCase {
        words: vec![crate::words::Words::said(query)],
        entrusted: false,
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
        course: crate::gate::Course::default(),
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
        if let Decision::Allow(allowance) = decide(&case) {
            prop_assert_eq!(allowance.basis, Basis::Harmless);
            if let Action::Click { id } = &action {
                let clicked = nodes.iter().find(|node| &node.id == id).unwrap();
                let posts = clicked.facts.submits
                    && !matches!(clicked.facts.form_method, Some(FormMethod::Get | FormMethod::Dialog));
                prop_assert!(!posts, "{clicked:?}");
                prop_assert!(!clicked.covered);
            }
        }
    }
}
