use screen_agent_action::step::Report;
use screen_agent_gate::approval::{ApprovalAnswer, ApprovalScope};
use screen_agent_gate::chain::ChainReport;
use screen_agent_page::{
    DomMode, Facts, FormMethod, Line, LineKind, Node, NodeId, Point, Rect, Role, Run,
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
        passed: Some(false),
        errors: vec!["Invalid ZIP code".to_owned()],
        successes: vec!["Saved".to_owned()],
    };
    assert_eq!(look.report, report);
    let chain = ChainReport {
        executed: 1,
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
