//! Files as people change them: what contradicts itself is refused, with its line and what is expected.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::too_many_lines
)]

use screen_agent_workflow::{
    ControlDescription, Healed, Healer, Values, Workflow, differences, values,
};

const FILE: &str = r#"name = "Change a record"
start = "https://page.example/people"
sites = ["https://page.example"]

[[parameters]]
name = "city"
type = "text"

[[parameters]]
name = "day"
type = "date"
default = "2026-03-04"

[[parameters]]
name = "size"
type = "choice"
choices = ["S", "M"]
default = "S"

[[parameters]]
name = "count"
type = "number"
default = "1"

[[steps]]
intent = "Enter {city} into City"
action = 'setValue("it", "{city}")'

[steps.control]
role = "inp"
name = "City"

[[steps]]
intent = "Press Save"
action = 'click("it")'
expect = { says = ["Kept"] }

[steps.control]
role = "btn"
name = "Save"
"#;

#[test]
fn what_contradicts_itself_is_told_with_its_line_and_what_is_expected() {
    assert!(Workflow::read(FILE).is_ok());
    for (old, new, told) in [
        (
            "start = \"https://page.example/people\"",
            "start = 7",
            "line 2: ",
        ),
        ("type = \"text\"", "type = \"words\"", "line 7: "),
        (
            "sites = [\"https://page.example\"]",
            "sites = [\"page.example\"]",
            "line 3: ",
        ),
        (
            "sites = [\"https://page.example\"]",
            "sites = [\"https://other.example\"]",
            "line 3: ",
        ),
        (
            "default = \"2026-03-04\"",
            "default = \"tomorrow\"",
            "line 12: ",
        ),
        ("default = \"S\"", "default = \"XL\"", "line 18: "),
        ("name = \"day\"", "name = \"city\"", "line 10: "),
        ("name = \"day\"", "name = \"The Day\"", "line 10: "),
        (
            "'setValue(\"it\", \"{city}\")'",
            "'setValue(\"it\", \"{town}\")'",
            "line 27: step 1: {town} is no parameter",
        ),
        (
            "'setValue(\"it\", \"{city}\")'",
            "'setValue(12, \"x\")'",
            "line 27: step 1: it names a control by an id",
        ),
        (
            "'setValue(\"it\", \"{city}\")'",
            "'finish()'",
            "line 27: step 1: ",
        ),
        (
            "'setValue(\"it\", \"{city}\")'",
            "'open the door'",
            "line 27: step 1: ",
        ),
        (
            "'setValue(\"it\", \"{city}\")'",
            "'goBack()'",
            "step 1: its action has no control",
        ),
        (
            "name = \"City\"",
            "selector = \"#city\"",
            "step 1: nothing but an id",
        ),
        (
            "name = \"City\"",
            "name = \"City {\"",
            "step 1: a brace stands alone",
        ),
        (
            "intent = \"Press Save\"",
            "purpose = \"Press Save\"",
            "line 34: ",
        ),
    ] {
        assert!(FILE.contains(old), "{old}");
        let fault = Workflow::read(&FILE.replacen(old, new, 1)).unwrap_err();
        let text = fault.to_string();
        assert!(text.contains(told), "{new}: {text}");
        assert!(text.contains("; expected is "), "{text}");
    }
    let secret = FILE.replacen(
        "type = \"text\"",
        "type = \"secret\"\nexample = \"hunter2\"",
        1,
    );
    let fault = Workflow::read(&secret).unwrap_err().to_string();
    assert!(
        fault.contains("secret by its name alone") && !fault.contains("hunter2"),
        "{fault}"
    );
}

#[test]
fn values_are_checked_against_their_types_and_never_repeated() {
    let workflow = Workflow::read(FILE).unwrap();
    let given = |pairs: &[(&str, &str)]| {
        let pairs = pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        values(&workflow, &pairs.collect::<Values>())
    };
    assert_eq!(given(&[("city", "Oslo")]).unwrap()["size"], "S");
    let bare = Workflow::read(&FILE.replacen("default = \"2026-03-04\"\n", "", 1)).unwrap();
    let told = values(&bare, &Values::new()).unwrap_err();
    assert_eq!(told, "the parameters city, day are missing");
    for (pairs, told) in [
        (&[][..], "the parameter city is missing"),
        (
            &[("city", "Oslo"), ("town", "x")],
            "there is no parameter town; there are city, day, size, count",
        ),
        (
            &[("city", "Oslo"), ("day", "soon")],
            "day has to be a day as YYYY-MM-DD",
        ),
        (
            &[("city", "Oslo"), ("size", "XL")],
            "size has to be one of S, M",
        ),
        (
            &[("city", "Oslo"), ("count", "NaN")],
            "count has to be a number",
        ),
    ] {
        assert_eq!(given(pairs).unwrap_err(), told);
    }
}

#[test]
fn what_is_otherwise_is_told_in_words() {
    let before = Workflow::read(FILE).unwrap();
    for (old, new, told) in [
        (
            "name = \"Change a record\"",
            "name = \"Other\"",
            vec!["The name was \"Change a record\", is \"Other\"."],
        ),
        ("version", "version", vec![]),
        (
            "sites = [\"https://page.example\"]",
            "sites = [\"https://page.example\", \"https://b.example\"]",
            vec!["It may now touch https://b.example."],
        ),
        (
            "default = \"1\"",
            "default = \"2\"",
            vec!["Parameter count, default: was \"1\", is \"2\"."],
        ),
        (
            "role = \"btn\"\nname = \"Save\"",
            "role = \"btn\"\nname = \"Keep\"\nheading = \"Record\"",
            vec![
                "Step 2, control heading: is \"Record\".",
                "Step 2, control name: was \"Save\", is \"Keep\".",
            ],
        ),
        (
            "[[steps]]\nintent = \"Press Save\"",
            "[[steps]]\nintent = \"Wait\"\naction = 'wait(1)'\n\n[[steps]]\nintent = \"Press Save\"",
            vec!["Step 2 is new: \"Wait\"."],
        ),
    ] {
        let after = Workflow::read(&FILE.replace(old, new)).unwrap();
        assert_eq!(differences(&before, &after), told, "{new}");
    }
    let mut shorter = before.clone();
    shorter.steps.remove(0);
    shorter.parameters.remove(0);
    assert_eq!(
        differences(&before, &shorter),
        [
            "The parameter city is gone.",
            "What was step 1 is gone: \"Enter {city} into City\"."
        ]
    );
}

#[test]
fn what_is_healed_is_the_next_version_and_a_step_that_is_not_there_makes_none() {
    let before = Workflow::read(FILE).unwrap();
    let healed = |step| Healed {
        step,
        control: ControlDescription {
            role: "btn".to_owned(),
            name: "Keep".to_owned(),
            ..ControlDescription::default()
        },
        what: "it is \"Keep\" now".to_owned(),
        by: Healer::Model,
    };
    let next = before.with_healed(&[healed(1)], "2026-11-27").unwrap();
    assert_eq!((next.version, next.changes.len()), (2, 1));
    assert_eq!(next.changes[0].by, Some(Healer::Model));
    let text = next.print().unwrap();
    assert!(text.contains("by = \"model\""), "{text}");
    assert_eq!(Workflow::read(&text).unwrap(), next);
    assert_eq!(next.steps[1].control.as_ref().unwrap().name, "Keep");
    assert_eq!(next.steps[0], before.steps[0]);
    assert_eq!(before.with_healed(&[], "2026-11-27"), None);
    assert_eq!(before.with_healed(&[healed(2)], "2026-11-27"), None);
}
