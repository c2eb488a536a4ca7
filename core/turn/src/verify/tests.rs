#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use screen_agent_action::expect::merge;
use screen_agent_page::{Facts, LineKind, Node, NodeId, State};

use super::*;
use crate::testing::{at, being, click, holding, node, saying, screen, set};
use screen_agent_action::Choice;
use screen_agent_action::step::Maker;

/// The verdict on an action, from the look before, the report and the look after.
fn judged(action: Action, before: &Observation, report: Report, now: &Observation) -> Verdict {
    let target = action.target().and_then(|id| before.node(id)).cloned();
    let step = Step {
        index: 0,
        thought: String::new(),
        expected: expect(&action, target.as_ref(), &before.url),
        target: target.map(|node| TargetPrint {
            role: node.role.code().to_owned(),
            name: node.name,
            selector: None,
            ..TargetPrint::default()
        }),
        action,
        url: before.url.clone(),
        report: Report::default(),
        verdict: None,
        by: Maker::Engine,
        plan_step: None,
        correction: None,
    };
    verify(&step, Some(&super::before(before)), &report, now)
}

fn outcome(action: Action, before: &Observation, now: &Observation) -> (bool, f32, u8) {
    let verdict = judged(action, before, Report::default(), now);
    (verdict.met, verdict.confidence, verdict.tier)
}

fn id(id: &str) -> NodeId {
    NodeId::new(id)
}

fn linked(name: &str, href: &str) -> Node {
    Node {
        facts: Facts {
            tag: Some("a".to_owned()),
            href: Some(href.to_owned()),
            ..Facts::default()
        },
        ..node("1", "link", name)
    }
}

#[test]
fn a_click_must_change_something() {
    let page = screen(vec![node("1", "btn", "Add")]);
    let focused = screen(vec![being(node("1", "btn", "Add"), &[State::Focused])]);
    for (name, now, expected) in [
        ("nothing", page.clone(), (false, 0.2, 0)),
        ("words", saying(page.clone(), "Added"), (true, 0.95, 1)),
        (
            "address",
            at(page.clone(), "https://shop.test/cart"),
            (true, 0.95, 1),
        ),
        (
            "other site",
            at(page.clone(), "https://pay.test/"),
            (true, 1.0, 1),
        ),
        (
            "hash alone",
            at(page.clone(), "https://shop.test/start#x"),
            (false, 0.2, 0),
        ),
        ("focus on it", focused, (true, 0.7, 1)),
    ] {
        assert_eq!(outcome(click("1"), &page, &now), expected, "{name}");
    }
}

#[test]
fn a_file_that_came_is_what_came_of_a_step() {
    let file = |name: &str| Report {
        success: Some(true),
        // A client that waits for another page finds none.
        passed: (name != "a.bin" && name != "installer.exe").then_some(false),
        downloads: vec![name.to_owned()],
        ..Report::default()
    };
    let button = |name: &str| screen(vec![node("1", "btn", name)]);
    let link = |name: &str| screen(vec![linked(name, "https://shop.test/visits")]);
    for (page, name, proof) in [
        (link("Visits"), "visits.csv", Proof::Expected),
        (link("Open the table"), "a.bin", Proof::Expected),
        (button("Export"), "a.bin", Proof::Expected),
        (button("Als PDF herunterladen"), "a.bin", Proof::Expected),
        (
            button("Visits of March"),
            "visits-2026.csv",
            Proof::Expected,
        ),
        // Something came, and nobody can say whether that was meant.
        (button("Save"), "a.bin", Proof::Change),
        (button("Delete"), "installer.exe", Proof::Change),
    ] {
        let verdict = judged(click("1"), &page, file(name), &page);
        assert!(verdict.met, "{name}: {}", verdict.reason);
        assert_eq!(verdict.proof, proof, "{page:?}");
        assert_eq!(verdict.reason, format!("a file came: \"{name}\""));
        assert_eq!(verdict.evidence[0], verdict.reason);
    }
    // A refusal of the page, and what was to be seen, weigh more than a file.
    let mut page = button("Export");
    let mut refused = saying(page.clone(), "Export failed: no permission");
    if let Some(line) = refused.lines.last_mut() {
        line.kind = LineKind::Alert;
    }
    let verdict = judged(click("1"), &page, file("a.bin"), &refused);
    assert_eq!((verdict.met, verdict.proof), (false, Proof::Otherwise));
    // An address that the browser keeps instead of showing.
    page.url = "https://shop.test/".to_owned();
    let address = Action::Navigate {
        url: "https://shop.test/visits.csv".to_owned(),
        new_tab: false,
    };
    let verdict = judged(address, &page, file("visits.csv"), &page);
    assert_eq!((verdict.met, verdict.proof), (true, Proof::Expected));
}

#[test]
fn what_was_added_stands_at_the_end_of_what_the_field_holds() {
    let added = Action::AppendText {
        id: id("1"),
        text: "\nand three".to_owned(),
    };
    let holds = |value: &str| screen(vec![holding("1", "textarea", "Notes", value)]);
    let read = |state: &str| Report {
        state: Some(state.to_owned()),
        ..Report::default()
    };
    let cut = "two lines and much more …";
    for (now, state, expected) in [
        ("two lines and three", "", (true, 0.95)),
        ("two lines", "", (false, 0.8)),
        ("and three two lines", "", (false, 0.8)),
        // Where the value is cut, the client tells how it ends.
        (cut, "much more\nand three", (true, 0.7)),
        (cut, "much more", (false, 0.8)),
    ] {
        let verdict = judged(added.clone(), &holds("two lines"), read(state), &holds(now));
        assert_eq!((verdict.met, verdict.confidence), expected, "{now} {state}");
    }
}

#[test]
fn of_a_long_text_the_client_tells_the_rest() {
    let long = format!(
        "= Team =\n{}\n| Edna | Roof |",
        "| Anna | Accounts |\n".repeat(9)
    );
    let before = screen(vec![holding("1", "textarea", "Text", "= Team = | Anna |…")]);
    let read = |state: &str| Report {
        state: Some(state.to_owned()),
        ..Report::default()
    };
    for (shown, state, expected) in [
        ("= Team = | Anna | Accounts…", long.as_str(), true),
        (
            "= Team = | Anna | Accounts…",
            "= Team =\n| Anna | Accounts |",
            false,
        ),
        ("= Teams = | Anna | Accounts…", long.as_str(), false),
    ] {
        let now = screen(vec![holding("1", "textarea", "Text", shown)]);
        let verdict = judged(set("1", &long), &before, read(state), &now);
        assert_eq!(verdict.met, expected, "{shown} {state}");
    }
}

#[test]
fn a_client_witnesses_but_does_not_decide() {
    let page = screen(vec![node("1", "btn", "Add")]);
    let report = |success, dom, code: Option<&str>| Report {
        success,
        dom,
        code: code.map(str::to_owned),
        ..Report::default()
    };
    let changed = saying(page.clone(), "Added");
    for (name, report, now, expected) in [
        (
            "success alone",
            report(Some(true), None, None),
            &page,
            (false, 0.2),
        ),
        (
            "success, saw nothing",
            report(Some(true), Some(false), None),
            &page,
            (false, 0.2),
        ),
        (
            "saw the document change",
            report(None, Some(true), None),
            &page,
            (true, 0.7),
        ),
        (
            "failure",
            report(Some(false), Some(true), Some("TIMEOUT")),
            &changed,
            (false, 0.9),
        ),
    ] {
        let verdict = judged(click("1"), &page, report, now);
        assert_eq!((verdict.met, verdict.confidence), expected, "{name}");
    }
    let failed = judged(
        click("1"),
        &page,
        report(Some(false), None, Some("TIMEOUT")),
        &page,
    );
    assert_eq!(failed.reason, "the page did not answer in time");
    assert_eq!(failed.evidence, ["the client says TIMEOUT"]);
}

#[test]
fn a_link_should_lead_somewhere() {
    let page = screen(vec![linked("Orders", "https://shop.test/orders")]);
    let there = at(page.clone(), "https://shop.test/orders");
    assert_eq!(outcome(click("1"), &page, &there), (true, 1.0, 1));
    assert_eq!(outcome(click("1"), &page, &page), (false, 0.2, 0));
    let opened = saying(page.clone(), "Sign in first");
    assert_eq!(outcome(click("1"), &page, &opened), (true, 0.95, 1));
}

#[test]
fn an_address_that_is_asked_for_must_be_reached() {
    let page = screen(vec![]);
    let go = |url: &str| Action::Navigate {
        url: url.to_owned(),
        new_tab: false,
    };
    let cart = at(page.clone(), "https://shop.test/cart");
    assert_eq!(
        outcome(go("https://shop.test/cart"), &page, &cart),
        (true, 1.0, 1)
    );
    assert_eq!(
        outcome(go("https://shop.test/start"), &page, &page),
        (true, 1.0, 1)
    );
    assert_eq!(
        outcome(go("https://shop.test/help"), &page, &cart),
        (true, 1.0, 1)
    );
    let busy = saying(page.clone(), "Loading");
    assert_eq!(
        outcome(go("https://shop.test/cart"), &page, &busy),
        (false, 0.8, 1)
    );
}

#[test]
fn a_menu_opens_where_we_are() {
    let menu = |states: &[State]| Node {
        facts: Facts {
            tag: Some("button".to_owned()),
            popup: Some("menu".to_owned()),
            ..Facts::default()
        },
        ..being(node("1", "btn", "More"), states)
    };
    let closed = screen(vec![menu(&[State::Collapsed])]);
    let open = screen(vec![menu(&[State::Expanded])]);
    let listed = screen(vec![menu(&[]), node("2", "menuitem", "Rename")]);
    assert_eq!(outcome(click("1"), &closed, &open), (true, 0.95, 1));
    assert_eq!(outcome(click("1"), &closed, &listed), (true, 0.95, 1));
    assert_eq!(outcome(click("1"), &open, &closed), (true, 0.95, 1));
    let away = at(open.clone(), "https://shop.test/more");
    assert_eq!(outcome(click("1"), &closed, &away), (false, 0.8, 1));
}

#[test]
fn a_field_holds_what_was_typed() {
    let page = screen(vec![node("1", "inp", "Date")]);
    let typed = |value: &str| screen(vec![holding("1", "inp", "Date", value)]);
    assert_eq!(
        outcome(set("1", "03/04/2026"), &page, &typed("2026-03-04")),
        (true, 0.95, 1)
    );
    assert_eq!(
        outcome(set("1", "03/04/2026"), &page, &typed("2026-03-05")),
        (false, 0.8, 1)
    );
    assert_eq!(
        outcome(set("1", "03/04/2026"), &page, &page),
        (false, 0.8, 1)
    );
    let same = typed("Ann");
    assert_eq!(outcome(set("1", "Ann"), &same, &same), (true, 0.95, 1));
}

#[test]
fn a_field_is_found_again_after_a_redraw() {
    let page = screen(vec![node("1", "inp", "Name"), node("2", "btn", "Go")]);
    let redrawn = screen(vec![
        node("1", "btn", "Go"),
        holding("9", "inp", "Name", "Ann"),
    ]);
    assert_eq!(outcome(set("1", "Ann"), &page, &redrawn), (true, 0.95, 1));
}

#[test]
fn another_page_may_use_the_same_id_again() {
    let page = screen(vec![node("1", "inp", "Code")]);
    let next = at(
        screen(vec![node("1", "inp", "Search")]),
        "https://shop.test/in",
    );
    assert_eq!(outcome(set("1", "1234"), &page, &next), (true, 0.7, 1));
}

#[test]
fn a_password_is_only_seen_to_be_there() {
    let page = screen(vec![node("1", "inp", "Password")]);
    let filled = screen(vec![being(node("1", "inp", "Password"), &[State::Filled])]);
    assert_eq!(outcome(set("1", "x"), &page, &filled), (true, 0.95, 1));
    assert_eq!(outcome(set("1", "x"), &page, &page), (false, 0.8, 1));
    let saw = Report {
        dom: Some(true),
        ..Report::default()
    };
    assert!(judged(set("1", "x"), &page, saw, &page).met);
}

#[test]
fn a_change_that_was_seen_stands_though_the_client_looked_too_soon() {
    let page = screen(vec![node("1", "chk", "News")]);
    let ticked = screen(vec![being(node("1", "chk", "News"), &[State::Checked])]);
    let failed = |now| {
        let report = Report {
            success: Some(false),
            code: Some("ACTION_EXECUTION_FAILED".to_owned()),
            ..Report::default()
        };
        judged(Action::Check { id: id("1") }, &page, report, now).met
    };
    assert_eq!((failed(&ticked), failed(&page)), (true, false));
}

#[test]
fn ticks_and_choices_are_seen_on_the_control() {
    let page = screen(vec![
        node("1", "chk", "News"),
        holding("2", "sel", "Size", "S"),
    ]);
    let ticked = screen(vec![
        being(node("1", "chk", "News"), &[State::Checked]),
        holding("2", "sel", "Size", "M"),
    ]);
    let check = || Action::Check { id: id("1") };
    let uncheck = || Action::Uncheck { id: id("1") };
    let choose = |text: Option<&str>, value: Option<&str>| Action::SelectDropdown {
        id: id("2"),
        choice: Choice {
            text: text.map(str::to_owned),
            value: value.map(str::to_owned),
            ..Choice::default()
        },
    };
    for (action, before, now, expected) in [
        (check(), &page, &ticked, true),
        (check(), &page, &page, false),
        (check(), &ticked, &ticked, true),
        (uncheck(), &ticked, &page, true),
        (uncheck(), &ticked, &ticked, false),
        (choose(Some("M"), None), &page, &ticked, true),
        (choose(Some("L"), None), &page, &ticked, false),
        (choose(None, Some("size-m")), &page, &ticked, true),
        (choose(None, Some("size-m")), &page, &page, false),
    ] {
        assert_eq!(
            judged(action.clone(), before, Report::default(), now).met,
            expected,
            "{action:?}"
        );
    }
}

#[test]
fn scrolling_moves_the_view_or_has_come_to_the_end() {
    let at_depth = |depth: &str| Observation {
        scroll_position: Some(depth.to_owned()),
        ..screen(vec![])
    };
    let scroll = |down| Action::Scroll {
        down,
        pages: 1.0,
        id: None,
    };
    for (down, before, now, expected) in [
        (true, "0%", "40%", true),
        (true, "40%", "40%", false),
        (true, "100%", "100%", true),
        (false, "0%", "0%", true),
        (false, "40%", "40%", false),
    ] {
        let met = outcome(scroll(down), &at_depth(before), &at_depth(now)).0;
        assert_eq!(met, expected, "{down} {before} {now}");
    }
}

#[test]
fn a_region_at_its_end_need_not_move() {
    let region = |has_more| {
        let mut page = screen(vec![]);
        page.containers.push(screen_agent_page::ScrollContainer {
            id: id("9"),
            depth: "100%".to_owned(),
            has_more,
        });
        page.scroll_position = Some("0%".to_owned());
        page
    };
    let scroll = || Action::Scroll {
        down: true,
        pages: 1.0,
        id: Some(id("9")),
    };
    assert!(outcome(scroll(), &region(false), &region(false)).0);
    assert!(!outcome(scroll(), &region(true), &region(true)).0);
}

#[test]
fn the_keyboard_goes_where_it_was_sent() {
    let field = |states: &[State]| being(node("1", "inp", "Name"), states);
    let page = screen(vec![
        field(&[]),
        being(node("2", "inp", "City"), &[State::Focused]),
    ]);
    let there = screen(vec![field(&[State::Focused]), node("2", "inp", "City")]);
    let focus = || Action::Focus { id: id("1") };
    assert_eq!(outcome(focus(), &page, &there), (true, 0.95, 1));
    assert_eq!(outcome(focus(), &page, &page), (false, 0.8, 1));
    let went_on = saying(page.clone(), "Next question");
    assert_eq!(outcome(focus(), &page, &went_on), (true, 0.7, 1));
    assert_eq!(outcome(click("1"), &there, &there), (true, 0.95, 1));
}

#[test]
fn what_is_read_must_come_back() {
    let page = screen(vec![node("1", "btn", "Go")]);
    let read = || Action::GetText { id: id("1") };
    let told = Report {
        success: Some(true),
        state: Some("Go".to_owned()),
        ..Report::default()
    };
    let silent = Report {
        success: Some(true),
        ..Report::default()
    };
    assert!(judged(read(), &page, told, &page).met);
    assert!(!judged(read(), &page, silent, &page).met);
    assert!(outcome(Action::Wait { seconds: 1.0 }, &page, &page).0);
}

#[test]
fn a_drag_may_change_the_order_alone() {
    let (a, b) = (|x| placed("1", "Card", x), |x| placed("2", "Pile", x));
    let before = screen(vec![a(0.0), b(50.0)]);
    let after = screen(vec![b(0.0), a(50.0)]);
    let drag = Action::DragAndDrop {
        from: id("1"),
        to: id("2"),
    };
    assert_eq!(outcome(drag.clone(), &before, &after), (true, 0.95, 1));
    assert_eq!(outcome(drag, &before, &before), (false, 0.2, 0));
}

fn placed(id: &str, name: &str, x: f64) -> Node {
    Node {
        at: Some(screen_agent_page::Point { x, y: 5.0 }),
        ..node(id, "el", name)
    }
}

#[test]
fn what_the_next_step_needs_counts() {
    use screen_agent_action::expect::NextGoal;
    let page = screen(vec![node("1", "btn", "Open")]);
    let goal = |text: &str| NextGoal {
        text: Some(text.to_owned()),
        required: true,
        ..NextGoal::default()
    };
    let judge = |wanted: &str| {
        let mut step = Step {
            index: 0,
            thought: String::new(),
            action: click("1"),
            target: None,
            expected: expect(&click("1"), page.node(&id("1")), &page.url),
            url: page.url.clone(),
            report: Report::default(),
            verdict: None,
            by: Maker::Engine,
            plan_step: None,
            correction: None,
        };
        step.expected.next_goal = Some(goal(wanted));
        let now = saying(page.clone(), "Your basket");
        let verdict = verify(&step, Some(&super::before(&page)), &Report::default(), &now);
        (verdict.met, verdict.confidence)
    };
    assert_eq!(judge("basket"), (true, 0.95));
    assert_eq!(judge("invoice"), (false, 0.8));
}

#[test]
fn without_a_before_state_nothing_is_shown() {
    let page = screen(vec![]);
    let step = Step {
        index: 0,
        thought: String::new(),
        action: click("1"),
        target: None,
        expected: Expectation::default(),
        url: String::new(),
        report: Report::default(),
        verdict: None,
        by: Maker::Engine,
        plan_step: None,
        correction: None,
    };
    assert!(!verify(&step, None, &Report::default(), &page).met);
}

#[test]
fn a_proposer_may_ask_for_more_but_never_for_less() {
    let page = screen(vec![node("1", "inp", "Name")]);
    let template = expect(&set("1", "Ann"), page.node(&id("1")), &page.url);
    let lax = Expectation {
        description: "It works.".to_owned(),
        kind: OutcomeKind::Query,
        ..Expectation::default()
    };
    let merged = merge(template.clone(), Some(lax));
    assert_eq!(
        merged,
        Expectation {
            description: "It works.".to_owned(),
            ..template
        }
    );
}

#[test]
fn a_new_line_that_speaks_of_a_failure_proves_nothing() {
    let page = screen(vec![node("1", "btn", "Run")]);
    let proof = |words: &str| {
        let now = saying(page.clone(), words);
        judged(click("1"), &page, Report::default(), &now).proof
    };
    assert_eq!(proof("Ran in 2 s"), Proof::Change);
    assert_eq!(proof("Error: 404 Not Found"), Proof::Nothing);
    let story = "Once upon a time there was a man who had failed at everything he tried";
    assert_eq!(proof(story), Proof::Change);
}
