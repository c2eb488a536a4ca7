//! What a person did themselves becomes steps that are found again, and tells no secret.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests"
)]

mod world;

use screen_agent_action::parse;
use screen_agent_page::{Observation, Screen};
use screen_agent_workflow::{
    Author, Grounded, LearnFault, Parameter, ParameterType, Recorded, Workflow, ground, pointed,
    recorded,
};
use world::World;

const LOGIN: &str = r#"
# Sign in
E-mail [1 inp "E-mail"]
Password [2 inp type=password "Password"]
[3 btn "Sign in"]
"#;

fn login() -> Observation {
    let mut seen = world::notation::read(LOGIN);
    seen.url = "https://page.example/login".to_owned();
    seen
}

fn did(action: &str, screen: &Observation, after: Option<&Observation>) -> Recorded {
    Recorded {
        action: parse(action).unwrap(),
        screen: screen.clone(),
        after: after.cloned(),
        secret: false,
        varies: false,
    }
}

fn learned(steps: &[Recorded]) -> Result<Workflow, LearnFault> {
    let author = Author {
        by: "ann".to_owned(),
        on: "2026-11-27".to_owned(),
        name: Some("Change a record".to_owned()),
    };
    recorded(steps, &author)
}

fn names(parameters: &[Parameter]) -> Vec<(&str, ParameterType)> {
    let each = parameters.iter();
    each.map(|one| (one.name.as_str(), one.kind)).collect()
}

#[test]
fn steps_are_named_described_and_expected_and_values_stay_or_vary_as_the_person_said() {
    let world = World::new();
    let (edit, saved) = (world.seen_at(1), world.seen_at(2));
    let city = Recorded {
        varies: true,
        ..did("setValue(11, \"Bern\")", edit, None)
    };
    let steps = [
        city,
        did("setValue(12, \"a {b} in Bern\")", edit, None),
        did("selectDropdown(13, \"\", \"Green\")", edit, None),
        did("check(14)", edit, None),
        did("click(15)", edit, Some(saved)),
    ];
    let workflow = learned(&steps).unwrap();
    assert_eq!(names(&workflow.parameters), [("city", ParameterType::Text)]);
    assert_eq!(workflow.parameters[0].example.as_deref(), Some("Bern"));
    let intents: Vec<&str> = workflow
        .steps
        .iter()
        .map(|step| step.intent.as_str())
        .collect();
    assert_eq!(
        intents,
        [
            "Enter {city} into \"City\"",
            "Enter \"a {{b}} in Bern\" into \"Note\"",
            "Choose \"Green\" in \"Colour\"",
            "Tick \"Member\"",
            "Press \"Save\"",
        ]
    );
    assert_eq!(workflow.steps[0].action, "setValue(\"it\", \"{city}\")");
    assert_eq!(workflow.start, "https://page.example/edit");
    assert_eq!(workflow.sites, ["https://page.example"]);
    let last = &workflow.steps[4].expect;
    assert_eq!(last.page, "/saved");
    assert!(last.says.contains(&"Saved".to_owned()), "{last:?}");
    // The file is read again as it was, and each control is found by it.
    assert_eq!(
        Workflow::read(&workflow.print().unwrap()).unwrap(),
        workflow
    );
    let screen = Screen::new(edit);
    for (step, id) in workflow.steps.iter().zip(["11", "12", "13", "14", "15"]) {
        let found = ground(step.control.as_ref().unwrap(), &screen);
        assert!(
            matches!(&found, Grounded::Found { id: found } if found.as_str() == id),
            "{found:?}"
        );
    }
}

#[test]
fn a_secret_is_a_parameter_by_name_and_its_value_is_refused() {
    let seen = login();
    let silent = |secret| Recorded {
        secret,
        ..did("setValue(2, \"\")", &seen, None)
    };
    for step in [silent(true), silent(false)] {
        let workflow = learned(&[step]).unwrap();
        assert_eq!(
            names(&workflow.parameters),
            [("password", ParameterType::Secret)]
        );
        assert_eq!(
            workflow.steps[0].intent,
            "Enter {password} into \"Password\""
        );
        assert_eq!(workflow.parameters[0].example, None);
    }
    let elsewhere = Recorded {
        secret: true,
        ..did("setValue(1, \"hunter2\")", &seen, None)
    };
    for told in [did("setValue(2, \"hunter2\")", &seen, None), elsewhere] {
        let fault = learned(&[did("click(3)", &seen, None), told]).unwrap_err();
        assert!(
            matches!(fault, LearnFault::TellsSecret { step: 2 }),
            "{fault}"
        );
        assert!(!fault.to_string().contains("hunter2"));
    }
}

#[test]
fn what_nobody_records_and_what_is_not_there_are_refused() {
    let seen = login();
    for action in [
        "evaluate(\"1\")",
        "uploadFile(1, \"x\")",
        "press(\"Enter\", \"ctrl\")",
        "press(\"a\")",
        "navigate(\"https://page.example/\", true)",
        "finish(\"Done.\")",
        "type(\"hunter2\")",
    ] {
        let fault = learned(&[did(action, &seen, None)]).unwrap_err();
        assert!(
            matches!(fault, LearnFault::NotRecorded { step: 1 }),
            "{action}: {fault}"
        );
    }
    let gone = learned(&[did("click(99)", &seen, None)]).unwrap_err();
    assert!(matches!(gone, LearnFault::Untold { step: 1 }), "{gone}");
    assert!(matches!(learned(&[]).unwrap_err(), LearnFault::NoSteps));
    let mut nowhere = login();
    nowhere.url = "about:blank".to_owned();
    let fault = learned(&[did("click(3)", &nowhere, None)]).unwrap_err();
    assert!(matches!(fault, LearnFault::File(_)), "{fault}");
}

#[test]
fn a_control_that_is_pointed_at_takes_the_place_of_another_of_its_kind_alone() {
    let world = World::new();
    let edit = world.seen_at(1);
    let workflow = learned(&[
        did("setValue(11, \"Bern\")", edit, None),
        did("click(15)", edit, None),
        did("press(\"Enter\")", edit, None),
    ])
    .unwrap();
    let next = pointed(&workflow, 1, "12", edit).unwrap();
    assert_eq!(next.version, 2);
    assert_eq!(next.steps[0].control.as_ref().unwrap().name, "Note");
    assert_eq!(next.steps[0].action, workflow.steps[0].action);
    assert_eq!(next.steps[1], workflow.steps[1]);
    for (step, control) in [
        (0, "12"),
        (3, "12"),
        (4, "12"),
        (1, "15"),
        (1, "99"),
        (2, "11"),
    ] {
        assert!(
            pointed(&workflow, step, control, edit).is_err(),
            "{step} {control}"
        );
    }
    let mut elsewhere = edit.clone();
    elsewhere.url = "https://other.example/edit".to_owned();
    assert!(pointed(&workflow, 1, "12", &elsewhere).is_err());
    // What is told everywhere is not entered where secrets are, nor the reverse.
    let seen = login();
    let plain = learned(&[did("setValue(1, \"ann\")", &seen, None)]).unwrap();
    assert!(pointed(&plain, 1, "2", &seen).is_err());
    let secret = learned(&[did("setValue(2, \"\")", &seen, None)]).unwrap();
    assert!(pointed(&secret, 1, "1", &seen).is_err());
    assert!(pointed(&secret, 1, "2", &seen).is_ok());
}
