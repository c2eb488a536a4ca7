//! Screens as the next release may have them: what is found is found rightly, or not at all.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod world;

use std::collections::BTreeMap;
use std::sync::Arc;

use screen_agent_action::status::TaskStatus;
use screen_agent_page::{NodeId, Observation, Screen};
use screen_agent_workflow::testing::{Mutation, mutated};
use screen_agent_workflow::{
    Author, Grounded, Running, Values, contradicts, describe, ground, healed, learn, propose,
};
use world::{ORDER, World};

const SEEDS: u64 = 60;

/// How often each mutation was found, was only likely, was left, and was wrong.
#[derive(Debug, Default, PartialEq, Eq)]
struct Share {
    all: usize,
    found: usize,
    likely: usize,
    left: usize,
    wrong: usize,
}

#[test]
fn over_all_mutations_nothing_is_taken_for_something_else() {
    let mut shares: BTreeMap<Mutation, Share> = BTreeMap::new();
    for (_, seen) in World::new().pages {
        let before = Screen::new(&seen);
        for node in &seen.nodes {
            let described = describe(&before, node);
            assert_eq!(
                ground(&described, &before),
                Grounded::Found {
                    id: node.id.clone()
                }
            );
            for (mutation, seed) in Mutation::ALL
                .into_iter()
                .flat_map(|one| (0..SEEDS).map(move |seed| (one, seed)))
            {
                let (now, truth) = mutated(&seen, &node.id, mutation, seed);
                let share = shares.entry(mutation).or_default();
                share.all += 1;
                match ground(&described, &Screen::new(&now)) {
                    Grounded::Found { id } if Some(&id) == truth.as_ref() => share.found += 1,
                    Grounded::Likely { id } if Some(&id) == truth.as_ref() => share.likely += 1,
                    Grounded::Found { .. } | Grounded::Likely { .. } => share.wrong += 1,
                    Grounded::Several { .. } | Grounded::NotFound => share.left += 1,
                }
            }
        }
    }
    for (mutation, share) in &shares {
        assert_eq!(share.wrong, 0, "{mutation:?}: {share:?}");
    }
    let found = |mutation| shares[&mutation].found as f64 / shares[&mutation].all as f64;
    assert!(found(Mutation::Restyle) == 1.0, "{shares:?}");
    assert!(found(Mutation::Rename) > 0.9, "{shares:?}");
    assert!(found(Mutation::Reorder) > 0.9, "{shares:?}");
    assert_eq!(shares[&Mutation::Remove].found, 0);
    assert!(shares[&Mutation::RenameTarget].likely > 0, "{shares:?}");
}

#[test]
fn an_entry_of_a_list_is_known_by_its_words_and_what_is_long_by_its_beginning() {
    let (long, name) = (
        "a lamp of glass ".repeat(20),
        "Add to the basket ".repeat(10),
    );
    let text = format!(
        "- Sea Glass [1 btn \"Add\"] 12 euros\n- Sky [2 btn \"Add\"] 9 euros\n- {long}[3 btn \"Add\"]\n[4 btn \"{name}\"]"
    );
    let seen = world::notation::read(&text);
    let screen = Screen::new(&seen);
    assert_eq!(seen.nodes.len(), 4);
    for node in &seen.nodes {
        let found = Grounded::Found {
            id: node.id.clone(),
        };
        assert_eq!(ground(&describe(&screen, node), &screen), found);
    }
}

/// What a control that is described on the first page comes to on the second.
fn grounded(before: &Observation, id: &str, now: &Observation) -> Grounded {
    let screen = Screen::new(before);
    let described = describe(&screen, before.node(&NodeId::new(id)).unwrap());
    ground(&described, &Screen::new(now))
}

#[test]
fn what_stood_beside_it_is_never_taken_for_it() {
    let before = world::notation::read(
        "# Sign up\nFirst name [1 inp \"First name\"]\nLast name [2 inp \"Last name\"]",
    );
    let now = world::notation::read("# Sign up\nLast name [2 inp \"Last name\"]");
    let screen = Screen::new(&before);
    let first = describe(&screen, &before.nodes[0]);
    assert_eq!(
        (first.previous.len(), first.next.as_slice()),
        (0, &["Last name".to_owned()][..])
    );
    assert!(contradicts(&first, &Screen::new(&now), &now.nodes[0]));
    // Its own new name is no neighbour's.
    let renamed = world::notation::read("# Sign up\nGiven name [1 inp \"Given name\"]");
    assert!(!contradicts(
        &first,
        &Screen::new(&renamed),
        &renamed.nodes[0]
    ));
}

#[test]
fn links_within_a_page_are_told_from_each_other() {
    let links = |text: &str, leads: &[&str]| {
        let mut seen = world::notation::read(text);
        for (node, leads) in seen.nodes.iter_mut().zip(leads) {
            node.facts.href = Some(format!("https://shop.example/#{leads}"));
        }
        seen
    };
    let before = links("[1 link \"Lighting\"] / Lamps", &["lighting"]);
    let gone = links("[1 link \"Bag (1)\"] / Lamps", &["bag"]);
    assert_eq!(grounded(&before, "1", &gone), Grounded::NotFound);
    let renamed = links("[1 link \"Lights\"] / Lamps", &["lighting"]);
    let id = NodeId::new("1");
    assert_eq!(grounded(&before, "1", &renamed), Grounded::Likely { id });
}

#[test]
fn a_twin_that_is_put_beside_it_is_not_preferred_to_it() {
    let before = world::notation::read(
        "# Sign up\nCountry [1 inp \"Country\"]\n[2 btn \"Register\"]\nBy signing up you agree.",
    );
    let now = world::notation::read(
        "# Sign up\nCountry [1 inp \"Country\"]\n[9 btn \"Register\"]\n[2 btn \"Register\"]\nBy signing up you agree.",
    );
    let both = Grounded::Several {
        ids: vec![NodeId::new("9"), NodeId::new("2")],
    };
    assert_eq!(grounded(&before, "2", &now), both);
}

/// How runs over mutated pages came out.
#[derive(Debug, Default, PartialEq, Eq)]
struct Runs {
    all: usize,
    replayed: usize,
    healed: usize,
    stopped: usize,
    wrong: usize,
}

#[test]
fn whole_runs_over_mutated_pages_do_nothing_wrong() {
    let ended = World::new().carry_out(ORDER, &screen_agent_command::propose);
    let workflow = learn(&ended.record(), &Author::default()).unwrap();
    let known = workflow.parameters.iter();
    let values: Values = known
        .map(|one| (one.name.clone(), one.example.clone().unwrap()))
        .collect();
    let running = Running {
        workflow: &workflow,
        values: &values,
        engine: &screen_agent_command::propose,
    };
    let expected = ["click 2", "setValue 11", "selectDropdown 13", "click 15"];
    let run = |mutation: Option<(Mutation, u64)>, named: Option<&str>| {
        let mut world = World::new();
        // A model that names whatever it likes, and a person who has not meant that.
        if let Some(named) = named {
            let answer = format!(r#"{{"control": "{named}", "reason": "so"}}"#);
            world.model = Some(Arc::new(move |_| Some(answer.clone())));
            world.says = Some("no");
        }
        if let Some((mutation, seed)) = mutation {
            let targets = [["2", "11"], ["2", "13"], ["2", "15"]][seed as usize % 3];
            // Of odd seeds the second page alone is another.
            let skipped = seed as usize % 2;
            for (page, target) in targets.into_iter().enumerate().skip(skipped) {
                let (now, _) = mutated(world.seen_at(page), &NodeId::new(target), mutation, seed);
                *world.page(page) = now;
            }
        }
        let ended = world.carry_out("Go through the kept steps.", &|ask| propose(&running, ask));
        // A mutation may put a nine before every id.
        let plain = world.done.iter().map(|done| done.replace(" 9", " "));
        let right = plain
            .enumerate()
            .all(|(at, done)| expected.get(at) == Some(&done.as_str()));
        let done = ended.task.status == TaskStatus::Completed;
        let all = !done || world.done.len() == expected.len();
        (right && all, done, healed(&ended.task.notes).len())
    };
    assert_eq!(run(None, Some("16")), (true, true, 0));
    let mut runs: BTreeMap<Mutation, Runs> = BTreeMap::new();
    for (mutation, seed) in Mutation::ALL
        .into_iter()
        .flat_map(|one| (0..6).map(move |seed| (one, seed)))
    {
        let own = runs.entry(mutation).or_default();
        own.all += 1;
        for named in ["3", "12", "16"] {
            let (right, ..) = run(Some((mutation, seed)), Some(named));
            assert!(right, "{mutation:?} of {seed}, where a model names {named}");
        }
        match run(Some((mutation, seed)), None) {
            (false, _, _) => own.wrong += 1,
            (true, true, 0) => own.replayed += 1,
            (true, true, _) => own.healed += 1,
            (true, false, _) => own.stopped += 1,
        }
    }
    for (mutation, own) in &runs {
        assert_eq!(own.wrong, 0, "{mutation:?}: {own:?}");
    }
    use Mutation::{Insert, Move, Remove, Rename, RenameTarget, Reorder, Restyle};
    let told = [Restyle, Insert, Move, Reorder, Rename, RenameTarget, Remove]
        .map(|mutation| (mutation, runs[&mutation].replayed, runs[&mutation].healed));
    let expected = [
        (Restyle, 6, 0),
        (Insert, 6, 0),
        (Move, 6, 0),
        (Reorder, 6, 0),
        (Rename, 4, 0),
        (RenameTarget, 0, 1),
        (Remove, 0, 0),
    ];
    assert_eq!(told, expected, "docs/workflows.md tells these");
}
