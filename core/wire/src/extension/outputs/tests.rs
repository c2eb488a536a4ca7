use serde_json::json;

use super::super::run::{RunOutcome, RunStatus};
use super::*;

fn names(spec: Value) -> Result<Vec<(String, OutputType, bool)>, String> {
    let fields = output_fields(&spec).map_err(|invalid| invalid.field)?;
    let told = fields
        .into_iter()
        .map(|field| (field.name, field.kind, field.required));
    Ok(told.collect())
}

#[test]
fn fields_are_read_from_every_form_of_the_reader() {
    let text = |name: &str| (name.to_owned(), OutputType::String, true);
    assert_eq!(
        names(json!(["sku", "price"])),
        Ok(vec![text("sku"), text("price")])
    );
    assert_eq!(
        names(json!({ "price": "in euros" })),
        Ok(vec![text("price")])
    );
    let object = json!({ "type": "object", "title": "Lamp", "required": ["price"], "additionalProperties": false,
        "properties": { "price": { "type": "number", "description": "in euros" }, "stock": { "type": ["integer", "null"] },
            "maker": {} } });
    let typed = Ok(vec![
        ("maker".to_owned(), OutputType::String, false),
        ("price".to_owned(), OutputType::Number, true),
        ("stock".to_owned(), OutputType::Integer, false),
    ]);
    assert_eq!(names(object.clone()), typed);
    assert_eq!(names(json!({ "type": "array", "items": object })), typed);
}

#[test]
fn what_cannot_be_brought_is_refused_by_its_path() {
    let many: Vec<String> = (0..51).map(|nth| format!("f{nth}")).collect();
    for (spec, path) in [
        (json!("price"), "outputs"),
        (json!(null), "outputs"),
        (json!([]), "outputs"),
        (json!({}), "outputs"),
        (json!(many), "outputs"),
        (json!(["a", 4]), "outputs[1]"),
        (json!([" "]), "outputs"),
        (json!(["unit_price", "Unit price"]), "outputs"),
        (json!({ "price": 4 }), "outputs.price"),
        (json!({ "price": { "type": "number" } }), "outputs.price"),
        (json!({ "type": "object" }), "outputs.properties"),
        (json!({ "type": "object", "properties": {} }), "outputs"),
        (
            json!({ "type": "number", "properties": { "a": {} } }),
            "outputs.type",
        ),
        (json!({ "properties": { "a": 4 } }), "outputs.properties.a"),
        (
            json!({ "properties": { "a": { "type": "boolean" } } }),
            "outputs.properties.a.type",
        ),
        (
            json!({ "properties": { "a": { "type": "array" } } }),
            "outputs.properties.a.type",
        ),
        (
            json!({ "properties": { "a": { "type": ["string", "number"] } } }),
            "outputs.properties.a.type",
        ),
        (
            json!({ "properties": { "a": { "minimum": 4 } } }),
            "outputs.properties.a.minimum",
        ),
        (
            json!({ "properties": { "a": {} }, "required": ["b"] }),
            "outputs.required[0]",
        ),
        (
            json!({ "properties": { "a": {} }, "required": "a" }),
            "outputs.required",
        ),
        (
            json!({ "properties": { "a": {} }, "allOf": [] }),
            "outputs.allOf",
        ),
        (json!({ "type": "array", "items": ["a"] }), "outputs.items"),
        (
            json!({ "items": { "items": { "properties": { "a": {} } } } }),
            "outputs.items.items",
        ),
        (
            json!({ "items": { "properties": { "a": { "pattern": "x" } } } }),
            "outputs.items.properties.a.pattern",
        ),
        (json!(["x".repeat(20_000)]), "outputs"),
    ] {
        assert_eq!(names(spec.clone()), Err(path.to_owned()), "{spec}");
    }
}

fn order(outputs: Value) -> NewRun {
    NewRun {
        instruction: "Show the lamp".to_owned(),
        url: "https://shop.example/".to_owned(),
        outputs: Some(outputs),
        ..NewRun::default()
    }
}

fn asked(questions: &[&str]) -> NewRun {
    NewRun {
        instruction: String::new(),
        outputs: None,
        questions: questions
            .iter()
            .map(|&question| question.to_owned())
            .collect(),
        ..order(Value::Null)
    }
}

fn read(values: &[(&str, ReadText)]) -> ReadRecord {
    let value = |(name, text): &(&str, ReadText)| ((*name).to_owned(), text.clone(), vec![1]);
    ReadRecord {
        values: values.iter().map(value).collect(),
    }
}

fn text(text: &str) -> ReadText {
    ReadText::Found(text.to_owned())
}

#[test]
fn a_run_that_only_reads_needs_no_instruction_and_is_called_by_what_it_reads() {
    let questions = asked(&["What does it cost?", "Who made it?"])
        .checked()
        .unwrap();
    assert_eq!(questions.called(), "What does it cost? (and 1 more)");
    let outputs = NewRun {
        instruction: String::new(),
        ..order(json!(["price", "sku"]))
    };
    assert_eq!(outputs.checked().unwrap().called(), "Read price, sku");
    assert_eq!(
        order(json!(["price"])).checked().unwrap().called(),
        "Show the lamp"
    );
    let beside = NewRun {
        instruction: "Click Save".to_owned(),
        ..asked(&["What does it cost?"])
    };
    let many: Vec<&str> = vec!["Why?"; 11];
    for (wrong, field) in [
        (beside, "questions"),
        (asked(&["What is {{secret:pin}}?"]), "questions[0]"),
        (asked(&["Why?", " "]), "questions[1]"),
        (asked(&many), "questions"),
        (asked(&[]), "instruction"),
        (order(json!({ "a": 1 })), "outputs.a"),
    ] {
        assert_eq!(wrong.checked().unwrap_err().field, field);
    }
}

#[test]
fn what_is_not_found_is_said_to_be_missing_and_why() {
    let spec = json!({ "properties": { "name": {}, "price": { "type": "number" }, "stock": { "type": "integer" },
        "sku": {} }, "required": ["price", "sku"] });
    let mut found = RunFound::default();
    let record = read(&[
        ("Name", text("Lamp 7")),
        ("price", text("1.299")),
        ("Stock", text("12 left")),
        ("sku", ReadText::Unfounded),
    ]);
    found.read(
        output_fields(&spec).unwrap(),
        &[record],
        vec![FoundSource::default()],
    );
    assert_eq!(
        json!(found.records),
        json!([{ "name": "Lamp 7", "price": null, "stock": 12, "sku": null }])
    );
    assert_eq!(
        json!(found.missing),
        json!([{ "record": 0, "field": "price", "why": "wrong_type", "text": "1.299" },
            { "record": 0, "field": "sku", "why": "unfounded" }])
    );
    assert_eq!(
        json!(found.cited),
        json!([{ "name": [1], "price": [1], "stock": [1] }])
    );
    assert_eq!(found.lack().unwrap(), "Missing on the page: price, sku.");
}

#[test]
fn only_a_run_that_brought_all_that_is_required_is_done() {
    let spec = json!({ "properties": { "price": { "type": "number" }, "maker": {} }, "required": ["price"] });
    let ended = |order: &NewRun, status, values: Option<&[(&str, ReadText)]>| {
        let found = values.map(|values| {
            let mut found = RunFound::default();
            found.read(order.fields(), &[read(values)], Vec::new());
            found
        });
        let outcome = RunOutcome {
            result: "Shown.".to_owned(),
            found,
            ..RunOutcome::default()
        };
        let (status, outcome) = outcome.settled(status, order);
        (status, outcome.result, outcome.found.is_some())
    };
    let order = order(spec);
    let told = |status, result: &str, found| (status, result.to_owned(), found);
    let (done, unverified) = (RunStatus::Done, RunStatus::DoneUnverified);
    let price: &[_] = &[("price", text("3 €"))];
    let maker: &[_] = &[("maker", text("Lux"))];
    assert_eq!(ended(&order, done, Some(price)), told(done, "Shown.", true));
    assert_eq!(
        ended(&order, done, Some(maker)),
        told(unverified, "Shown. Missing on the page: price.", true)
    );
    let unread = "Shown. The page was not read: whoever did the run has not told what it found.";
    assert_eq!(ended(&order, done, None), told(unverified, unread, true));
    let failed = RunStatus::Failed;
    assert_eq!(
        ended(&order, failed, Some(price)),
        told(failed, "Shown.", false)
    );
    let plain = NewRun {
        outputs: None,
        ..order
    };
    assert_eq!(
        ended(&plain, done, Some(price)),
        told(done, "Shown.", false)
    );
}

#[test]
fn an_answer_without_a_verified_source_was_not_found() {
    let source = |verified| FoundSource {
        verified,
        ..FoundSource::default()
    };
    let answer = |sources| FoundAnswer {
        sources,
        ..FoundAnswer::default()
    };
    let mut found = RunFound::default();
    found.answered(answer(vec![source(false), source(true)]));
    assert_eq!(found.lack(), None);
    found.answered(answer(vec![source(false)]));
    found.answered(answer(vec![]));
    assert_eq!(
        found.lack().unwrap(),
        "Not found: answers to 2 of 3 questions."
    );
}

#[test]
fn what_is_kept_holds_no_secret_and_is_of_a_size() {
    let order = order(json!(["id", "code", "name"]));
    let mut found = RunFound::default();
    let record = read(&[
        ("id", text("hunter22")),
        ("code", text("7731")),
        ("name", text("Ann")),
    ]);
    found.read(
        order.fields(),
        &[record],
        vec![FoundSource {
            quote: Some("the key hunter22".to_owned()),
            ..FoundSource::default()
        }],
    );
    found.records[0].insert("code".to_owned(), json!(7731));
    found.hide(|text| text.replace("hunter22", "***").replace("7731", "***"));
    assert_eq!(
        json!(found.records),
        json!([{ "id": null, "code": null, "name": "Ann" }])
    );
    assert!(
        found
            .missing
            .iter()
            .all(|missing| missing.why == MissingWhy::Secret)
    );
    assert!(!json!(found).to_string().contains("hunter22"));

    let long = "x".repeat(3_000);
    let many = vec![
        read(&[
            ("id", text(&long)),
            ("code", text("1")),
            ("name", text("2"))
        ]);
        300
    ];
    let mut found = RunFound::default();
    found.read(order.fields(), &many, Vec::new());
    let found = found.fitting(&order);
    assert!(
        found.size() <= FOUND_BYTES && found.records.len() > 50,
        "{}",
        found.size()
    );
    assert_eq!(
        (found.cut, found.records.len()),
        (Some(true), found.cited.len())
    );
    assert_eq!(found.lack().unwrap(), "More was found than is kept.");
}
