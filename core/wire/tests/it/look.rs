use screen_agent_action::step::Report;
use screen_agent_gate::approval::{ApprovalAnswer, ApprovalScope};
use screen_agent_gate::chain::ChainReport;
use screen_agent_page::{
    CutByClient, DomMode, Facts, FormMethod, Line, LineKind, Node, NodeId, Point, Rect, Role, Run,
    ScrollContainer, ScrollPosition, State, ViewportSize,
};
use screen_agent_turn::event::Capabilities;
use screen_agent_wire::extension::InteractRequest;

fn request(body: &str) -> InteractRequest {
    screen_agent_wire::read::<InteractRequest>(body.as_bytes())
        .unwrap()
        .checked()
        .unwrap()
}

fn blank(id: &str, role: Role, name: &str) -> Node {
    Node::new(id, role, name)
}

#[test]
fn every_field_of_a_look_arrives() {
    let look = request(include_str!("body.json")).into_seen();
    let screen = &look.screen;
    let cut = CutByClient {
        controls: Some(900),
        saved: Some(71),
        reason: "what the words are about".to_owned(),
    };
    assert_eq!(screen.cut, Some(cut));
    assert_eq!(screen.url, "https://shop.example.com/shirts?page=2");
    assert_eq!(screen.title, "Shirts");
    assert_eq!(screen.mode, DomMode::Semantic);
    let view = ViewportSize {
        width: 1280.0,
        height: 720.0,
    };
    assert_eq!(screen.viewport, Some(view));
    let search = Node {
        value: Some("red".to_owned()),
        states: vec![State::Required, State::Focused],
        at: Some(Point { x: 120.5, y: 30.0 }),
        rect: Some(Rect {
            x: 20.0,
            y: 10.0,
            w: 200.0,
            h: 40.0,
        }),
        facts: Facts {
            tag: Some("input".to_owned()),
            input_type: Some("search".to_owned()),
            form_method: Some(FormMethod::Get),
            form_action: Some("https://shop.example.com/find".to_owned()),
            form: Some(0),
            ..Facts::default()
        },
        ..blank("6", Role::Input, "Search")
    };
    let buy = Node {
        frame: 1,
        covered: true,
        color: Some("green".to_owned()),
        scroll: Some(ScrollPosition {
            depth: "40%".to_owned(),
            has_more: true,
        }),
        ..blank("f1_5", Role::Button, "Buy now")
    };
    assert_eq!(screen.nodes, [search, buy]);
    let heading = Line {
        kind: LineKind::Heading(2),
        runs: vec![Run::Text("Shirts".to_owned())],
        ..Line::default()
    };
    let row = Line {
        kind: LineKind::Row,
        depth: 1,
        runs: vec![
            Run::Text("Blue".to_owned()),
            Run::Cell,
            Run::Node(NodeId::new("f1_5")),
        ],
        rect: Some(Rect {
            x: 0.0,
            y: 100.0,
            w: 300.0,
            h: 20.0,
        }),
        covered: false,
    };
    assert_eq!(screen.lines, [heading, row]);
    let region = ScrollContainer {
        id: NodeId::new("9"),
        depth: "0%".to_owned(),
        has_more: true,
    };
    assert_eq!(screen.containers, [region]);
    assert_eq!(screen.scroll_position.as_deref(), Some("40%"));
    assert_eq!(screen.events, ["[1s ago] Added: 'Saved'"]);
    assert!(screen.has_success && !screen.has_errors);
}

#[test]
fn what_the_client_said_arrives() {
    let look = request(include_str!("body.json")).into_seen();
    let report = Report {
        success: Some(false),
        code: Some("ELEMENT_NOT_FOUND".to_owned()),
        message: Some("gone".to_owned()),
        state: None,
        network: Some(false),
        dom: Some(true),
        url: Some(false),
        element_found: Some(true),
        looked_for: Some("#total".to_owned()),
        passed: Some(false),
        check: Some("the field is empty".to_owned()),
        added: Some(3),
        removed: Some(1),
        list_opened: Some(true),
        errors: vec!["Invalid ZIP code".to_owned()],
        successes: vec!["Saved".to_owned()],
        downloads: vec!["visits.csv".to_owned()],
    };
    assert_eq!(look.report, report);
    let chain = ChainReport {
        executed: 1,
        total: Some(2),
        failed: Some(1),
        code: Some("VALUE_MISMATCH".to_owned()),
        message: Some("holds nothing".to_owned()),
    };
    assert_eq!(look.chain, Some(chain));
    let answer = ApprovalAnswer {
        fingerprint: "abc".to_owned(),
        allow: true,
        scope: ApprovalScope::Site,
    };
    assert_eq!(look.approval, Some(answer));
    let client = Capabilities {
        approvals: true,
        chain: true,
        ..Capabilities::default()
    };
    assert_eq!(look.client, client);
    assert_eq!(look.file, None);
}

#[test]
fn facts_of_the_older_form_stay_unknown() {
    let body = r#"{"query":"q","url":"https://a.example/","semanticNodes":[
        {"id":"3","role":"textbox","name":" ","placeholder":"Password","type":"password",
         "state":"required","value":"x","frameId":2,"isInShadow":true,
         "bounds":{"x":1,"y":2,"width":3,"height":4}}]}"#;
    let look = request(body).into_seen();
    let node = Node {
        value: Some("x".to_owned()),
        states: vec![State::Required],
        rect: Some(Rect {
            x: 1.0,
            y: 2.0,
            w: 3.0,
            h: 4.0,
        }),
        frame: 2,
        facts: Facts {
            input_type: Some("password".to_owned()),
            in_shadow: true,
            ..Facts::default()
        },
        ..blank("3", Role::Input, "Password")
    };
    assert!(!node.facts.known());
    assert_eq!(look.screen.nodes, [node]);
}

#[test]
fn an_empty_tree_falls_back_to_the_older_form_and_then_to_html() {
    let html = "<button id=go data-llm-id=4>Go</button>";
    for (body, mode) in [
        (
            r#"{"query":"q","interactiveTree":[],"semanticNodes":[{"id":"4","role":"button","name":"Go"}]}"#.to_owned(),
            DomMode::Semantic,
        ),
        (format!(r#"{{"query":"q","interactiveTree":[],"dom":"{html}"}}"#), DomMode::Full),
        (format!(r#"{{"query":"q","skeletonDom":"{html}"}}"#), DomMode::Skeleton),
        (format!(r#"{{"query":"q","domMode":"hybrid","skeletonDom":"{html}"}}"#), DomMode::Hybrid),
    ] {
        let screen = request(&body).into_seen().screen;
        assert_eq!(screen.mode, mode, "{body}");
        let found: Vec<(&str, &str)> = screen
            .nodes
            .iter()
            .map(|node| (node.id.as_str(), node.name.as_str()))
            .collect();
        assert_eq!(found, [("4", "Go")], "{body}");
    }
}

/// What published clients say of the page in other words than ours.
#[test]
fn counts_and_addresses_of_published_clients_say_what_changed() {
    let told = |more: &str| {
        let body = format!(
            r#"{{"query":"q","url":"https://a.example/b","interactiveTree":[],"pageText":[],{more}}}"#
        );
        request(&body).into_seen().report
    };
    let moved = told(r#""previousUrl":"https://a.example/a""#);
    assert_eq!(moved.url, Some(true));
    assert_eq!(
        told(r#""previousUrl":"https://a.example/b""#).url,
        Some(false)
    );
    let both =
        told(r#""previousUrl":"https://a.example/a","clientObservations":{"didUrlChange":false}"#);
    assert_eq!(
        both.url,
        Some(false),
        "what was seen counts before what is compared"
    );
    let watched = told(
        r#""domChanges":{"addedCount":0,"removedCount":0,"previousUrl":"https://a.example/a"}"#,
    );
    assert_eq!((watched.dom, watched.url), (Some(false), Some(true)));
    assert_eq!(told(r#""domChanges":{"addedCount":2}"#).dom, Some(true));
    assert_eq!(told(r#""domChanges":{"addedCount":-1}"#).dom, None);
}

#[test]
fn the_older_form_keeps_its_hint_beside_a_name() {
    let body = r#"{"query":"q","url":"https://a.example/","semanticNodes":[
        {"id":"3","role":"textbox","name":"Born","placeholder":"YYYY-MM-DD"}]}"#;
    let screen = request(body).into_seen().screen;
    assert_eq!(screen.nodes[0].facts.hint.as_deref(), Some("YYYY-MM-DD"));
}

#[test]
fn the_page_that_a_broken_chain_left_is_looked_at_where_nothing_else_was_sent() {
    let body = r#"{"query":"q","url":"https://a.example/","interactiveTree":[],
        "chainPartialState":{"executedActions":["click(1)"],"totalActionsInChain":2,
            "domAfterLastSuccess":"<button id=4>Go on</button>"}}"#;
    let request = request(body);
    assert!(request.has_only_html());
    let screen = request.into_seen().screen;
    assert_eq!(
        (screen.nodes[0].id.as_str(), &*screen.nodes[0].name),
        ("4", "Go on")
    );
}

#[test]
fn a_check_of_long_ago_is_forgotten() {
    let at = |ms: i64| {
        let body =
            r#"{"query":"q","clientVerification":{"elementFound":false,"timestamp":1000000}}"#;
        let mut request = request(body);
        request.forget_stale_check(1_000_000 + ms);
        request.client_verification.is_some()
    };
    assert!(at(0) && at(-60_000) && at(600_000));
    assert!(!at(600_001));
}

/// Ids of the tree and of the HTML beside it are the same; a control of another kind under the id is another.
#[test]
fn selectors_come_from_the_html_that_was_sent_beside_the_tree() {
    let html = "<input data-llm-id=1 name=email aria-label=Email>\
        <button data-llm-id=2 data-testid=go>Go</button><a data-llm-id=3 href=/x id=help>Help</a>";
    let body = serde_json::json!({"query": "q", "url": "https://a.example/", "skeletonDom": html,
        "interactiveTree": [{"i": "1", "r": "inp", "n": "Email"}, {"i": "2", "r": "btn", "n": "Go"},
            {"i": "3", "r": "btn", "n": "Help"}, {"i": "4", "r": "btn", "n": "Other"}]});
    let screen = request(&body.to_string()).into_seen().screen;
    let selectors: Vec<_> = screen
        .nodes
        .iter()
        .map(|node| node.facts.selector.as_deref())
        .collect();
    let email = Some("input[name=\"email\"]");
    assert_eq!(selectors, [email, Some("[data-testid=\"go\"]"), None, None]);
}

/// A control that the tree left out is there by the HTML; where no id is the same, the HTML speaks of ids of its own.
#[test]
fn controls_that_only_the_html_has_are_known_as_well() {
    let known = |tree: serde_json::Value| -> Vec<String> {
        let html = "<button data-llm-id=2>Go</button><button data-llm-id=9>Below</button>";
        let body = serde_json::json!({"query": "q", "url": "https://a.example/",
            "skeletonDom": html, "interactiveTree": tree});
        let screen = request(&body.to_string()).into_seen().screen;
        screen.nodes.iter().map(|node| node.name.clone()).collect()
    };
    assert_eq!(
        known(serde_json::json!([{"i": "2", "r": "btn", "n": "Go"}])),
        ["Go", "Below"]
    );
    assert_eq!(
        known(serde_json::json!([{"i": "2", "r": "btn", "n": "Stop"}])),
        ["Stop"]
    );
}
