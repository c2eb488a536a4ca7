//! What was done for each row is learned as a loop; what only looks like it stays as it was done.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod world;

use screen_agent_action::status::TaskStatus;
use screen_agent_workflow::testing::Seeded;
use screen_agent_workflow::{Author, LearnFault, Running, Values, Workflow, learn, propose};
use world::{Ended, World, notation};

const EACH: &str = "For each person press Open, then press Save and press Back to the list.";
const NAMES: [&str; 7] = [
    "Ann Lee",
    "Bo Clay",
    "Cid Moss",
    "Dee Hart",
    "Eve Stone",
    "Fay Brook",
    "Gil Marsh",
];

/// A site with these people, each with the words of their row behind the name.
fn world(people: &[&str], more: &str) -> World {
    let mut world = World::new();
    let rows = people.iter().enumerate().map(|(at, name)| {
        let id = at + 31;
        format!("| {name} | {more} | [{id} btn \"Open\"]\n")
    });
    let text = format!("# People\n|| Name | City | |\n{}", rows.collect::<String>());
    let mut seen = notation::read(&text);
    seen.url = world.page(0).url.clone();
    for node in &mut seen.nodes {
        node.facts.selector = Some(format!("#c{}", node.id));
        node.facts.tag = Some("button".to_owned());
    }
    *world.page(0) = seen;
    world
}

/// The steps for these people, one after the other, as a model may have taken them.
fn unrolled(people: &[&str]) -> Workflow {
    let mut text = "name = \"x\"\nstart = \"https://page.example/people\"\nsites = [\"https://page.example\"]\n".to_owned();
    for name in people {
        for (button, more, page) in [
            ("Open", format!("row = \"{name}\""), "/edit"),
            ("Save", "heading = \"Record\"".to_owned(), "/saved"),
            (
                "Back to the list",
                "heading = \"Saved\"".to_owned(),
                "/people",
            ),
        ] {
            text.push_str(&format!(
                "[[steps]]\nintent = \"Press {button}\"\naction = 'click(\"it\")'\n\
                 control = {{ role = \"btn\", name = \"{button}\", {more} }}\nexpect = {{ page = \"{page}\" }}\n"
            ));
        }
    }
    Workflow::read(&text).unwrap()
}

fn run(world: &mut World, workflow: &Workflow, words: &str) -> Ended {
    let running = Running {
        workflow,
        values: &Values::new(),
        engine: &screen_agent_command::propose,
    };
    let ended = world.carry_out(words, &|ask| propose(&running, ask));
    assert_eq!(
        ended.task.status,
        TaskStatus::Completed,
        "{}",
        ended.result()
    );
    ended
}

/// What is learned of it when these people were done, in this order.
fn learned(mut world: World, done: &[&str], words: &str) -> (Workflow, Vec<String>) {
    let ended = run(&mut world, &unrolled(done), words);
    assert_eq!(ended.task.verified(), Some(true), "{:?}", ended.task.ledger);
    (
        learn(&ended.record(), &Author::default()).unwrap(),
        world.done,
    )
}

#[test]
fn what_was_done_for_each_row_becomes_one_loop() {
    let people = &NAMES[..3];
    let (workflow, _) = learned(world(people, "Rome"), people, EACH);
    let shape: Vec<(usize, usize)> = workflow
        .loops
        .iter()
        .map(|one| (one.first, one.last))
        .collect();
    assert_eq!((shape, workflow.steps.len()), (vec![(1, 3)], 3));
    assert_eq!(workflow.parameters, []);
    let control = workflow.steps[0].control.as_ref().unwrap();
    assert_eq!(
        (control.name.as_str(), control.row.as_str()),
        ("Open", "{row}")
    );
    // What is so of one row alone is not said of all.
    assert_eq!((control.selector.as_str(), control.alike), ("", 3));
    assert_eq!(
        workflow.in_words(),
        [
            "For each {row}: Press \"Open\" in the row of \"{row}\"",
            "For each {row}: Press Save",
            "For each {row}: Press Back to the list"
        ]
    );
    let text = workflow.print().unwrap();
    assert_eq!(Workflow::read(&text).unwrap(), workflow);
    // On a page with more of them, and with others.
    let mut more = world(&NAMES[2..], "Oslo");
    let ended = run(&mut more, &workflow, "Go through the kept steps.");
    assert_eq!(more.done.len(), 15, "{:?}", more.done);
    assert!(ended.result().contains("5 rows"), "{}", ended.result());
}

#[test]
fn a_learned_loop_does_what_was_done_whatever_the_rows() {
    for seed in 0..5 {
        let mut seeded = Seeded::new(seed);
        let first = seeded.below(3);
        let count = 2 + seeded.below(4);
        let people = &NAMES[first..first + count];
        let (workflow, done) = learned(world(people, "Rome"), people, EACH);
        assert_eq!(workflow.loops.len(), 1, "seed {seed}");
        let mut again = world(people, "Rome");
        run(&mut again, &workflow, "Go through the kept steps.");
        assert_eq!(again.done, done, "seed {seed}");
        // One that was left out, and another order, are no loop over the list.
        let mut some = people.to_vec();
        let left = seeded.below(some.len());
        some.remove(left);
        let mut turned = people.to_vec();
        turned.swap(left, (left + 1) % people.len());
        for others in [some, turned] {
            let (workflow, done) = learned(world(people, "Rome"), &others, EACH);
            assert_eq!(workflow.loops, [], "seed {seed}");
            assert_eq!(workflow.steps.len(), done.len());
        }
    }
}

#[test]
fn only_words_for_all_of_the_list_make_a_loop() {
    let people = &NAMES[..3];
    for (words, is_loop) in [
        (EACH, true),
        ("Press Open, Save and Back to the list in every row.", true),
        (
            "Press Open, Save and Back to the list in each row of the table.",
            true,
        ),
        ("Open all people, press Save, and go back.", true),
        (
            "Open all of the people on the page, press Save, and go back.",
            true,
        ),
        // Nobody spoke of all.
        (
            "Press Open, press Save, press Back to the list, and so on.",
            false,
        ),
        // They are named, and others are others.
        (
            "Do all of this: press Open for Ann Lee, Bo Clay and Cid Moss.",
            false,
        ),
        // Some of the list alone may be meant.
        ("For each person in Rome press Open and press Save.", false),
        ("Open every overdue person and press Save.", false),
        ("Open every open person and press Save.", false),
        ("Open all three people and press Save.", false),
        ("Open the records of all, but not of others.", false),
        ("Open every person who lives there and press Save.", false),
        ("Open all \"urgent\" people and press Save.", false),
        ("Open each of the first people and press Save.", false),
        // So the rows say themselves.
        ("Open all Romans and press Save.", false),
        // One of two is not clear.
        (
            "Open each person and press Save in every other record.",
            false,
        ),
    ] {
        let (workflow, _) = learned(world(people, "Romans"), people, words);
        assert_eq!(!workflow.loops.is_empty(), is_loop, "{words}");
        assert_eq!(workflow.steps.len(), if is_loop { 3 } else { 9 }, "{words}");
    }
}

#[test]
fn what_may_have_more_rows_or_told_alike_stays_as_it_was_done() {
    let people = &NAMES[..3];
    let mut longer = world(people, "Rome");
    longer.page(0).scroll_position = Some("40%".to_owned());
    let (workflow, _) = learned(longer, people, EACH);
    assert_eq!(workflow.loops, []);
    // The same button stands in another list, too.
    let mut others = world(people, "Rome");
    let more = notation::read("## Others\n|| Name | |\n| Hal Ford | [41 btn \"Open\"]");
    others.page(0).nodes.extend(more.nodes);
    others.page(0).lines.extend(more.lines);
    let (workflow, _) = learned(others, people, EACH);
    let heading = workflow.steps[0].control.as_ref().unwrap().heading.clone();
    assert_eq!((workflow.loops.len(), heading.as_str()), (1, "People"));
    let mut replayed = world(people, "Rome");
    run(&mut replayed, &workflow, "Go through the kept steps.");
    assert_eq!(replayed.done.len(), 9);
}

#[test]
fn a_button_that_is_called_by_its_row_is_one_of_a_loop() {
    let people = &NAMES[..3];
    let named = || {
        let mut world = world(people, "Rome");
        for (node, name) in world.page(0).nodes.iter_mut().zip(people) {
            node.name = format!("Open {name}");
        }
        world
    };
    let mut flat = unrolled(people);
    for (step, name) in flat.steps.iter_mut().step_by(3).zip(people) {
        step.control.as_mut().unwrap().name = format!("Open {name}");
    }
    let mut first = named();
    let ended = run(&mut first, &flat, EACH);
    let workflow = learn(&ended.record(), &Author::default()).unwrap();
    assert_eq!(workflow.loops.len(), 1);
    assert_eq!(
        workflow.steps[0].control.as_ref().unwrap().name,
        "Open {row}"
    );
    let mut again = named();
    run(&mut again, &workflow, "Go through the kept steps.");
    assert_eq!(again.done, first.done);
}

#[test]
fn what_was_to_be_done_where_a_control_is_there_is_learned_so() {
    let people = &NAMES[..1];
    for (words, conditional) in [
        (
            "Press Open. If there is a button \"Save\", press it. Press Back to the list.",
            Some(1),
        ),
        (
            "Press Open. If a Save button is shown, then press Save. Press Back to the list.",
            Some(1),
        ),
        (
            "Press Open. Press Save if there is a button Save. Press Back to the list.",
            Some(1),
        ),
        (
            "Press Open, Save, and Back to the list. The button \"if\" stays.",
            None,
        ),
    ] {
        let (workflow, _) = learned(world(people, "Rome"), people, words);
        let there: Vec<bool> = workflow.steps.iter().map(|step| step.when.there).collect();
        let expected: Vec<bool> = (0..3).map(|at| Some(at) == conditional).collect();
        assert_eq!(there, expected, "{words}");
    }
    // Where it hangs on something else, a step without its condition would be another one.
    for words in [
        "Press Open. If the city is Rome, press Save. Press Back to the list.",
        "Press Open. Press Save unless it was saved. Press Back to the list.",
        "Press Open. If there is a button Save, press it, and press Back to the list.",
        "Press Open. If there is a button Save, press it and press Back to the list.",
        "If there is a list, press Open. Press Save. Press Back to the list.",
    ] {
        let mut world = world(people, "Rome");
        let ended = run(&mut world, &unrolled(people), words);
        let fault = learn(&ended.record(), &Author::default()).unwrap_err();
        assert!(
            matches!(fault, LearnFault::Conditional { .. }),
            "{words}: {fault}"
        );
    }
}
