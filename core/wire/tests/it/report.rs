use screen_agent_page::NodeId;
use screen_agent_wire::extension::InteractRequest;
use screen_agent_wire::extension::report::ElementId;

/// What the kernel is told of the last action: done, code, what was read.
fn told(fields: &str) -> (Option<bool>, Option<String>, Option<String>) {
    let body = format!("{{\"query\":\"q\",{fields}}}");
    let request: InteractRequest = screen_agent_wire::read(body.as_bytes()).unwrap();
    let report = request.into_seen().report;
    (report.success, report.code, report.state)
}

#[test]
fn a_failure_anywhere_is_a_failure() {
    let failed = r#"{"message":"m","code":"TIMEOUT","action":"click(1)"}"#;
    let broke = r#"{"action":"click(1)","message":"m","code":"CHAIN_FAILED","failedIndex":0}"#;
    let code = |code: &str| Some(code.to_owned());
    for (fields, expected) in [
        (r#""hasErrors":true"#.to_owned(), (None, None, None)),
        (
            r#""lastActionStatus":"pending""#.to_owned(),
            (None, None, None),
        ),
        (
            r#""lastActionStatus":"success""#.to_owned(),
            (Some(true), None, None),
        ),
        (
            r#""lastActionStatus":"failure""#.to_owned(),
            (Some(false), None, None),
        ),
        (
            format!(r#""lastActionStatus":"success","lastActionError":{failed}"#),
            (Some(false), code("TIMEOUT"), None),
        ),
        (
            format!(r#""chainActionError":{broke}"#),
            (Some(false), code("CHAIN_FAILED"), None),
        ),
        (
            r#""lastActionResult":{"success":true,"actualState":"42"}"#.to_owned(),
            (Some(true), None, code("42")),
        ),
    ] {
        assert_eq!(told(&fields), expected, "{fields}");
    }
}

#[test]
fn only_numbers_that_survive_are_numbers() {
    for (id, expected) in [
        ("12", ElementId::Number(12)),
        ("0", ElementId::Number(0)),
        ("007", ElementId::Text("007".to_owned())),
        ("f1_5", ElementId::Text("f1_5".to_owned())),
        ("9007199254740991", ElementId::Number(9_007_199_254_740_991)),
        (
            "9007199254740993",
            ElementId::Text("9007199254740993".to_owned()),
        ),
        (
            "99999999999999999999999",
            ElementId::Text("99999999999999999999999".to_owned()),
        ),
        ("-1", ElementId::Text("-1".to_owned())),
    ] {
        assert_eq!(ElementId::narrow(&NodeId::new(id)), expected);
    }
}
