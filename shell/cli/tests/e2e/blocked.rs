//! What stands in the way of a task, and a person who helps it past, by a pipe and without a model.

use std::process::Stdio;

use crate::kit::{DEADLINE, Ended, Machine, Running, Site, until};

const RIGHT: &str = "blue-kettle-41";

/// Begins a task that may ask, and reads the answers from a pipe.
fn begin(machine: &Machine, words: &str, site: &Site) -> Running {
    let record = machine.path("record");
    let (url, record) = (site.url(), record.to_str().unwrap().to_owned());
    let mut command = machine.command(&[
        "run", words, "--url", &url, "--json", "--ask", "--record", &record,
    ]);
    command.stdin(Stdio::piped());
    Running::start(command)
}

/// What was asked and answered, in order.
fn said(ended: &Ended) -> Vec<String> {
    let events = ended.events();
    let words = events
        .iter()
        .filter_map(|event| event["question"].as_str().or(event["answer"].as_str()));
    words.map(str::to_owned).collect()
}

/// Signs in with what is refused, then with what is given; what was said, without the first question.
fn signs_in(words: &str, given: &str) -> Vec<String> {
    let (machine, site) = (Machine::new(), Site::twin("login"));
    let mut running = begin(&machine, words, &site);
    running.tell(given);
    let ended = running.ended().with(0);
    assert_eq!(site.asked("POST /try"), 2, "{}", ended.out);
    assert_eq!(site.asked("GET /account.html"), 1, "{}", ended.out);
    let kept = |name: &str| std::fs::read_to_string(machine.path("record").join(name)).unwrap();
    for text in [
        &ended.out,
        &ended.err,
        &kept("events.jsonl"),
        &kept("turns.jsonl"),
    ] {
        assert!(!text.contains(RIGHT), "{text}");
    }
    said(&ended)[1..].to_vec()
}

#[test]
fn each_missing_field_is_asked_for_and_a_password_is_told_nowhere() {
    let words = "Enter \"nora@brightwater.example\" into E-mail and \"green-kettle-40\" into Password \
        and click Sign in";
    let said = signs_in(words, &format!("\n{RIGHT}"));
    assert_eq!(said, ["E-mail", "", "Password", "•••"]);
}

#[test]
fn every_field_that_was_given_is_entered() {
    let name = "nora@brightwater.example";
    let words = "Enter \"nina@brightwater.example\" into E-mail and \"green-kettle-40\" into Password \
        and click Sign in";
    let said = signs_in(words, &format!("{name}\n{RIGHT}"));
    assert_eq!(said, ["E-mail", name, "Password", "•••"]);
}

#[test]
fn an_answer_that_does_not_come_ends_the_task_with_the_question() {
    let (machine, site) = (Machine::new(), Site::twin("login"));
    let words = "Enter \"green-kettle-40\" into Password and click Sign in";
    let mut running = begin(&machine, words, &site);
    // One line, where two are asked for.
    running.tell("nora@brightwater.example");
    let ended = running.ended().with(2);
    assert_eq!(site.asked("POST /try"), 1, "{}", ended.out);
    assert!(ended.result().contains("password"), "{}", ended.out);
}

#[test]
fn what_only_a_person_may_do_on_the_page_is_waited_for() {
    let page = "<title>Gate</title><h1>Verify you are human</h1>
        <label><input type=checkbox> I'm not a robot</label>
        <script>fetch('/signal').then(() => {
          document.body.innerHTML = '<a href=/inside>Continue</a>';
          return fetch('/solved');
        })</script>";
    let inside = "<title>Inside</title><p>Welcome in.";
    let site = Site::new(&[("/", page), ("/solved", "yes"), ("/inside", inside)]);
    let machine = Machine::new();
    let mut running = begin(&machine, "Click Continue", &site);
    running.line_with("\"asked\"");
    site.signal();
    until("it is solved", DEADLINE, || site.asked("GET /solved") == 1);
    running.tell("");
    let ended = running.ended().with(0);
    assert_eq!(site.asked("GET /inside"), 1, "{}", ended.out);
    assert_eq!(said(&ended)[1..], ["done"]);
}
