//! What needs a yes, and where it may come from.

use crate::kit::{Ended, Machine, Model, Site};

const FORM: &str = "<title>Guests</title><form method=post action=/send>\
    <label>Name <input name=name></label><button>Send</button></form>";

/// Somebody wants the form sent by a model, in words that do not say so.
fn put_down(machine: &Machine, site: &Site, more: &[&str]) -> Ended {
    let model = Model::new();
    let switches = model.switches();
    let mut args: Vec<&str> = switches.iter().map(String::as_str).collect();
    args.extend(more);
    let running = machine.begin("Ada is among the guests, see to that", &site.url(), &args);
    model.asked().answer("setValue(1, \"Ada\")");
    model.asked().answer("click(2)");
    running.ended()
}

fn guests() -> Site {
    Site::new(&[
        ("/", FORM),
        ("/send", "<title>Thanks</title><p>Welcome, Ada."),
    ])
}

#[test]
fn without_a_yes_nothing_is_sent_and_the_question_is_told() {
    let (machine, site) = (Machine::new(), guests());
    let ended = put_down(&machine, &site, &[]).with(2);
    assert_eq!(site.asked("POST /send"), 0);
    let events = ended.events();
    let asked = events.iter().find(|event| event["event"] == "asked");
    assert_eq!(asked.unwrap()["approval"], true);
    assert_eq!(events.last().unwrap()["status"], "needs_user_input");
    assert!(ended.err.contains("Send"), "{}", ended.err);
}

#[test]
fn with_a_yes_given_in_advance_it_is_sent_once() {
    let (machine, site) = (Machine::new(), guests());
    let ended = put_down(&machine, &site, &["--yes"]).with(0);
    assert_eq!(site.asked("POST /send"), 1);
    let events = ended.events();
    assert!(events.iter().any(|event| event["answer"] == "yes"));
}

#[test]
fn the_persons_own_words_carry_consent() {
    let (machine, site) = (Machine::new(), guests());
    let words = "Enter \"Ada\" into the name field and press Send";
    let ended = machine.task(words, &site.url(), &[]).with(0);
    assert_eq!(site.asked("POST /send"), 1);
    let events = ended.events();
    assert!(events.iter().all(|event| event["event"] != "asked"));
}

/// A choice that nobody has made yet lies over the link.
fn under_a_choice() -> Site {
    Site::new(&[
        (
            "/",
            "<title>Ferry</title><a href=/tickets>Tickets</a><div id=choice role=dialog aria-label=Cookies
            style='position: fixed; inset: 0; background: #ddd'><p>We use cookies.
            <button onclick='choice.remove()'>Accept all</button></div>",
        ),
        ("/tickets", "<title>Tickets</title><p>Two pounds."),
    ])
}

#[test]
fn a_person_at_the_terminal_is_asked_and_heard() {
    let machine = Machine::new();
    for (answer, code, asked) in [("yes", 0, 1), ("no", 1, 0)] {
        let site = under_a_choice();
        let ended = machine.task_at_terminal("Click Tickets", &site.url(), &[], &[answer; 4]);
        assert_eq!(
            ended.code,
            Some(code),
            "{answer}: {}\n{}",
            ended.out,
            ended.err
        );
        assert_eq!(site.asked("GET /tickets"), asked, "{answer}");
        let events = ended.events();
        let questions = events.iter().filter(|event| event["event"] == "asked");
        assert_eq!(questions.count(), 1, "a no is a no: {}", ended.out);
    }
    machine.assert_nothing_left();
}
