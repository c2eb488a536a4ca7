//! A machine without a browser, and what `doctor` says of one.

use crate::kit::{Machine, Running};

#[test]
fn without_a_browser_it_says_what_was_looked_for() {
    let machine = Machine::new();
    let url = ["--url", "http://127.0.0.1/"];
    let named = [
        "run",
        "Click Go",
        url[0],
        url[1],
        "--browser",
        "/nonexistent",
    ];
    let ended = machine.run(&named).with(1);
    assert!(ended.err.contains("/nonexistent"), "{}", ended.err);
    for args in [
        &["run", "Click Go", url[0], url[1]][..],
        &["observe", url[0], url[1]],
    ] {
        let mut command = machine.command(args);
        command.env("PATH", machine.path("tmp"));
        let ended = Running::start(command).ended().with(1);
        assert!(ended.err.contains("chromium"), "{args:?}: {}", ended.err);
    }
    machine.assert_nothing_left();
}

#[test]
fn doctor_says_what_is_missing_and_how_to_mend_it() {
    let machine = Machine::new();
    let mut command = machine.command(&["doctor"]);
    command.env("PATH", machine.path("tmp"));
    let ended = Running::start(command).ended().with(1);
    assert!(ended.out.contains("--browser FILE"), "{}", ended.out);
    let ended = machine.run(&["doctor"]).with(0);
    assert!(ended.out.contains("Chrom"), "{}", ended.out);
    machine.assert_nothing_left();
    let data = machine.path("home/.local");
    assert!(!data.exists(), "nothing of ours is made by looking");
}
