use screen_agent_wire::extension::task::{ResolutionMethod, ResumeRequest};
use serde_json::{Value, json};

#[test]
fn what_the_person_said_is_one_text() {
    for (data, expected) in [
        (None, None),
        (Some(Value::Null), None),
        (Some(json!("")), None),
        (Some(json!("size M")), Some("size M")),
        (
            Some(json!({"size": "M", "count": 2})),
            Some("count: 2\nsize: M"),
        ),
        (Some(json!(["a"])), Some("[\"a\"]")),
    ] {
        let request = ResumeRequest {
            resolution_method: ResolutionMethod::ProvideInChat,
            resolution_data: data.clone(),
        };
        assert_eq!(request.words().unwrap().as_deref(), expected, "{data:?}");
    }
}

#[test]
fn more_than_a_query_is_refused() {
    let request = ResumeRequest {
        resolution_method: ResolutionMethod::ProvideInChat,
        resolution_data: Some(json!("x".repeat(10_001))),
    };
    assert_eq!(request.words().unwrap_err().field, "resolutionData");
}

#[test]
fn named_values_keep_their_names() {
    let named = |data: Value| {
        let request = ResumeRequest {
            resolution_method: ResolutionMethod::ProvideInChat,
            resolution_data: Some(data),
        };
        request.resolution().into_iter().collect::<Vec<_>>()
    };
    let code = ("code".to_owned(), "123456".to_owned());
    assert_eq!(named(json!({"code": 123456, "note": null})), [code]);
    assert_eq!(named(json!("123456")), []);
    assert_eq!(named(json!(["123456"])), []);
}
