//! `run`: say it, see it done, verified and recorded.

use std::path::Path;

use serde_json::Value;

use crate::kit::{Machine, Site, bookshop};

const ORDER: &str = "Enter \"sea\" into the search field and press Search. Click \"Sea Glass Winter\". Set the quantity \
    to 2, choose \"Collect in store\", tick \"Gift wrap\" and press \"Add to basket\".";

/// A run begins, goes round in looks, decisions, acts and verdicts, and ends: never in another order.
fn assert_in_order(events: &[Value]) {
    let name = |event: &Value| event["event"].as_str().unwrap().to_owned();
    let names: Vec<String> = events.iter().map(name).collect();
    let steps = names.iter().filter(|name| *name == "decided").count();
    let mut expected = vec!["started", "looked"];
    for _ in 0..steps {
        expected.extend(["decided", "performed", "looked", "verified"]);
    }
    expected.push("ended");
    assert_eq!(names, expected);
    for kind in ["decided", "performed", "verified"] {
        let of_kind = events.iter().filter(|event| event["event"] == kind);
        let numbers: Vec<_> = of_kind
            .map(|event| event["step"].as_u64().unwrap())
            .collect();
        assert_eq!(numbers, (0..steps as u64).collect::<Vec<_>>(), "{kind}");
    }
}

/// Swaps one word of a record for another, the first time it stands there.
fn tamper(record: &Path, word: &str, other: &str) {
    let text = std::fs::read_to_string(record).unwrap();
    assert!(text.contains(word), "{word} is recorded");
    std::fs::write(record, text.replacen(word, other, 1)).unwrap();
}

#[test]
fn an_order_of_several_steps_is_done_verified_and_recorded() {
    let machine = Machine::new();
    let folder = machine.path("record");
    let record = ["--record", folder.to_str().unwrap()];
    let ended = machine.task(ORDER, &bookshop(), &record).with(0);
    let events = ended.events();
    assert_in_order(&events);
    let kinds: Vec<_> = ended
        .actions()
        .iter()
        .map(|action| action.split('(').next().unwrap().to_owned())
        .collect();
    let expected = [
        "setValue",
        "click",
        "click",
        "setValue",
        "selectDropdown",
        "check",
        "click",
    ];
    assert_eq!(kinds, expected, "{}", ended.out);
    let verdicts = events.iter().filter(|event| event["event"] == "verified");
    assert!(verdicts.clone().all(|event| event["met"] == true));
    assert_eq!(verdicts.count(), 7);

    let kept = std::fs::read_to_string(folder.join("events.jsonl")).unwrap();
    assert_eq!(kept.trim_end(), ended.out);
    for look in 0..8 {
        let picture = std::fs::read(folder.join(format!("look-{look:02}.jpg"))).unwrap();
        assert!(picture.starts_with(&[0xff, 0xd8]), "look {look}");
    }

    let turns = folder.join("turns.jsonl");
    let replay = ["replay", turns.to_str().unwrap()];
    let replayed = machine.run(&replay).with(0);
    assert!(replayed.out.contains("8 turns"), "{}", replayed.out);
    tamper(&turns, "Collect in store", "Courier, next day");
    let differs = machine.run(&replay).with(1);
    assert!(differs.out.contains("replayed"), "{}", differs.out);
    std::fs::write(&turns, "no record\n").unwrap();
    assert!(machine.run(&replay).with(1).err.starts_with("error: "));

    machine.assert_nothing_left();
}

#[test]
fn what_cannot_be_grounded_fails_and_says_how_to_go_on() {
    let machine = Machine::new();
    let site = Site::of("<title>Lab</title><button>Go</button>");
    let ended = machine
        .task("Click the flux capacitor", &site.url(), &[])
        .with(1);
    assert_eq!(ended.actions(), [] as [&str; 0]);
    for said in ["flux capacitor", "--model"] {
        assert!(ended.err.contains(said), "{}", ended.err);
    }
    assert_eq!(ended.events().last().unwrap()["status"], "failed");
}

#[test]
fn a_run_stops_after_as_many_steps_as_were_allowed() {
    let machine = Machine::new();
    let ended = machine
        .task(ORDER, &bookshop(), &["--max-steps", "2"])
        .with(1);
    assert_eq!(ended.actions().len(), 2);
    assert!(ended.err.contains("2 steps"), "{}", ended.err);
}

#[test]
fn a_command_line_that_cannot_be_meant_is_a_usage_error() {
    let machine = Machine::new();
    for wrong in [
        &["run", "Click Go", "--url", "not an address"][..],
        &["run", "Click Go", "--url", "file:///etc/passwd"],
        &["run", "Click Go"],
        &["run", "Click Go", "--url", "http://127.0.0.1/", "--fly"],
        &[
            "run",
            "Click Go",
            "--url",
            "http://127.0.0.1/",
            "--max-steps",
            "0",
        ],
        &["run", "", "--url", "http://127.0.0.1/"],
        &["observe", "--url", "not an address"],
        &["fly"],
        &[],
    ] {
        let ended = machine.run(wrong);
        assert_eq!(ended.code, Some(64), "{wrong:?}: {}", ended.err);
        assert!(!ended.err.is_empty() && ended.out.is_empty(), "{wrong:?}");
    }
    assert!(machine.run(&["--help"]).with(0).out.contains("Exit codes"));
}
