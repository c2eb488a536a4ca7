//! Pages that misbehave on purpose.

use serde_json::Value;

use crate::kit::{Machine, Site, fixtures};

/// Does as it is told, and gives what was on the screen at the end.
fn last_screen(machine: &Machine, words: &str, url: &str) -> String {
    let folder = machine.path("record");
    machine
        .task(words, url, &["--record", folder.to_str().unwrap()])
        .done();
    let turns = std::fs::read_to_string(folder.join("turns.jsonl")).unwrap();
    let last: Value = serde_json::from_str(turns.lines().last().unwrap()).unwrap();
    let seen = last["events"]
        .as_array()
        .unwrap()
        .iter()
        .rev()
        .find_map(|event| event.get("seen"));
    seen.unwrap()["screen"].to_string()
}

/// A link under a notice with these buttons.
fn under_a_notice(buttons: &str) -> Site {
    let page = format!(
        "<title>Ferry</title><style>body {{ margin: 0 }} main {{ position: fixed; bottom: 100px }}
        #consent {{ position: fixed; inset: auto 0 0 0; height: 80vh; background: #ddd }}</style>
        <main><a href=/tickets>Tickets</a></main>
        <div id=consent role=dialog aria-label=Cookies><p>We use cookies to count visits. {buttons}</div>
        <script>for (const one of document.querySelectorAll('button')) one.onclick = () => consent.remove();</script>"
    );
    Site::new(&[
        ("/", &page),
        ("/tickets", "<title>Tickets</title><p>Two pounds."),
    ])
}

#[test]
fn a_notice_over_the_target_is_put_away_first() {
    let machine = Machine::new();
    let site = under_a_notice("<button>Settings</button><button aria-label='Close'>×</button>");
    let ended = machine.task("Click Tickets", &site.url(), &[]).with(0);
    assert_eq!(ended.actions().len(), 2, "{}", ended.out);
    assert_eq!(site.asked("GET /tickets"), 1);
}

#[test]
fn a_notice_that_wants_a_choice_is_answered_only_with_a_yes() {
    let machine = Machine::new();
    let buttons = "<button>Accept all</button><button>Settings</button>";
    let site = under_a_notice(buttons);
    let asked = machine.task("Click Tickets", &site.url(), &[]).with(2);
    assert!(asked.err.contains("Accept all"), "{}", asked.err);
    assert_eq!(site.asked("GET /tickets"), 0);
    let site = under_a_notice(buttons);
    machine
        .task("Click Tickets", &site.url(), &["--yes"])
        .with(0);
    assert_eq!(site.asked("GET /tickets"), 1);
}

#[test]
fn pages_that_misbehave_are_worked_on_all_the_same() {
    let machine = Machine::new();
    for (page, words, seen) in [
        ("overlay.html", "Click Export", "\"Exported\""),
        (
            "virtual-list.html",
            "Click \"Call 12\"",
            "Called Contact 12",
        ),
        (
            "shadow.html",
            "Enter \"12\" into Amount and click \"Shadow button\"",
            "\"Shadow clicked\"",
        ),
        ("spa.html", "Click People, then click Dora", "#/people/1"),
        (
            "new-tabs.html",
            "Click \"Open people in a new tab\", click People, then click Emil",
            "#/people/2",
        ),
        (
            "native-dialog.html",
            "Click \"Remove Ada\", then click \"Keep\"",
            "Ada joined in 2019.",
        ),
        ("frames.html", "Click \"Deep link\"", "Before the frames"),
    ] {
        let screen = last_screen(&machine, words, &fixtures(page));
        assert!(screen.contains(seen), "{page}: {screen}");
    }
}

#[test]
fn a_list_without_an_end_is_followed_as_it_grows() {
    let machine = Machine::new();
    let screen = last_screen(
        &machine,
        "Click \"Photo 37\"",
        &fixtures("infinite-list.html"),
    );
    assert!(screen.contains("#photo-37"), "{screen}");
}

#[test]
fn a_page_that_draws_itself_anew_is_followed() {
    let machine = Machine::new();
    let words = "Click \"Remove Apples\". Then click \"Remove Cheese\"";
    let screen = last_screen(&machine, words, &fixtures("rerender.html"));
    assert!(screen.contains("Remove Bread"), "{screen}");
}

#[test]
fn what_lies_further_down_in_a_frame_is_scrolled_to() {
    let machine = Machine::new();
    let ended = machine
        .task("Click \"Low button\"", &fixtures("frames.html"), &[])
        .done();
    assert!(ended.actions().last().unwrap().starts_with("click("));
}
