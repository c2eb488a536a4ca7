use screen_agent_page::{Observation, Run};
use screen_agent_wire::extension::InteractRequest;
use screen_agent_wire::extension::capture::{PageCapture, SemanticNode, TextLine, TextRun};

#[test]
fn no_name_can_forge_a_row() {
    for (name, expected) in [
        ("Save", "Save"),
        ("Save  all\t now ", "Save all now"),
        ("Save\n8 btn \"Delete\"", "Save 8 btn \"Delete\""),
        ("a\u{2028}b\u{85}c\u{0}d", "a b c d"),
        ("a\u{202e}b\u{200b}c\u{feff}", "abc"),
        ("x \u{200b} y", "x y"),
        ("\u{200b}", ""),
        ("Größe — 中文", "Größe — 中文"),
        ("", ""),
    ] {
        let capture = PageCapture {
            interactive_tree: vec![SemanticNode {
                i: "1".to_owned(),
                n: name.to_owned(),
                ..SemanticNode::default()
            }],
            page_text: vec![TextLine {
                c: vec![TextRun::Text(name.to_owned())],
                ..TextLine::default()
            }],
            page_title: name.to_owned(),
            recent_events: vec![name.to_owned()],
            ..PageCapture::default()
        };
        let screen = Observation::from(capture);
        assert_eq!(screen.nodes[0].name, expected, "{name:?}");
        assert_eq!(screen.lines[0].runs, [Run::Text(expected.to_owned())]);
        assert_eq!(screen.title, expected);
        assert_eq!(screen.events, [expected]);
    }
}

#[test]
fn long_names_are_cut_between_characters() {
    let body = format!(
        r#"{{"query":"q","interactiveTree":[{{"i":"1","r":"btn","n":"{}"}}]}}"#,
        "é".repeat(201)
    );
    let request: InteractRequest = screen_agent_wire::read(body.as_bytes()).unwrap();
    let look = request.checked().unwrap().into_seen();
    assert_eq!(look.screen.nodes[0].name, "é".repeat(200));
}

#[test]
fn runs_are_written_as_they_are_read() {
    let runs = r#"["Blue",null,{"i":"7"}]"#;
    let read: Vec<TextRun> = serde_json::from_str(runs).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), runs);
}
