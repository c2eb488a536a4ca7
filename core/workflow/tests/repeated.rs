//! Steps that are done where something is so, and once for each row.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod world;

use screen_agent_action::status::TaskStatus;
use screen_agent_workflow::exchange::{playwright, recorder};
use screen_agent_workflow::{Running, Values, Workflow, propose};
use world::{Ended, World};

const QUIET: &str = "Go through the kept steps.";

/// For each person: open, press Save, go back to the list.
const EACH: &str = r##"name = "Save all"
start = "https://page.example/people"
sites = ["https://page.example"]

[[steps]]
intent = "Open {person}"
action = 'click("it")'
page = "/people"
control = { role = "btn", name = "Open", heading = "People", row = "{person}" }
expect = { page = "/edit" }

[[steps]]
intent = "Press Save"
action = 'click("it")'
control = { role = "btn", name = "Save" }
expect = { says = ["Saved"] }

[[steps]]
intent = "Go back to the list"
action = 'click("it")'
control = { role = "btn", name = "Back to the list" }
expect = { page = "/people" }

[[loops]]
name = "person"
first = 1
last = 3
"##;

const WHEN: &str = r##"name = "Save"
start = "https://page.example/edit"
sites = ["https://page.example"]

[[steps]]
intent = "Press Accept"
action = 'click("it")'
when = { there = true }
control = { role = "btn", name = "Accept" }

[[steps]]
intent = "Enter sea into Note"
action = 'setValue("it", "sea")'
when = { as_before = true }
control = { role = "inp", name = "Note" }

[[steps]]
intent = "Tick Member"
action = 'check("it")'
when = { says = ["Where members are", "Record"] }
control = { role = "chk", name = "Member" }
"##;

fn read(text: &str) -> Workflow {
    Workflow::read(text).unwrap()
}

fn run(world: &mut World, workflow: &Workflow) -> Ended {
    let running = Running {
        workflow,
        values: &Values::new(),
        engine: &screen_agent_command::propose,
    };
    world.carry_out(QUIET, &|ask| propose(&running, ask))
}

/// What was done, without what the world counts besides.
fn done(world: &World) -> Vec<&str> {
    world.done.iter().map(String::as_str).collect()
}

#[test]
fn each_row_is_done_once_and_then_it_goes_on() {
    let mut world = World::new();
    let ended = run(&mut world, &read(EACH));
    assert_eq!(
        ended.task.status,
        TaskStatus::Completed,
        "{}",
        ended.result()
    );
    let each = |open| [open, "click 15", "click 21"];
    let all = ["click 1", "click 2", "click 3"].map(each).concat();
    assert_eq!(done(&world), all);
    assert_eq!(ended.task.verified(), Some(true), "{:?}", ended.task.ledger);
    let told = "Steps 1 to 3 were done for 3 rows: \"Ann Lee\", \"Bo Clay\", \"Cid Moss\".";
    assert!(ended.result().contains(told), "{}", ended.result());
}

#[test]
fn a_row_that_was_done_is_not_done_again_where_it_was_held_up() {
    // Save is called otherwise in each row: the person is asked, and the task goes on with what it has kept.
    let mut world = World::new();
    "Save it".clone_into(&mut world.page(1).nodes[4].name);
    world.says = Some("yes");
    let ended = run(&mut world, &read(EACH));
    assert_eq!(
        ended.task.status,
        TaskStatus::Completed,
        "{}",
        ended.result()
    );
    assert_eq!(world.done.len(), 9, "{:?}", world.done);
    for open in ["click 1", "click 2", "click 3"] {
        assert_eq!(world.done.iter().filter(|done| *done == open).count(), 1);
    }
}

#[test]
fn there_is_an_end_to_the_rows_and_what_is_left_is_told() {
    let mut workflow = read(EACH);
    workflow.loops[0].most = 2;
    let mut world = World::new();
    let ended = run(&mut world, &workflow);
    assert_eq!(world.done.len(), 6, "{}", ended.result());
    assert!(ended.result().contains("2 rows") && ended.result().contains("there are more"));
    assert_eq!(
        ended.task.verified(),
        Some(false),
        "{:?}",
        ended.task.ledger
    );
    // A list without rows may be another list.
    let mut world = World::new();
    for node in &mut world.page(0).nodes {
        "Look".clone_into(&mut node.name);
    }
    let ended = run(&mut world, &read(EACH));
    assert_eq!((world.done.len(), ended.task.verified()), (0, Some(false)));
    assert!(
        ended.result().contains("no row was found"),
        "{}",
        ended.result()
    );
}

#[test]
fn rows_that_are_told_alike_stop_it() {
    let mut world = World::new();
    for line in &mut world.page(0).lines {
        for run in &mut line.runs {
            if let screen_agent_page::Run::Text(text) = run {
                *text = text.replace("Bo Clay", "Ann Lee");
            }
        }
    }
    let ended = run(&mut world, &read(EACH));
    assert_eq!(world.done.len(), 0);
    let told = ended.result();
    assert!(
        told.contains("at the row \"Ann Lee\"") && told.contains("alike"),
        "{told}"
    );
}

#[test]
fn what_is_not_there_is_passed_over_with_what_hangs_on_it_and_said() {
    let mut world = World::new();
    world.at = 1;
    let ended = run(&mut world, &read(WHEN));
    assert_eq!(
        ended.task.status,
        TaskStatus::Completed,
        "{}",
        ended.result()
    );
    assert_eq!(done(&world), ["check 14"]);
    let told = ended.result();
    assert!(
        told.contains("Step 1, \"Press Accept\", was passed over: \"Accept\" is not there."),
        "{told}"
    );
    assert!(
        told.contains("Step 2") && told.contains("so was the step before"),
        "{told}"
    );
    assert_eq!(ended.task.verified(), Some(true), "{:?}", ended.task.ledger);
    let mut world = World::new();
    world.at = 1;
    let mut workflow = read(WHEN);
    workflow.steps[2].when.says = vec!["Where members are".to_owned()];
    run(&mut world, &workflow);
    assert_eq!(done(&world), [] as [&str; 0]);
}

#[test]
fn what_is_there_is_done_and_so_is_what_hangs_on_it() {
    let mut world = World::new();
    world.at = 1;
    "Accept".clone_into(&mut world.page(1).nodes[5].name);
    let mut workflow = read(WHEN);
    // A press leads on, in this world: what hangs on it is on the next page.
    workflow.steps[1].action = "click(\"it\")".to_owned();
    let control = workflow.steps[1].control.as_mut().unwrap();
    "btn".clone_into(&mut control.role);
    "Back to the list".clone_into(&mut control.name);
    workflow.steps.truncate(2);
    let ended = run(&mut world, &workflow);
    assert_eq!(
        ended.task.status,
        TaskStatus::Completed,
        "{}",
        ended.result()
    );
    assert_eq!(done(&world), ["click 16", "click 21"]);
}

#[test]
fn what_contradicts_itself_is_refused_with_its_line() {
    let fault = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let fault = Workflow::read(&text.replacen(from, to, 1)).unwrap_err();
        assert!(fault.line.is_some(), "{fault}");
        fault.to_string()
    };
    for (text, from, to, told) in [
        (EACH, "last = 3", "last = 4", "none of its own"),
        (EACH, "first = 1", "first = 0", "none of its own"),
        (EACH, "last = 3", "last = 3\nmost = 51", "never done"),
        (EACH, "name = \"person\"", "name = \"Person\"", "is no name"),
        (
            EACH,
            "row = \"{person}\"",
            "row = \"Ann Lee\"",
            "no row is told by it",
        ),
        (EACH, "Press Save", "Press {who}", "is no parameter"),
        (
            EACH,
            "last = 3",
            "last = 2\n\n[[loops]]\nname = \"other\"\nfirst = 2\nlast = 3",
            "none of its own",
        ),
        (WHEN, "there = true", "as_before = true", "no step before"),
        (
            WHEN,
            "\"Where members are\", \"Record\"",
            "\" \"",
            "no words",
        ),
        (WHEN, "there = true", "here = true", "unknown field"),
    ] {
        let said = fault(text, from, to);
        assert!(said.contains(told), "{told}: {said}");
    }
}

#[test]
fn other_programs_are_told_what_they_can_say() {
    let (when, each) = (read(WHEN), read(EACH));
    let script = playwright::export(&when, &Values::new()).unwrap();
    for line in [
        "is = await page.getByRole('button', { name: \"Accept\", exact: true }).isVisible();",
        "is = is;",
        "if (is) {",
    ] {
        assert!(script.contains(line), "{script}");
    }
    let refused = recorder::export(&when, &Values::new()).unwrap_err();
    assert!(refused.to_string().contains("no conditions"), "{refused}");
    for refused in [
        playwright::export(&each, &Values::new()),
        recorder::export(&each, &Values::new()),
    ] {
        assert!(refused.unwrap_err().to_string().contains("loop"));
    }
    assert_eq!(each.in_words()[0], "For each {person}: Open {person}");
    assert_eq!(
        when.in_words()[2],
        "Tick Member (only if the page says \"Where members are\" or \"Record\")"
    );
    assert_eq!(Workflow::read(&each.print().unwrap()).unwrap(), each);
    assert_eq!(Workflow::read(&when.print().unwrap()).unwrap(), when);
}
