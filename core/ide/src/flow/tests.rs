use proptest::prelude::*;
use serde_json::{Value, json};

use super::compile::compile;
use super::lint::lint;
use super::text::{diff, print, read};
use super::{ActionFlow, FlowStep, refine};
use crate::gherkin::generate::{ScreenFacts, scenarios};
use crate::gherkin::parse::parse;
use crate::gherkin::print::print as print_gherkin;
use crate::gherkin::{GherkinFeature, GherkinScenario, GherkinStep, GherkinWord};

fn compiled(text: &str) -> String {
    let flows = compile(&parse(text).unwrap(), &["Weather".to_owned()]);
    flows.iter().map(print).collect()
}

#[test]
fn the_short_dialect_branches() {
    insta(
        "Given #a and #b are provided / When #onLoginClicked occurs / Then call #restAPI:Login and set #err or navigate HomePage",
        r##"flow "loginProcessFlow"
  callback restApi {"body":{"a":"#a","b":"#b"},"method":"POST","path":"/login"}
    onSuccess:
      basic navigate {"routePath":"/home"}
    onError:
      expression expression = "#err = #_results['restApi'].error"
"##,
    );
}

#[test]
fn generated_scenarios_are_one_flow() {
    let screen = ScreenFacts {
        page: "login".into(),
        filled: vec!["#email".into()],
        shown: vec![],
    };
    let (scenarios, _) = scenarios("#onLoginClicked", &screen);
    let feature = GherkinFeature {
        scenarios,
        ..GherkinFeature::default()
    };
    insta(
        &print_gherkin(&feature),
        r##"flow "loginProcessFlow"
  conditional conditional = "#email == \"\""
    isTrue:
      basic setProperty {"target":"#errorMessage","value":"Please fill in everything"}
      basic endFlow
  callback restApi {"body":{"email":"#email"},"method":"POST","path":"/login"}
    onSuccess:
      basic navigate {"routePath":"/home"}
    onError:
      basic setProperty {"target":"#errorMessage","value":"Login failed"}
"##,
    );
}

#[test]
fn quoted_sentences_are_understood_or_kept() {
    insta(
        "When the user presses \"Show\"\nThen call \"Weather\" action and saved to \"#weather\"\nAnd the user sees \"Done\" message\nAnd the moon rises\nOtherwise show \"Sorry\" message\n",
        r##"flow "showProcessFlow"
  callback restApi {"method":"POST","path":"/weather","saveTo":"#weather"}
    onSuccess:
      basic showPopup {"message":"Done"}
      none none // "the moon rises"
    onError:
      basic showErrorPopup {"message":"Sorry"}
"##,
    );
    insta(
        "When #onX occurs\nThen if #a is empty then navigate back\nAnd via \"list orders\" API call\nAnd #http.call(path=\"/a b\", method=\"GET\") -> #expr.set(#k, 1)\nAnd the \"Filter\" dialog opens\nUnless #ready is true\n",
        r##"flow "xProcessFlow"
  conditional conditional = "#ready == true"
    isTrue:
      basic endFlow
  conditional conditional = "#a == \"\""
    isTrue:
      basic navigateBack
  callback restApi {"method":"GET","path":"/list-orders"}
    onSuccess:
      callback restApi {"method":"GET","path":"/a b"}
        onSuccess:
          basic setProperty {"target":"#k","value":1}
          basic openBottomSheet {"bottomSheetId":"filter"}
"##,
    );
}

#[test]
fn cases_and_rounds_are_written_out() {
    insta(
        "When #onXClicked occurs\nThen #switch(#kind) case \"a, then b\" then #act.nav.go(path=\"/a\") case 2 then show \"Two\" message else #act.nav.back()\nAnd #while(#n < 3) do #expr.set(#n, #n + 1)\n",
        r##"flow "xProcessFlow"
  conditional conditional = "(#kind) == \"a, then b\""
    isTrue:
      basic navigate {"routePath":"/a"}
    isFalse:
      conditional conditional = "(#kind) == 2"
        isTrue:
          basic showPopup {"message":"Two"}
        isFalse:
          basic navigateBack
  conditional while = "#n < 3"
    isTrue:
      expression expression = "#n = #n + 1"
"##,
    );
    // What is written otherwise is not guessed at.
    for text in [
        "#switch(#a) then navigate back",
        "#switch(#a) case 1 navigate back",
        "#switch(#a) case 1 then navigate back else navigate back case 2 then navigate back",
        "#switch(#a",
        "#while(#a) navigate back",
        "#while(#a) do the moon rises",
    ] {
        let flow = compiled(&format!("When #onXClicked occurs\nThen {text}"));
        let first = flow.lines().nth(1).unwrap_or_default();
        assert!(first.starts_with("  none none"), "{text}: {flow}");
    }
}

#[test]
fn a_round_is_tried_to_its_end_and_one_without_an_end_is_named() {
    let tried = |text: &str| {
        let feature = parse(&format!("When #onXClicked occurs\nThen {text}")).unwrap();
        let flow = compile(&feature, &[]).remove(0);
        let values = json!({ "#n": 0 });
        let done = super::dry_run::dry_run(&flow.steps, values.as_object().unwrap(), false);
        let codes: Vec<_> = lint(&flow).iter().map(|found| found.code).collect();
        let holds: Vec<_> = done.iter().map(|one| one.with["holds"].clone()).collect();
        (done.len(), holds.last().cloned().unwrap_or_default(), codes)
    };
    let (done, last, codes) = tried("#while(#n < 3) do #expr.set(#n, #n + 1)");
    assert_eq!((done, last, codes), (7, json!(false), vec![]));
    let (done, _, codes) = tried("#while(#n < 3) do show \"Wait\" message");
    assert_eq!((done, codes), (500, vec!["endless"]));
    let (done, _, codes) = tried("#while(#n < 3) do #while(#n < 3) do #act.nav.back()");
    assert_eq!((done, codes), (500, vec![]));
}

fn insta(gherkin: &str, expected: &str) {
    assert_eq!(compiled(gherkin), expected, "{gherkin}");
}

#[test]
fn what_is_wrong_with_a_flow_is_named() {
    let flow = json!({ "id": "f", "steps": [
        { "id": "1", "actionType": "basic", "actionId": "fly" },
        { "id": "1", "actionType": "basic", "actionId": "navigate" },
        { "actionType": "callback", "actionId": "restApi", "params": { "path": "/x", "authJwt": "eyJ", "saveTo": "\"#_results.x\"" } },
        { "actionType": "basic", "actionId": "endFlow" },
        { "actionType": "expression", "execute": "#a = 'x' - 1" },
        { "actionType": "conditional", "execute": "1 +" },
        { "actionType": "magic" },
        { "actionType": "none", "description": "?" },
    ] });
    let flow = super::read::flow(&flow).unwrap();
    let codes: Vec<&str> = lint(&flow).iter().map(|found| found.code).collect();
    assert_eq!(
        codes,
        [
            "unknown_action",
            "duplicate_id",
            "missing_param",
            "no_error_branch",
            "literal_secret",
            "reserved_root",
            "type",
            "bad_expression",
            "empty_condition",
            "unknown_type",
            "undecided",
            "unreachable"
        ]
    );
}

#[test]
fn refining_a_flow_shows_what_changed_and_does_it_once() {
    let flow = compile(
        &parse("When #onSaveClicked occurs\nThen call #restAPI:Save").unwrap(),
        &[],
    )
    .remove(0);
    for query in [
        "",
        "add loading and an error branch",
        "retries 2, timeout 900",
        "bind API PUT /drafts",
        "guard #title",
        "save to #draft",
        "navigate to HomePage",
    ] {
        let queries = [query.to_owned()];
        let once = refine::refine(&flow, &queries);
        assert!(!once.done.is_empty(), "{query}");
        let changed = diff(&print(&flow), &print(&once.flow));
        assert!(changed.contains("\n+"), "{query}: {changed}");
        let twice = refine::refine(&once.flow, &queries);
        assert_eq!(
            (print(&twice.flow), twice.done.len()),
            (print(&once.flow), 0),
            "{query}"
        );
    }
    assert_eq!(
        refine::refine(&flow, &["sing".to_owned()]).not_understood,
        ["sing"]
    );
}

#[test]
fn lines_that_are_no_flow_are_refused() {
    for (text, reason) in [
        ("", "line 1 is empty"),
        ("x", "line 1 expected flow \"name\""),
        ("flow \"a\"\n  basic", "line 2 is no step"),
        ("flow \"a\"\n basic x", "line 2 is indented in no known way"),
        ("flow \"a\"\n  basic x {\"a\"", "line 2 is no step"),
        (
            "flow \"a\"\n  basic x\n    later:",
            "line 3 expected isTrue:, isFalse:, onSuccess: or onError:",
        ),
    ] {
        assert_eq!(read(text).unwrap_err().reason, reason, "{text}");
    }
    let mut deep = json!({ "actionType": "none" });
    for _ in 0..30 {
        deep = json!({ "actionType": "conditional", "isTrue": [deep] });
    }
    let flow = json!({ "id": "d", "steps": [deep] });
    assert_eq!(
        super::read::flow(&flow).unwrap_err().reason,
        "nested deeper than 24 levels"
    );
}

fn step() -> impl Strategy<Value = FlowStep> {
    let leaf = (
        "[a-z]{1,8}",
        "\\PC{0,10}",
        proptest::option::of("\\PC{1,10}"),
    )
        .prop_map(|(id, text, execute)| FlowStep {
            description: text.clone(),
            execute,
            ..FlowStep::of("basic", &id, json!({ "a // = b": text }))
        });
    leaf.prop_recursive(3, 16, 3, |inner| {
        let steps = || proptest::collection::vec(inner.clone(), 0..3);
        (inner.clone(), steps(), steps(), steps(), steps()).prop_map(|(mut step, a, b, c, d)| {
            (step.is_true, step.is_false, step.on_success, step.on_error) = (a, b, c, d);
            step
        })
    })
}

fn gherkin() -> impl Strategy<Value = GherkinFeature> {
    let texts = vec![
        "call #restAPI:Login",
        "set #err to \"x\"",
        "navigate to Home",
        "if #a is valid",
        "the sun shines",
        "saved to \"#s\"",
        "show \"M\" message and navigate back",
        "#isLoading is set to true",
        "#onGoClicked occurs",
        "#a is empty",
        "call \"x\" action or set #error",
        "hide loading",
        "#restAPI:Login fails",
        "#switch(#a) case 1 then call #restAPI:One case 2 then navigate back",
        "#while(#a < 3) do #expr.set(#a, #a + 1)",
    ];
    let words = vec![
        GherkinWord::Given,
        GherkinWord::When,
        GherkinWord::Then,
        GherkinWord::And,
        GherkinWord::But,
        GherkinWord::Otherwise,
        GherkinWord::Unless,
        GherkinWord::Except,
    ];
    let step = (
        proptest::sample::select(words),
        proptest::sample::select(texts),
    )
        .prop_map(|(keyword, text)| GherkinStep::new(keyword, text));
    let names = proptest::sample::select(vec!["Good", "It fails", "With empty input"]);
    let scenario =
        (names, proptest::collection::vec(step, 1..7)).prop_map(|(name, steps)| GherkinScenario {
            name: name.to_owned(),
            steps,
        });
    proptest::collection::vec(scenario, 1..5).prop_map(|scenarios| GherkinFeature {
        name: "F".into(),
        story: vec![],
        scenarios,
    })
}

proptest! {
    #[test]
    fn a_flow_is_read_as_it_was_printed(steps in proptest::collection::vec(step(), 0..4), id in "\\PC{0,8}") {
        let flow = ActionFlow::new(id, steps);
        prop_assert_eq!(read(&print(&flow)).unwrap(), flow);
    }

    #[test]
    fn compiling_is_stable_and_its_flow_comes_back(feature in gherkin()) {
        let flows = compile(&feature, &[]);
        let again = compile(&parse(&print_gherkin(&feature)).unwrap(), &[]);
        prop_assert_eq!(&flows, &again);
        for mut flow in flows {
            let value: Value = serde_json::to_value(&flow).unwrap();
            prop_assert_eq!(&super::read::flow(&value).unwrap(), &flow);
            flow.label.clear();
            prop_assert_eq!(&read(&print(&flow)).unwrap(), &flow);
            lint(&flow);
        }
    }
}

#[test]
fn however_long_scenarios_are_their_flow_can_be_read_again() {
    let calls = "And call #restAPI:X\n".repeat(100);
    let nested = format!("And {}navigate back\n", "if #a is valid then ".repeat(500));
    let chained = format!("And {}\n", vec!["navigate back"; 500].join(" -> "));
    let wordy = format!("And {}\n", "ж".repeat(5_000));
    let missing = "Scenario: With empty input\nGiven #a is empty\nWhen #onXClicked occurs\nThen navigate back\n".repeat(60);
    let text = format!(
        "When #onXClicked occurs\n{calls}{nested}{chained}{wordy}Unless #b is true\n{missing}"
    );
    let feature = parse(&text).unwrap();
    let flow = compile(&feature, &[]).remove(0);
    let value = serde_json::to_value(&flow).unwrap();
    assert_eq!(super::read::flow(&value).unwrap(), flow);
    assert!(super::dry_run::dry_run(&flow.steps, &serde_json::Map::new(), false).len() < 600);
    let failing = format!(
        "Scenario: Good\nWhen #onXClicked occurs\n{calls}Scenario: It fails\nWhen #onXClicked occurs\n{calls}"
    );
    let flow = compile(&parse(&failing).unwrap(), &[]).remove(0);
    let value = serde_json::to_value(&flow).unwrap();
    assert_eq!(super::read::flow(&value).unwrap(), flow);
    let many = "Scenario: x\nWhen y\n".repeat(401);
    assert_eq!(parse(&many).unwrap_err().reason, "more than 400 scenarios");
}

#[test]
fn a_dry_run_tells_no_long_values() {
    let flow = read("flow \"f\"\n  basic showPopup {\"message\":\"#long\"}\n  basic showPopup {\"message\":\"#short\"}\n").unwrap();
    let values = json!({ "#long": "x".repeat(2_000), "#short": "y" });
    let told = super::dry_run::dry_run(&flow.steps, values.as_object().unwrap(), false);
    let with: Vec<&Value> = told.iter().map(|one| &one.with["message"]).collect();
    assert_eq!(with, ["#long", "y"]);
}
