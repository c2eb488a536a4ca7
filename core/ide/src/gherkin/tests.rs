use proptest::prelude::*;
use serde_json::json;

use super::generate::{ScreenFacts, scenarios};
use super::parse::{of_value, parse};
use super::print::print;
use super::refine::refine;
use super::{Course, GherkinFeature};

#[test]
fn both_dialects_are_read() {
    let short = parse("Given #a and #b are provided / When #onLoginClicked occurs / Then call #restAPI:Login and set #err or navigate HomePage").unwrap();
    let lines = print(&short);
    assert_eq!(
        lines,
        "    Given #a and #b are provided\n    When #onLoginClicked occurs\n    Then call #restAPI:Login and set #err or navigate HomePage\n"
    );
    let quoted = "Feature: Login\n  As a user\n  I want to sign in\n# a remark\n@slow\nBackground:\n Given the app is open\nScenario: Good\n  When I press \"Log in Then go\"\n  Then I see \"Welcome\" message\n   and more of it\nScenario: Failed\n  Otherwise, show \"No\" message\n";
    let feature = parse(quoted).unwrap();
    assert_eq!(feature.story, ["As a user", "I want to sign in"]);
    assert_eq!(feature.scenarios[0].steps.len(), 4, "{feature:?}");
    assert_eq!(feature.scenarios[0].steps[3].text, "more of it");
    assert_eq!(feature.scenarios[1].course(), Course::Failure);
    assert_eq!(feature.scenarios[1].steps[0].text, "the app is open");
    let structured = json!({ "feature": "F", "scenarios": [{ "name": "S", "given": "#a is set", "when": ["x"], "then": ["y", "z"] }] });
    assert_eq!(
        print(&of_value(&structured).unwrap()),
        "Feature: F\n\n  Scenario: S\n    Given #a is set\n    When x\n    Then y\n    And z\n"
    );
}

#[test]
fn what_says_nothing_is_refused() {
    for (text, reason) in [
        ("", "has no step that begins with Given, When or Then"),
        ("hello", "has no step that begins with Given, When or Then"),
        (
            "Feature: x\nScenario: y",
            "has no step that begins with Given, When or Then",
        ),
    ] {
        assert_eq!(parse(text).unwrap_err().reason, reason);
    }
    assert_eq!(
        parse(&"When x\n".repeat(2_001)).unwrap_err().reason,
        "more than 2000 steps"
    );
    assert_eq!(
        parse(&"x".repeat(100_001)).unwrap_err().reason,
        "longer than 100000 characters"
    );
}

#[test]
fn every_event_has_a_good_and_a_bad_end() {
    let screen = ScreenFacts {
        page: "login".into(),
        filled: vec!["#email".into()],
        shown: vec!["#items".into()],
    };
    for event in [
        "#onLoginClicked",
        "#onTapSave",
        "#onEmailChanged",
        "#onRememberToggle",
        "#onPageLoad",
        "#onBackClicked",
        "#onX",
    ] {
        let (made, _) = scenarios(event, &screen);
        let courses: Vec<Course> = made.iter().map(super::GherkinScenario::course).collect();
        assert_eq!(courses[0], Course::Success, "{event} {made:?}");
        assert!(
            courses[1..].iter().all(|course| *course != Course::Success),
            "{event} {made:?}"
        );
        assert!(courses.len() > 1);
        let feature = GherkinFeature {
            name: "F".into(),
            story: vec![],
            scenarios: made,
        };
        assert_eq!(parse(&print(&feature)).unwrap(), feature, "{event}");
    }
}

#[test]
fn refining_twice_is_refining_once() {
    let feature =
        parse("Given #a is provided\nWhen #onSaveClicked occurs\nThen call #restAPI:Save\n")
            .unwrap();
    for queries in [
        vec![],
        vec!["add loading and error branches".to_owned()],
        vec!["timeout; navigate to HomePage".to_owned()],
    ] {
        let once = refine(&feature, &queries);
        assert!(!once.done.is_empty());
        assert_eq!(
            refine(&once.feature, &queries).feature,
            once.feature,
            "{queries:?}"
        );
        assert_eq!(parse(&print(&once.feature)).unwrap(), once.feature);
    }
    let asked = refine(&feature, &["make it nicer".to_owned()]);
    assert_eq!((asked.feature, asked.not_understood.len()), (feature, 1));
}

proptest! {
    #[test]
    fn what_is_printed_is_read_as_it_was(text in "((Given|When|Then|And|But|Else|Scenario:|Feature:|x|#) ?[#a-zA-Z\" /,]{0,12}(\n| Then | When )){0,8}") {
        if let Ok(feature) = parse(&text) {
            let printed = print(&feature);
            prop_assert_eq!(parse(&printed).unwrap(), feature, "{}", printed);
        }
    }
}
