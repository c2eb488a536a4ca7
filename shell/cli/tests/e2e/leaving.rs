//! However a run ends, its browser ends with it.

use crate::kit::{Ended, Machine, Model, Running, Site};

/// A run that waits in mid-task, its browser open.
fn in_mid_task(machine: &Machine, site: &Site, model: &Model) -> Running {
    let folder = machine.path("record");
    let switches = model.switches();
    let mut args: Vec<&str> = switches.iter().map(String::as_str).collect();
    args.extend(["--record", folder.to_str().unwrap()]);
    let words = "Click \"One\". Then see to the rest.";
    let running = machine.begin(words, &site.url(), &args);
    model.asked().keep_waiting();
    running
}

fn page() -> Site {
    Site::of(
        "<title>Lab</title><button onclick='said.textContent=\"pressed\"'>One</button><p id=said>",
    )
}

#[test]
fn told_to_stop_it_closes_the_browser_and_keeps_the_record() {
    for signal in ["INT", "TERM"] {
        let (machine, site, model) = (Machine::new(), page(), Model::new());
        let running = in_mid_task(&machine, &site, &model);
        assert!(machine.browsers().len() > 2, "a browser runs");
        running.signal(signal);
        let ended: Ended = running.ended().with(1);
        assert!(ended.err.contains("stopped"), "{signal}: {}", ended.err);
        machine.assert_nothing_left();
        let turns = machine.path("record/turns.jsonl");
        let replay = ["replay", turns.to_str().unwrap()];
        assert!(machine.run(&replay).with(0).out.contains("1 turn"));
    }
}

#[test]
fn killed_it_leaves_no_browser_behind() {
    let (machine, site, model) = (Machine::new(), page(), Model::new());
    let running = in_mid_task(&machine, &site, &model);
    assert!(machine.browsers().len() > 2, "a browser runs");
    running.signal("KILL");
    assert_eq!(running.ended().code, None);
    machine.assert_no_browser_left();
}

#[test]
fn a_server_is_stopped_by_the_first_signal_however_early_that_comes() {
    let machine = Machine::new();
    let mut server = Running::start(machine.command(&["serve", "--listen", "127.0.0.1:0"]));
    server.base();
    server.signal("TERM");
    server.ended().with(0);
}
