#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use proptest::prelude::*;
use screen_agent_wire::ide::cli_action::{ApplyStrategy, ConflictStrategy};
use screen_agent_wire::ide::plan::{
    ChangeKind, ConflictSide, IdePlan, PlanAction, PlanOp, PlanOperation,
};
use serde_json::{Value, json};

use super::render::render;
use super::*;

fn operation(file: &str, op: PlanOp, at: &str, value: Option<Value>) -> PlanOperation {
    PlanOperation {
        action_id: None,
        file: file.to_owned(),
        op,
        json_pointer: at.to_owned(),
        value,
    }
}

fn joined(
    file: &str,
    base: &str,
    ours: &str,
    theirs: &str,
    side: ConflictSide,
) -> Result<String, Vec<String>> {
    let sides = Sides {
        base: Some(base),
        ours: Some(ours),
        theirs: Some(theirs),
    };
    match merged(file, sides, side) {
        Ok(text) => Ok(text.unwrap()),
        Err(MergeFault::Conflict(places)) => Err(places),
        Err(MergeFault::Invalid(invalid)) => panic!("{invalid}"),
    }
}

#[test]
fn what_stays_stays_as_it_was_written() {
    let written = "{\n\t\"z\": [1, 2.50],\n\t\"a\": { \"b\":  1e2, \"c\": \"\\u00e9\" },\n\t\"list\": [\n\t\t{ \"id\": 1, \"x\": 1.0 },\n\t\t{ \"id\": 2 }\n\t]\n}";
    let mut value: Value = serde_json::from_str(written).unwrap();
    assert_eq!(render(&value, Some(written)), written);
    value["list"].as_array_mut().unwrap().remove(0);
    value["list"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "id": 3 }));
    value["new"] = json!({});
    assert_eq!(
        render(&value, Some(written)),
        "{\n\t\"z\": [1, 2.50],\n\t\"a\": { \"b\":  1e2, \"c\": \"\\u00e9\" },\n\t\"list\": [\n\t\t{ \"id\": 2 },\n\t\t{\n\t\t\t\"id\": 3\n\t\t}\n\t],\n\t\"new\": {}\n}"
    );
    assert_eq!(
        render(&json!({ "a": [1] }), None),
        "{\n  \"a\": [\n    1\n  ]\n}\n"
    );
}

#[test]
fn operations_do_what_they_say_at_the_place_that_they_name() {
    let base = json!({ "a": { "b": 1, "c": [1, 2] }, "d": 2 }).to_string();
    for (op, at, value, expected) in [
        (
            PlanOp::Set,
            "/a/b",
            json!(7),
            json!({ "a": { "b": 7, "c": [1, 2] }, "d": 2 }),
        ),
        (
            PlanOp::Set,
            "/x/y~1z",
            json!(null),
            json!({ "a": { "b": 1, "c": [1, 2] }, "d": 2, "x": { "y/z": null } }),
        ),
        (
            PlanOp::Set,
            "/a/c/2",
            json!(3),
            json!({ "a": { "b": 1, "c": [1, 2, 3] }, "d": 2 }),
        ),
        (PlanOp::Set, "", json!([1]), json!([1])),
        (
            PlanOp::Merge,
            "/a",
            json!({ "c": [3], "n": null }),
            json!({ "a": { "b": 1, "c": [3], "n": null }, "d": 2 }),
        ),
        (
            PlanOp::Patch,
            "",
            json!({ "a": { "b": null }, "d": null }),
            json!({ "a": { "c": [1, 2] } }),
        ),
        (
            PlanOp::Remove,
            "/a/c/0",
            json!(null),
            json!({ "a": { "b": 1, "c": [2] }, "d": 2 }),
        ),
    ] {
        let value = (op != PlanOp::Remove).then_some(value);
        let after = applied(
            "x.json",
            &[&operation("x.json", op, at, value)],
            Some(&base),
        );
        let after: Value = serde_json::from_str(&after.unwrap().unwrap()).unwrap();
        assert_eq!(after, expected, "{op:?} {at}");
    }
}

#[test]
fn operations_that_cannot_be_are_refused_by_their_field() {
    let base = json!({ "a": { "b": 1, "c": [1, 2] }, "d": 2 }).to_string();
    let gone = operation("x.json", PlanOp::Remove, "", None);
    assert_eq!(applied("x.json", &[&gone], Some(&base)), Ok(None));
    let text = operation("a.txt", PlanOp::Set, "", Some(json!("b")));
    assert_eq!(
        applied("a.txt", &[&text], Some("a")),
        Ok(Some("b".to_owned()))
    );
    for (file, op, at, value, field) in [
        (
            "x.json",
            PlanOp::Set,
            "/a/c/9",
            Some(json!(1)),
            "jsonPointer",
        ),
        (
            "x.json",
            PlanOp::Set,
            "/a/c/-",
            Some(json!(1)),
            "jsonPointer",
        ),
        ("x.json", PlanOp::Set, "/d/e", Some(json!(1)), "jsonPointer"),
        ("x.json", PlanOp::Set, "d", Some(json!(1)), "jsonPointer"),
        ("x.json", PlanOp::Set, "/d", None, "value"),
        ("x.json", PlanOp::Merge, "/d", Some(json!(1)), "value"),
        ("a.txt", PlanOp::Set, "/d", Some(json!("a")), "op"),
        ("a.txt", PlanOp::Merge, "", Some(json!({})), "op"),
    ] {
        let fault = applied(file, &[&operation(file, op, at, value)], Some(&base)).unwrap_err();
        assert_eq!(fault.field, field, "{file} {op:?} {at}");
    }
    let deep = operation("x.json", PlanOp::Set, &"/a".repeat(200), Some(json!(1)));
    assert_eq!(
        applied("x.json", &[&deep], None).unwrap_err().field,
        "jsonPointer"
    );
    let broken = operation("x.json", PlanOp::Set, "/a", Some(json!(1)));
    assert_eq!(
        applied("x.json", &[&broken], Some("{")).unwrap_err().field,
        "x.json"
    );
}

#[test]
fn both_sides_keep_what_they_changed_and_one_place_is_one_sides() {
    let base = json!({ "a": 1, "b": { "c": 1, "d": 1 }, "gone": 1 }).to_string();
    let ours = json!({ "a": 2, "b": { "c": 2, "d": 1 }, "gone": 1, "mine": 1 }).to_string();
    let theirs = json!({ "a": 1, "b": { "c": 3, "d": 2 }, "come": 1 }).to_string();
    let expected = |c: i32| json!({ "a": 2, "b": { "c": c, "d": 2 }, "mine": 1, "come": 1 });
    for (side, c) in [(ConflictSide::Ours, 2), (ConflictSide::Theirs, 3)] {
        let text = joined("x.json", &base, &ours, &theirs, side).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), expected(c));
    }
    let places = joined("x.json", &base, &ours, &theirs, ConflictSide::Merge).unwrap_err();
    assert_eq!(places, ["/b/c"]);
    // Changed here and taken away there is both sides' place, too.
    let cut = joined(
        "x.json",
        "{\"a\":1}",
        "{\"a\":2}",
        "{}",
        ConflictSide::Merge,
    );
    assert_eq!(cut, Err(vec!["/a".to_owned()]));
    let whole = joined("x.json", "[1]", "[2]", "[3]", ConflictSide::Merge);
    assert_eq!(whole, Err(vec!["the whole file".to_owned()]));
}

#[test]
fn lists_with_ids_are_joined_entry_by_entry() {
    let of = |ids: &[(&str, i32)]| {
        let entries: Vec<Value> = ids
            .iter()
            .map(|(id, x)| json!({ "id": id, "x": x }))
            .collect();
        json!({ "tree": entries }).to_string()
    };
    let base = of(&[("a", 1), ("b", 1), ("c", 1)]);
    let ours = of(&[("a", 1), ("m", 1), ("b", 2), ("c", 1)]);
    let theirs = of(&[("c", 1), ("b", 1), ("t", 1)]);
    let text = joined("x.json", &base, &ours, &theirs, ConflictSide::Merge).unwrap();
    let expected = of(&[("m", 1), ("c", 1), ("b", 2), ("t", 1)]);
    assert_eq!(
        serde_json::from_str::<Value>(&text).unwrap(),
        serde_json::from_str::<Value>(&expected).unwrap()
    );
    let theirs = of(&[("a", 1), ("b", 3), ("c", 1)]);
    let places = joined("x.json", &base, &ours, &theirs, ConflictSide::Merge).unwrap_err();
    assert_eq!(places, ["/tree[b]/x"]);
}

#[test]
fn texts_are_joined_line_by_line() {
    let base = "1\n2\n3\n4\n5\n";
    for (ours, theirs, expected) in [
        (
            "0\n1\n2\n3\n4\n5\n",
            "1\n2\n3\n4\nfive\n",
            Ok("0\n1\n2\n3\n4\nfive\n"),
        ),
        ("1\n3\n4\n5\n", "1\n2\n3\n4\n5\n6", Ok("1\n3\n4\n5\n6")),
        (
            "1\nx\n3\n4\n5\n",
            "1\nx\n3\n4\n5\n7\n",
            Ok("1\nx\n3\n4\n5\n7\n"),
        ),
        ("1\nx\n3\n4\n5\n", "1\ny\n3\n4\nz\n", Err("line 2")),
        ("", "1\n2\n3\n4\n5\n6\n", Err("line 1")),
    ] {
        let found = joined("a.txt", base, ours, theirs, ConflictSide::Merge);
        assert_eq!(
            found.as_deref().map_err(|places| places[0].as_str()),
            expected,
            "{ours:?} {theirs:?}"
        );
    }
    let ours = joined(
        "a.txt",
        base,
        "1\nx\n3\n4\n5\n",
        "1\ny\n3\n4\nz\n",
        ConflictSide::Ours,
    );
    assert_eq!(ours.unwrap(), "1\nx\n3\n4\nz\n");
}

fn document_text() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<i8>().prop_map(Value::from),
        "[a-c]{0,2}".prop_map(Value::from)
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-d]", inner.clone(), 0..4)
                .prop_map(|fields| fields.into_iter().collect()),
            prop::collection::btree_map("[a-d]", inner, 0..4).prop_map(|fields| fields
                .into_iter()
                .map(|(id, value)| json!({ "id": id, "v": value }))
                .collect()),
        ]
    })
}

proptest! {
    #[test]
    fn a_side_that_changed_nothing_takes_the_other(base in document_text(), other in document_text()) {
        let [base, other] = [base, other].map(|value| value.to_string());
        for (ours, theirs) in [(&base, &other), (&other, &base), (&other, &other)] {
            prop_assert_eq!(joined("x.json", &base, ours, theirs, ConflictSide::Merge), Ok(other.clone()));
            prop_assert_eq!(joined("x", &base, ours, theirs, ConflictSide::Merge), Ok(other.clone()));
        }
    }

    #[test]
    fn who_merges_again_changes_nothing(base in document_text(), ours in document_text(), theirs in document_text()) {
        let [base, ours, theirs] = [base, ours, theirs].map(|value| format!("{value:#}"));
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let once = joined("x.json", &base, &ours, &theirs, ConflictSide::Theirs).unwrap();
        let twice = joined("x.json", &base, &once, &theirs, ConflictSide::Theirs).unwrap();
        prop_assert_eq!(read(&once), read(&twice));
    }

    #[test]
    fn what_is_written_is_what_was_meant(before in document_text(), after in document_text()) {
        let written = format!("{before:#}\n");
        prop_assert_eq!(render(&before, Some(&written)), written.clone());
        let text = render(&after, Some(&written));
        prop_assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), after);
    }
}

fn draft(conflict: ConflictStrategy, operations: Vec<PlanOperation>) -> DraftedAction {
    DraftedAction {
        action: PlanAction {
            id: "vars_upsert_1".to_owned(),
            command: "variables upsert".to_owned(),
            args: Vec::new(),
            skipped: Vec::new(),
            says: None,
        },
        operations,
        conflict,
    }
}

fn planned(
    standing: &BTreeMap<&str, String>,
    conflict: ConflictStrategy,
    operations: Vec<PlanOperation>,
) -> Result<IdePlan, MergeFault> {
    let drafts = vec![draft(conflict, operations)];
    plan(
        None,
        drafts,
        |file| Ok(standing.get(file).cloned()),
        conflict,
    )
}

#[test]
fn what_comes_gets_its_own_file_or_is_refused_where_the_action_says_so() {
    let own = json!({ "#a": "#_appData.own" });
    let coming = json!({ "#a": "#_appData.a" });
    let new = ConflictStrategy::CreateNew;
    for (standing, file, conflict, expected) in [
        (vec![], "a/1.json", new, Ok("a/1.json")),
        (vec![("a/1.json", &coming)], "a/1.json", new, Ok("a/1.json")),
        (vec![("a/1.json", &own)], "a/1.json", new, Ok("a/1-2.json")),
        (
            vec![("a/1.json", &own), ("a/1-2.json", &own)],
            "a/1.json",
            new,
            Ok("a/1-3.json"),
        ),
        (
            vec![("a/1.json", &own), ("a/1-2.json", &coming)],
            "a/1.json",
            new,
            Ok("a/1-2.json"),
        ),
        (vec![("a.b/.x", &own)], "a.b/.x", new, Ok("a.b/.x-2")),
        (
            vec![("a/1.json", &coming)],
            "a/1.json",
            ConflictStrategy::Fail,
            Ok("a/1.json"),
        ),
        (
            vec![("a/1.json", &own)],
            "a/1.json",
            ConflictStrategy::Fail,
            Err("a/1.json#/#a"),
        ),
        (
            vec![("notes", &own)],
            "notes",
            ConflictStrategy::Fail,
            Err("notes#"),
        ),
    ] {
        let text = |(file, value): (&'static str, &Value)| (file, value.to_string());
        let standing: BTreeMap<_, _> = standing.into_iter().map(text).collect();
        let (op, value) = match file.ends_with(".json") {
            true => (PlanOp::Merge, coming.clone()),
            false => (PlanOp::Set, json!(coming.to_string())),
        };
        let operations = vec![operation(file, op, "", Some(value.clone()))];
        let planned = planned(&standing, conflict, operations);
        let found = planned.map(|plan| {
            assert!(plan.actions[0].skipped.is_empty());
            assert_eq!(plan.operations[0].value.as_ref(), Some(&value));
            plan.operations[0].file.clone()
        });
        let expected = expected.map(str::to_owned);
        let expected = expected.map_err(|place| MergeFault::Conflict(vec![place.to_owned()]));
        assert_eq!(found, expected, "{standing:?}");
    }
    // There is an end to the numbers.
    let names: Vec<String> = (2..=99).map(|number| format!("1-{number}.json")).collect();
    let names = names.iter().map(String::as_str).chain(["1.json"]);
    let standing = names.map(|name| (name, own.to_string())).collect();
    let operations = vec![operation("1.json", PlanOp::Set, "", Some(coming))];
    let full = planned(&standing, new, operations).unwrap_err();
    assert_eq!(full, MergeFault::Conflict(vec!["1.json#".to_owned()]));
}

#[test]
fn what_stands_stays_unless_the_action_says_otherwise() {
    let file = "app/variables/1.json";
    let standing = json!({ "#a": "#_appData.own", "#same": "#_appData.same" }).to_string();
    let standing = BTreeMap::from([(file, standing)]);
    let coming = json!({ "#a": "#_appData.a", "#b": "#_appData.b", "#same": "#_appData.same" });
    let planned = |conflict, op| {
        let operations = vec![operation(file, op, "", Some(coming.clone()))];
        let plan = planned(&standing, conflict, operations).unwrap();
        (
            plan.operations.first().and_then(|one| one.value.clone()),
            plan.actions[0].skipped.clone(),
            plan,
        )
    };
    let (value, skipped, skip) = planned(ConflictStrategy::Skip, PlanOp::Merge);
    assert_eq!(
        value.unwrap(),
        json!({ "#b": "#_appData.b", "#same": "#_appData.same" })
    );
    assert_eq!(skipped, [format!("{file}#/#a")]);
    let (value, skipped, _) = planned(ConflictStrategy::Skip, PlanOp::Set);
    assert_eq!((value, skipped), (None, vec![format!("{file}#")]));
    let (value, skipped, overwrite) = planned(ConflictStrategy::Overwrite, PlanOp::Merge);
    assert_eq!((value, skipped), (Some(coming.clone()), vec![]));
    let (_, _, merge) = planned(ConflictStrategy::Merge, PlanOp::Set);
    assert_eq!(merge.operations[0].op, PlanOp::Merge);
    // The print is the plan's own, and no other's.
    let prints = [&skip, &overwrite, &merge].map(|plan| plan.fingerprint.clone());
    assert!(prints[0] != prints[1] && prints[1] != prints[2] && prints[0].len() == 64);
    let mut again = skip.clone();
    again.files.clear();
    again.trace_id = Some("another".to_owned());
    assert_eq!(fingerprint(&again), skip.fingerprint);
}

#[test]
fn a_design_becomes_a_file_a_page() {
    let page = ActionPage {
        project: None,
        id: Some("101"),
    };
    let files = |input: &Value| {
        let carried = carry_out("figma scan", page, ApplyStrategy::Upsert, input).unwrap();
        let files = carried.operations.into_iter();
        files
            .map(|one| (one.file, one.value.unwrap()))
            .collect::<Vec<_>>()
    };
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let shop = files(&read(include_str!("../../../../fixtures/figma/shop.json")));
    let names: Vec<_> = shop.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["app/pages/login.json", "app/pages/home.json"]);
    assert_eq!(shop[0].1.as_array().unwrap().len(), 5);
    // One alone goes by the name that the command says.
    let login = files(&read(include_str!(
        "../../../../fixtures/figma/login.nodes.json"
    )));
    assert_eq!(login[0].0, "app/pages/101.json");
    let layout = json!({ "width": 1, "height": 1 });
    let named = |id: &str| json!({ "page_id": id, "name": "Home", "role": "PAGE", "layout": layout, "includes": [], "components": [] });
    let twice = files(&json!({ "pages": [named("1:1"), named("1:2")], "skipped": 0 }));
    let names: Vec<_> = twice.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["app/pages/home.json", "app/pages/1_2.json"]);
}

#[test]
fn verbs_are_functions_of_their_input() {
    let page = ActionPage {
        project: Some("demo"),
        id: Some("101"),
    };
    let carried =
        |command: &str, input: Value| carry_out(command, page, ApplyStrategy::Merge, &input);
    let files = |command: &str, input: Value| {
        let carried = carried(command, input).unwrap();
        carried
            .operations
            .into_iter()
            .map(|one| one.file)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        files("variables upsert", json!({ "#a": "#_appData.a" })),
        ["app/variables/101.json"]
    );
    let screen = json!([{ "id": "t", "type": "text", "options": { "text": "Hi #name" } }]);
    let symbols = carried("symbols identify", screen).unwrap();
    assert_eq!(symbols.operations[0].file, "app/symbols/101.json");
    assert_eq!(
        symbols.operations[0].value.as_ref().unwrap()["symbols"],
        json!(["#name"])
    );
    let flow = json!({ "id": "../log in", "actionType": "flow", "steps": [] });
    assert_eq!(
        files("actionflow upsert", flow),
        ["app/flows/_.._log_in.json"]
    );
    let bdd = "Scenario: a\nWhen #onLoginClicked occurs\nThen call #restAPI:Login";
    assert_eq!(files("actionflow generate", json!(bdd)).len(), 1);
    assert_eq!(
        carried("echo", json!("Given")).unwrap().says.as_deref(),
        Some("Given")
    );
    for (command, input, field) in [
        ("variables upsert", json!([]), "mapping"),
        ("variables upsert", json!({ "#a": "a" }), "mapping.#a"),
        ("actionflow upsert", json!(7), "current_flow"),
        ("figma scan", json!({}), "figma_url"),
        ("figma scan", json!({ "pages": 7 }), "pages"),
        ("sh", json!({}), "command"),
    ] {
        assert_eq!(
            carried(command, input).unwrap_err().field,
            field,
            "{command}"
        );
    }
    let edits = edits(
        &json!([{ "path": "a.json", "content": "{\"b\":1}" }, { "path": "c.txt", "content": "d" }]),
    )
    .unwrap();
    assert_eq!(
        (edits[0].value.clone(), edits[1].value.clone()),
        (Some(json!({ "b": 1 })), Some(json!("d")))
    );
    for (input, field) in [
        (json!({}), "edits"),
        (json!([{ "content": "" }]), "edits[0].path"),
        (
            json!([{ "path": "a.json", "content": "{" }]),
            "edits[0].content",
        ),
        (
            json!([{ "path": "a.txt", "content": 1 }]),
            "edits[0].content",
        ),
    ] {
        assert_eq!(super::edits(&input).unwrap_err().field, field, "{input}");
    }
}

#[test]
fn a_difference_is_what_people_read() {
    let told = difference("a.txt", Some("1\n2\n"), Some("1\n3\n")).unwrap();
    assert_eq!(
        told.diff,
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n"
    );
    assert_eq!(told.after.as_deref(), Some("1\n3\n"));
    let new = difference("a.txt", None, Some("1\n")).unwrap();
    assert_eq!(new.change, ChangeKind::Added);
    assert_eq!(new.diff, "--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+1\n");
    let gone = difference("a.txt", Some("1\n"), None).unwrap();
    assert_eq!((gone.change, gone.after), (ChangeKind::Removed, None));
    assert_eq!(difference("a.txt", Some("1"), Some("1")), None);
}
