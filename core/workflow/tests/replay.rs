//! A verified task, learned and done again through the whole turn.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod world;

use screen_agent_action::ask::Ask;
use screen_agent_action::ledger::{Clause, SAYS_SO, Standing};
use screen_agent_action::status::TaskStatus;
use screen_agent_workflow::{
    Author, LearnFault, Running, Values, Workflow, healed, learn, propose, values,
};
use world::{Ended, ORDER, World};

const QUIET: &str = "Go through the kept steps.";

fn learned() -> Workflow {
    let ended = World::new().carry_out(ORDER, &screen_agent_command::propose);
    assert_eq!(ended.task.verified(), Some(true), "{}", ended.result());
    learn(&ended.record(), &Author::default()).unwrap()
}

fn given(workflow: &Workflow, pairs: &[(&str, &str)]) -> Values {
    let pairs = pairs
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    values(workflow, &pairs.collect()).unwrap()
}

fn run(world: &mut World, workflow: &Workflow, values: &Values, words: &str) -> Ended {
    let running = Running {
        workflow,
        values,
        engine: &screen_agent_command::propose,
    };
    world.carry_out(words, &|ask: &Ask| propose(&running, ask))
}

fn bo(workflow: &Workflow) -> Values {
    given(
        workflow,
        &[("row", "Bo Clay"), ("city", "Bern"), ("colour", "Green")],
    )
}

#[test]
fn what_the_person_said_becomes_parameters_and_the_rest_stays() {
    let workflow = learned();
    let names: Vec<&str> = workflow
        .parameters
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(names, ["row", "city", "colour"]);
    let actions: Vec<&str> = workflow
        .steps
        .iter()
        .map(|step| step.action.as_str())
        .collect();
    assert_eq!(
        actions,
        [
            "click(\"it\")",
            "setValue(\"it\", \"{city}\")",
            "selectDropdown(\"it\", \"\", \"{colour}\")",
            "click(\"it\")"
        ]
    );
    assert_eq!(workflow.steps[0].control.as_ref().unwrap().row, "{row}");
    // Figures are others next time.
    assert_eq!(workflow.steps[3].expect.says, ["Saved", "is kept now"]);
    assert_eq!(workflow.sites, ["https://page.example"]);
    let text = workflow.print().unwrap();
    assert_eq!(Workflow::read(&text).unwrap(), workflow);
}

#[test]
fn it_is_done_again_with_other_values_and_verified() {
    let workflow = learned();
    let mut world = World::new();
    let values = given(
        &workflow,
        &[("row", "Cid Moss"), ("city", "Oslo"), ("colour", "Red")],
    );
    let ended = run(&mut world, &workflow, &values, QUIET);
    assert_eq!(
        ended.task.status,
        TaskStatus::Completed,
        "{}",
        ended.result()
    );
    assert_eq!(ended.task.verified(), Some(true), "{:?}", ended.task.ledger);
    assert_eq!(
        world.done,
        ["click 3", "setValue 11", "selectDropdown 13", "click 15"]
    );
    let city = world.pages[1].1.nodes[0].value.as_deref();
    assert_eq!(city, Some("Oslo"));
}

#[test]
fn a_kept_workflow_is_nobodys_consent() {
    let workflow = learned();
    let mut world = World::new();
    world.consents = false;
    let ended = run(&mut world, &workflow, &bo(&workflow), QUIET);
    assert_eq!(ended.task.status, TaskStatus::Failed);
    assert!(ended.result().contains("you said no"), "{}", ended.result());
    assert!(world.asked > 0 && !world.done.contains(&"click 15".to_owned()));
    // What the person orders themselves is done unasked.
    let mut world = World::new();
    world.consents = false;
    let ended = run(
        &mut world,
        &workflow,
        &bo(&workflow),
        "Press Open, choose Green in Colour and press Save.",
    );
    assert_eq!(
        (ended.task.status, world.asked),
        (TaskStatus::Completed, 0),
        "{}",
        ended.result()
    );
}

#[test]
fn a_field_that_was_renamed_is_healed_and_told() {
    let workflow = learned();
    let mut world = World::new();
    "Town".clone_into(&mut world.page(1).nodes[0].name);
    let ended = run(&mut world, &workflow, &bo(&workflow), QUIET);
    assert_eq!(
        ended.task.status,
        TaskStatus::Completed,
        "{}",
        ended.result()
    );
    let healed = healed(&ended.task.notes);
    assert_eq!(healed.len(), 1);
    assert_eq!(
        (healed[0].step, healed[0].what.as_str()),
        (1, "\"City\" is \"Town\" now.")
    );
    assert_eq!(healed[0].control.name, "Town");
}

#[test]
fn a_neighbour_of_a_like_name_does_not_keep_it_from_being_healed() {
    let named = |world: &mut World, field: &str| {
        field.clone_into(&mut world.page(1).nodes[0].name);
        "City code".clone_into(&mut world.page(1).nodes[1].name);
    };
    let mut world = World::new();
    named(&mut world, "City");
    let ended = world.carry_out(ORDER, &screen_agent_command::propose);
    let workflow = learn(&ended.record(), &Author::default()).unwrap();
    let mut world = World::new();
    named(&mut world, "Town");
    let ended = run(&mut world, &workflow, &bo(&workflow), QUIET);
    let healed = healed(&ended.task.notes);
    assert_eq!(healed.len(), 1, "{}", ended.result());
    assert_eq!(healed[0].what, "\"City\" is \"Town\" now.");
}

#[test]
fn what_acts_is_never_healed_silently() {
    let workflow = learned();
    let mut world = World::new();
    "Erase all".clone_into(&mut world.page(1).nodes[4].name);
    let ended = run(&mut world, &workflow, &bo(&workflow), QUIET);
    let question = ended.question.unwrap();
    assert!(question.contains("Is \"Erase all\" meant?"), "{question}");
    assert!(!world.done.contains(&"click 15".to_owned()));
}

#[test]
fn what_is_gone_or_stands_there_twice_stops_it_at_its_step() {
    let workflow = learned();
    let mut world = World::new();
    world.page(0).nodes.retain(|node| node.id.as_str() != "2");
    let ended = run(&mut world, &workflow, &bo(&workflow), QUIET);
    assert_eq!(
        (ended.task.status, world.done.len()),
        (TaskStatus::Failed, 0)
    );
    assert!(
        ended.result().starts_with("Stopped at step 1 of 4"),
        "{}",
        ended.result()
    );

    let mut world = World::new();
    let twin = world::notation::read("# Record\nCity [91 inp \"City\"]");
    let (mut nodes, lines) = (twin.nodes, twin.lines);
    nodes[0].facts = world.page(1).nodes[0].facts.clone();
    world.page(1).nodes.extend(nodes);
    world.page(1).lines.extend(lines);
    let ended = run(&mut world, &workflow, &bo(&workflow), QUIET);
    assert_eq!(world.done, ["click 2"]);
    assert!(ended.result().contains("step 2 of 4"), "{}", ended.result());
}

#[test]
fn a_twin_in_view_is_not_taken_for_what_stands_farther_down() {
    let workflow = learned();
    let mut world = World::new();
    let view = |text: &str, at: &str| {
        let mut seen = world::notation::read(text);
        seen.url = "https://page.example/edit".to_owned();
        seen.scroll_position = Some(at.to_owned());
        seen
    };
    let upper = "# Record\nCity [11 inp \"City\"]\nNote [12 inp \"Note\"]\nColour [13 sel \"Colour\" opts=Red;Green]\n[95 btn \"Save\"]";
    let lower = "[14 chk \"Member\"]\n[15 btn \"Save\"]\n[16 btn \"Cancel\"]";
    *world.page(1) = view(upper, "0%");
    world.pages.insert(2, ("/edit", view(lower, "100%")));
    run(&mut world, &workflow, &bo(&workflow), QUIET);
    let expected = ["click 2", "setValue 11", "selectDropdown 13", "click 15"];
    assert_eq!(world.done, expected);

    // The only one there is, is taken where it stands now.
    let mut world = World::new();
    *world.page(1) = view(upper, "0%");
    world
        .pages
        .insert(2, ("/edit", view("[14 chk \"Member\"]", "100%")));
    run(&mut world, &workflow, &bo(&workflow), QUIET);
    assert_eq!(world.done.last().unwrap(), "click 95");
}

#[test]
fn a_page_of_another_site_stops_it() {
    let workflow = learned();
    let mut world = World::new();
    world.page(1).url = "https://elsewhere.example/edit".to_owned();
    let ended = run(&mut world, &workflow, &bo(&workflow), QUIET);
    assert_eq!(world.done, ["click 2"]);
    assert_eq!(ended.task.status, TaskStatus::Failed);
    assert!(
        ended.result().contains("OTHER_SITE") || ended.question.is_some(),
        "{}",
        ended.result()
    );
}

#[test]
fn what_was_so_already_has_no_step_and_is_not_left_out() {
    let mut world = World::new();
    for node in &mut world.page(1).nodes {
        if node.name == "Colour" {
            node.value = Some("Green".to_owned());
        }
    }
    let ended = world.carry_out(ORDER, &screen_agent_command::propose);
    assert_eq!(world.done, ["click 2", "setValue 11", "click 15"]);
    assert_eq!(ended.task.verified(), Some(true), "{}", ended.result());
    let fault = learn(&ended.record(), &Author::default()).unwrap_err();
    assert!(
        matches!(&fault, LearnFault::SoAlready { clause } if clause.contains("Colour")),
        "{fault}"
    );
}

/// A workflow has steps, and none of them answers: done again it would be called done without its answer.
#[test]
fn what_also_tells_something_is_not_learned() {
    let mut ended = World::new().carry_out(ORDER, &screen_agent_command::propose);
    ended
        .turns
        .last_mut()
        .unwrap()
        .task_after
        .ledger
        .push(Clause {
            words: "tell me the heading".to_owned(),
            standing: Standing::Verified,
            evidence: SAYS_SO.to_owned(),
        });
    let fault = learn(&ended.record(), &Author::default()).unwrap_err();
    assert!(
        matches!(&fault, LearnFault::Tells { clause } if clause.contains("heading")),
        "{fault}"
    );
}

/// What opens a list is seen to have worked by what the next step is done to, and what chooses in it by what a field shows
/// then, or by what is gone.
#[test]
fn steps_are_shown_by_what_they_bring_into_view_and_take_out_of_it() {
    let workflow = learned();
    assert_eq!(workflow.steps[0].expect.page, "/edit");
    let mut taken = workflow.clone();
    let open = taken.steps.first_mut().unwrap();
    open.expect.page = String::new();
    open.expect.says = Vec::new();
    let values = bo(&workflow);
    let ended = run(&mut World::new(), &taken, &values, QUIET);
    let first = &ended.task.ledger[0];
    assert_eq!(first.evidence, "what the next step is done to is there now");

    // What was there before shows nothing.
    let mut there = workflow.clone();
    let press = there.steps.last().unwrap().clone();
    let name = there.steps[1].clone();
    there.steps = vec![there.steps[0].clone(), press, name];
    let press = &mut there.steps[1];
    press.expect = Default::default();
    let ended = run(&mut World::new(), &there, &values, QUIET);
    assert_ne!(
        ended.task.ledger[1].evidence,
        "what the next step is done to is there now"
    );

    let mut taken = workflow;
    let save = taken.steps.last_mut().unwrap();
    save.expect.page = String::new();
    save.expect.says = Vec::new();
    save.expect.gone = vec!["Member".to_owned()];
    let ended = run(&mut World::new(), &taken, &values, QUIET);
    let last = ended.task.ledger.last().unwrap();
    assert_eq!(last.evidence, "\"Member\" is gone");
    // What was not there cannot go.
    taken.steps.last_mut().unwrap().expect.gone = vec!["Guest".to_owned()];
    let ended = run(&mut World::new(), &taken, &values, QUIET);
    assert_eq!(ended.task.verified(), Some(false), "{}", ended.result());
}

#[test]
fn only_what_was_verified_is_learned() {
    let mut ended = World::new().carry_out(ORDER, &screen_agent_command::propose);
    let last = ended.turns.last_mut().unwrap();
    last.task_after.ledger[0].standing = Standing::Unverified;
    let fault = learn(&ended.record(), &Author::default()).unwrap_err();
    assert!(matches!(fault, LearnFault::NotVerified { .. }), "{fault}");
    assert!(matches!(
        learn("", &Author::default()),
        Err(LearnFault::Empty)
    ));
    assert!(
        learn("{}\n", &Author::default())
            .unwrap_err()
            .to_string()
            .starts_with("line 1")
    );
}
