//! Recordings of other programs, both ways.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod world;

use screen_agent_page::{NodeId, Screen};
use screen_agent_workflow::exchange::{playwright, recorder};
use screen_agent_workflow::{Author, Grounded, ParameterType, Values, Workflow, ground};

const RECORDING: &str = r##"{ "title": "Book it", "steps": [
  { "type": "setViewport", "width": 1280, "height": 800 },
  { "type": "navigate", "url": "https://page.example/start" },
  { "type": "click", "target": "main", "selectors": [["aria/City"], ["#city"]], "offsetX": 1, "offsetY": 2 },
  { "type": "change", "value": "Oslo", "selectors": [["aria/City"], ["#city"]], "target": "main" },
  { "type": "change", "value": "hunter2", "selectors": [["aria/Password"]], "target": "main" },
  { "type": "keyDown", "key": "Tab", "target": "main" },
  { "type": "keyUp", "key": "Tab", "target": "main" },
  { "type": "click", "selectors": ["aria/Save[role=\"button\"]"],
    "assertedEvents": [{ "type": "navigation", "url": "https://page.example/kept" }] },
  { "type": "customStep", "name": "x" }
] }"##;

const SCRIPT: &str = r#"import { test, expect } from '@playwright/test';

test('Book it', async ({ page }) => {
  await page.goto('https://page.example/start');
  await page.getByLabel('City').fill('Oslo');
  await page.getByRole('combobox', { name: 'Class' }).selectOption('First');
  await page.getByRole('checkbox', { name: 'It\'s a gift' }).check();
  await page.getByRole('row', { name: 'Bo Clay' }).getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('Kept')).toBeVisible();
  await page.screenshot();
});
"#;

fn actions(workflow: &Workflow) -> Vec<&str> {
    workflow
        .steps
        .iter()
        .map(|step| step.action.as_str())
        .collect()
}

#[test]
fn a_recording_of_the_developer_tools_is_taken_over() {
    let (workflow, left) = recorder::import(RECORDING, &Author::default()).unwrap();
    assert_eq!(workflow.name, "Book it");
    assert_eq!(workflow.start, "https://page.example/start");
    assert_eq!(left, ["step 9 (customStep) is left out"]);
    let expected = [
        "click(\"it\")",
        "setValue(\"it\", \"{city}\")",
        "setValue(\"it\", \"{password}\")",
        "press(\"Tab\")",
        "click(\"it\")",
    ];
    assert_eq!(actions(&workflow), expected);
    assert_eq!(workflow.parameters[0].example.as_deref(), Some("Oslo"));
    assert_eq!(
        (
            workflow.parameters[1].kind,
            workflow.parameters[1].example.as_deref()
        ),
        (ParameterType::Secret, None)
    );
    assert!(!workflow.print().unwrap().contains("hunter2"));
    assert_eq!(workflow.steps[4].expect.page, "/kept");
}

#[test]
fn what_is_taken_over_is_found_on_the_page() {
    let page = "[1 inp \"City\"]\n[2 inp \"Password\" type=password]\n[3 btn \"Save\"]";
    let seen = world::notation::read(page);
    let screen = Screen::new(&seen);
    let (workflow, _) = recorder::import(RECORDING, &Author::default()).unwrap();
    let controls = workflow.steps.iter().filter_map(|one| one.control.as_ref());
    let found: Vec<Grounded> = controls.map(|one| ground(one, &screen)).collect();
    let expected = ["1", "1", "2", "3"].map(|id| Grounded::Found {
        id: NodeId::new(id),
    });
    assert_eq!(found, expected);
}

#[test]
fn a_script_of_codegen_is_taken_over() {
    let (workflow, left) = playwright::import(SCRIPT, &Author::default()).unwrap();
    assert_eq!(workflow.name, "Book it");
    assert_eq!(left, ["line 10 (screenshot) is left out"]);
    let expected = [
        "setValue(\"it\", \"{city}\")",
        "selectDropdown(\"it\", \"\", \"{class}\")",
        "check(\"it\")",
        "click(\"it\")",
    ];
    assert_eq!(actions(&workflow), expected);
    let last = workflow.steps.last().unwrap();
    let control = last.control.as_ref().unwrap();
    assert_eq!(
        (control.name.as_str(), control.row.as_str()),
        ("Open", "Bo Clay")
    );
    assert_eq!(
        workflow.steps[2].control.as_ref().unwrap().name,
        "It's a gift"
    );
    assert_eq!(last.expect.says, ["Kept"]);
}

#[test]
fn what_cannot_be_read_is_told_with_its_line() {
    let broken = RECORDING.replacen("\"steps\"", "\"step\"", 1);
    let fault = recorder::import(&broken, &Author::default()).unwrap_err();
    assert_eq!(fault.line, Some(12), "{fault}");
    let nowhere = SCRIPT.replace("https://page.example/start", "file:///etc/passwd");
    let fault = playwright::import(&nowhere, &Author::default()).unwrap_err();
    assert_eq!(fault.line, Some(4), "{fault}");
    let untold = SCRIPT.replace("getByLabel('City')", "locator('#city')");
    let fault = playwright::import(&untold, &Author::default()).unwrap_err();
    assert_eq!(fault.line, Some(5), "{fault}");
    assert!(playwright::import("", &Author::default()).is_err());
    let deep = format!("await page.goto({}", "[".repeat(1_000_000));
    assert!(playwright::import(&deep, &Author::default()).is_err());
}

#[test]
fn both_forms_come_back_as_they_went() {
    let (workflow, _) = playwright::import(SCRIPT, &Author::default()).unwrap();
    let values: Values = workflow
        .parameters
        .iter()
        .map(|one| (one.name.clone(), one.example.clone().unwrap()))
        .collect();
    let script = playwright::export(&workflow, &values).unwrap();
    let (again, left) = playwright::import(&script, &Author::default()).unwrap();
    assert_eq!(
        (actions(&again), left),
        (actions(&workflow), vec![]),
        "{script}"
    );
    assert_eq!(again.parameters[0].example.as_deref(), Some("Oslo"));
    let recording = recorder::export(&workflow, &values).unwrap();
    let (again, _) = recorder::import(&recording, &Author::default()).unwrap();
    let names = |workflow: &Workflow| -> Vec<String> {
        let controls = workflow
            .steps
            .iter()
            .filter_map(|step| step.control.clone());
        controls.map(|control| control.name).collect()
    };
    assert_eq!(names(&again), names(&workflow));
}

/// Nothing but the words beside them tells these.
const BESIDE: &str = r#"name = "Beside"
start = "https://page.example/"
sites = ["https://page.example"]

[[steps]]
intent = "Enter Oslo into the town"
action = 'setValue("it", "Oslo")'
control = { role = "inp", before = "The \"old\" town's name", tag = "input" }

[[steps]]
intent = "Choose Red"
action = 'selectDropdown("it", "", "Red")'
control = { role = "sel", before = "Colour {{x}}" }

[[steps]]
intent = "Enter 3 in the row"
action = 'setValue("it", "3")'
control = { role = "inp", row = "Sea Glass", tag = "input" }

[[steps]]
intent = "Press Add in the entry"
action = 'click("it")'
control = { role = "btn", name = "Add", row = "Sea Glass" }
"#;

#[test]
fn a_field_that_only_the_text_beside_it_tells_goes_out_and_comes_back() {
    let workflow = Workflow::read(BESIDE).unwrap();
    let script = playwright::export(&workflow, &Values::new()).unwrap();
    for part in [
        "concat(\\\"The \\\", '\\\"', \\\"old\\\", '\\\"', \\\" town's name\\\")]/following::input[not(@type='hidden')][1]",
        "=\\\"Colour {x}\\\"]/following::select[",
        ".filter({ hasText: \"Sea Glass\" }).locator(\"input\").fill(\"3\")",
    ] {
        assert!(script.contains(part), "{part}: {script}");
    }
    let (again, left) = playwright::import(&script, &Author::default()).unwrap();
    assert_eq!(left, [] as [&str; 0]);
    let told = |workflow: &Workflow| -> Vec<(String, String, String)> {
        let controls = workflow.steps.iter().filter_map(|one| one.control.clone());
        controls
            .map(|one| (one.name, one.before, one.row))
            .collect()
    };
    assert_eq!(told(&again), told(&workflow));
}
