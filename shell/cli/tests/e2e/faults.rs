//! A world that changes between looking and acting: each ends in a typed answer, soon.

use crate::kit::{DEADLINE, Ended, Machine, Model, Player, Running, Site, fixtures, signal, until};

/// A task for a model, with a record.
fn begin(machine: &Machine, model: &Model, words: &str, url: &str, more: &[&str]) -> Running {
    let folder = machine.path("record");
    let switches = model.switches();
    let mut args: Vec<&str> = switches.iter().map(String::as_str).collect();
    args.extend(["--record", folder.to_str().unwrap()]);
    args.extend(more);
    machine.begin(words, url, &args)
}

/// The turns that were kept replay to the same effects.
fn assert_replays(machine: &Machine, turns: &str) {
    let record = machine.path("record/turns.jsonl");
    let replayed = machine.run(&["replay", record.to_str().unwrap()]).with(0);
    assert!(replayed.out.contains(turns), "{}", replayed.out);
}

/// The codes of actions that could not be performed.
fn codes(ended: &Ended) -> Vec<String> {
    let events = ended.events();
    let codes = events.iter().filter_map(|event| event["code"].as_str());
    codes.map(str::to_owned).collect()
}

#[test]
fn an_element_that_vanished_is_not_clicked_and_nothing_in_its_place_is() {
    let (machine, model) = (Machine::new(), Model::new());
    let site = Site::of(
        "<title>Lab</title><div id=box><button onclick='fetch(\"/first\")'>First</button></div><script>
        fetch('/signal').then(() => {
          box.innerHTML = '<button onclick=\"fetch(&quot;/second&quot;)\">Second</button>';
          return fetch('/swapped');
        });
        </script>",
    );
    let running = begin(&machine, &model, "See to the lab", &site.url(), &["--yes"]);
    let question = model.asked();
    assert!(question.prompt().contains("First"));
    site.signal();
    until("the button is swapped", DEADLINE, || {
        site.asked("GET /swapped") == 1
    });
    question.answer("click(1)");
    let question = model.asked();
    assert!(
        question.prompt().contains("Second"),
        "{}",
        question.prompt()
    );
    question.answer("fail(\"the button is gone\")");
    let ended = running.ended().with(1);
    assert_eq!(ended.result(), "the button is gone");
    // A yes comes with a fresh look, which shows that it is gone: nothing is even tried.
    assert_eq!(codes(&ended).len(), 0, "{}", ended.out);
    assert_eq!(
        (site.asked("GET /first"), site.asked("GET /second")),
        (0, 0)
    );
    assert_replays(&machine, "2 turns");
}

#[test]
fn a_tab_that_closes_is_left_for_the_one_before() {
    let (machine, model) = (Machine::new(), Model::new());
    let site = Site::new(&[
        (
            "/",
            "<title>Opener</title><button onclick='opened()'>Open</button><script>
            function opened() {
              const tab = window.open('/child');
              const look = setInterval(() => { if (tab.closed) { clearInterval(look); fetch('/closed'); } }, 10);
            }
            </script>",
        ),
        (
            "/child",
            "<title>Child</title><button>Inside</button><script>fetch('/signal').then(() => close())</script>",
        ),
    ]);
    let running = begin(&machine, &model, "See to the lab", &site.url(), &["--yes"]);
    model.asked().answer("click(1)");
    let question = model.asked();
    assert!(
        question.prompt().contains("Inside"),
        "{}",
        question.prompt()
    );
    site.signal();
    until("the tab is closed", DEADLINE, || {
        site.asked("GET /closed") == 1
    });
    question.answer("click(1)");
    let question = model.asked();
    assert!(question.prompt().contains("Open"), "{}", question.prompt());
    question.answer("fail(\"the tab is gone\")");
    let ended = running.ended().with(1);
    assert_eq!(
        site.asked("GET /child"),
        1,
        "nothing of the first tab is clicked instead"
    );
    // The look that comes with the yes shows that the tab is gone.
    assert_eq!(codes(&ended).len(), 0, "{}", ended.out);
    assert_replays(&machine, "4 turns");
}

const DIALOG: &str = "Press Confirm, then see to what it brings";

#[test]
fn a_dialog_in_mid_task_is_accepted_when_the_person_says_so() {
    let player = Player::doing(|_| "fail(\"it was not confirmed\")").done_at("confirmed");
    let (machine, model) = (Machine::new(), Model::playing(player));
    let switches = model.switches();
    let switches: Vec<&str> = switches.iter().map(String::as_str).collect();
    let answers = ["accept it", "yes"];
    let page = fixtures("dialogs.html");
    let ended = machine.task_at_terminal(DIALOG, &page, &switches, &answers);
    let ended = ended.with(0);
    assert_eq!(codes(&ended), [] as [&str; 0]);
    assert!(
        ended.actions().contains(&"acceptDialog()".to_owned()),
        "{}",
        ended.out
    );
}

#[test]
fn a_dialog_in_mid_task_is_not_accepted_without() {
    let machine = Machine::new();
    let page = fixtures("dialogs.html");
    let ended = machine.task(DIALOG, &page, &["--yes"]).with(2);
    assert!(ended.err.contains("Delete everything?"), "{}", ended.err);
    machine.assert_nothing_left();
}

#[test]
fn an_empty_page_and_one_of_five_megabytes_are_worked_on() {
    let machine = Machine::new();
    let ended = machine.task("Click Go", &Site::of("").url(), &[]).with(1);
    assert!(ended.err.contains("Go"), "{}", ended.err);
    let row = |number: usize| {
        format!(
            "<li>{number} {} <button>Buy {number}</button>",
            "x".repeat(60)
        )
    };
    let list: String = (0..52_000).map(row).collect();
    let page = format!(
        "<ol>{list}</ol><script>onclick = (event) => {{ if (event.target.textContent === 'Buy 3') location = '/bought'; }}</script>"
    );
    let site = Site::new(&[
        ("/", &page),
        ("/bought", "<title>Bought</title><p>Thank you."),
    ]);
    machine.task("Click \"Buy 3\"", &site.url(), &[]).with(0);
    assert_eq!(site.asked("GET /bought"), 1);
    machine.assert_nothing_left();
}

#[test]
fn a_browser_that_dies_in_mid_task_fails_the_run_and_keeps_what_was_done() {
    let (machine, model) = (Machine::new(), Model::new());
    let site = Site::of(
        "<title>Lab</title><button onclick='said.textContent=\"pressed\"'>One</button><p id=said>",
    );
    let words = "Click One, then see to the rest";
    let running = begin(&machine, &model, words, &site.url(), &[]);
    let question = model.asked();
    for pid in machine.browsers() {
        // One that has ended with the others is no failure.
        if !crate::kit::ended(pid) {
            let _ = std::panic::catch_unwind(|| signal(pid, "KILL"));
        }
    }
    question.answer("click(1)");
    let ended = running.ended().with(1);
    assert!(ended.err.contains("browser"), "{}", ended.err);
    assert_eq!(ended.events().last().unwrap()["status"], "failed");
    assert_replays(&machine, "2 turns");
    machine.assert_nothing_left();
}
