use proptest::prelude::*;
use serde_json::{Value, json};

use super::check::check;
use super::eval::{EvalFault, Scope, run};
use super::parse::statements;

fn value(text: &str) -> Result<Value, EvalFault> {
    let globals = json!({
        "#a": 2, "#name": "Ann", "#items": [{ "n": 1 }, { "n": 5 }], "#_appData.p.user": { "age": 30 }, "#flag": false,
        "payload": { "x y": 7 },
    });
    let params = json!({ "#a": 3 });
    let layers = vec![params.as_object().unwrap(), globals.as_object().unwrap()];
    run(&statements(text).unwrap(), &Scope { layers }).map(|(_, last)| last)
}

#[test]
fn expressions_have_values() {
    for (text, expected) in [
        ("1 + 2 * 3", json!(7)),
        ("(1 + 2) * 3 % 5", json!(4)),
        ("7 / 2", json!(3.5)),
        ("1 / 0", Value::Null),
        ("#a", json!(3)),
        ("#missing ?? 'none'", json!("none")),
        ("#flag || #name && 'yes'", json!("yes")),
        ("!#flag === true", json!(true)),
        ("#name.length > 2 ? \"long\" : \"short\"", json!("long")),
        ("#name.substring(1)", json!("nn")),
        ("#name.substring(0, 1) + #a", json!("A3")),
        ("#items.map(x => x.n * 2)", json!([2, 10])),
        ("#items[1].n", json!(5)),
        ("[1, 2].push(3).includes(3)", json!(true)),
        ("#_appData.p.user.age >= 18", json!(true)),
        ("payload['x y']", json!(7)),
        (
            "formatDate('2026-03-04T05:06:07Z', 'dd.MM.yyyy HH:mm')",
            json!("04.03.2026 05:06"),
        ),
        ("#b = 2; #c = #b + 1; #c", json!(3)),
        ("-#a", json!(-3)),
    ] {
        assert_eq!(value(text), Ok(expected), "{text}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, said) in [
        ("", "at character 1: nothing is said"),
        ("1 +", "at character 4: expected a value"),
        ("'abc", "at character 1: a text that does not end"),
        ("#a @ 1", "at character 4: an unknown sign"),
        ("1 = 2", "at character 1: only a symbol can be assigned to"),
        ("steal(1)", "at character 7: no such function"),
        ("#a.eval(1)", "at character 9: no such method"),
        (
            "#a.map(1)",
            "at character 10: the method takes other arguments",
        ),
        ("# = 1", "at character 1: a symbol without a name"),
    ] {
        assert_eq!(statements(text).unwrap_err().to_string(), said, "{text}");
    }
    for deep in ["(", "!", "-", "["] {
        let fault = statements(&deep.repeat(200)).unwrap_err();
        assert_eq!(fault.reason, "nested too deep", "{deep}");
    }
    assert_eq!(
        statements(&"1+".repeat(200)).unwrap_err().reason,
        "nested too deep"
    );
    assert_eq!(
        statements(&"a".repeat(4_001)).unwrap_err().reason,
        "too long"
    );
}

#[test]
fn types_are_checked_as_far_as_they_are_known() {
    for (text, faults) in [
        ("#a - 1", vec![]),
        ("'a' - 1", vec!["arithmetic takes numbers"]),
        ("#x = 'a'; #x * 2", vec!["arithmetic takes numbers"]),
        ("(1).length", vec!["length is of texts and lists"]),
        ("[1].substring(0)", vec!["substring is of texts"]),
        ("'a' < 1", vec!["these cannot be compared by size"]),
        ("'a' + 1", vec![]),
        ("-'a'", vec!["- takes a number"]),
    ] {
        assert_eq!(check(&statements(text).unwrap()), faults, "{text}");
    }
}

#[test]
fn nothing_goes_on_for_ever() {
    let doubling = "#l = [1,1];".to_owned() + &"#l = [#l, #l];".repeat(40);
    assert_eq!(value(&doubling), Err(EvalFault::TooLong));
    let growing = "#t = 'abcdefgh';".to_owned() + &"#t = #t + #t;".repeat(60);
    assert_eq!(value(&growing), Err(EvalFault::TooLong));
    let nested = "#i = [1,1,1,1,1,1,1,1,1,1]; #i.map(a => #i.map(b => #i.map(c => #i.map(d => #i.map(e => 1)))))";
    assert_eq!(value(nested), Err(EvalFault::TooLong));
}

proptest! {
    #[test]
    fn whatever_is_written_ends(text in "[#a-c0-9+*/%?:!=<>&|().,;'\\[\\] ]{0,60}") {
        if let Ok(statements) = statements(&text) {
            check(&statements);
            let empty = serde_json::Map::new();
            let _ = run(&statements, &Scope { layers: vec![&empty] });
        }
    }
}
