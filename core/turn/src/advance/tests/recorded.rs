//! The turns under `fixtures/turns`, run again.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::event::{Capabilities, Seen};
use crate::record::{Recorder, replay};
use crate::testing;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/turns")
}

#[test]
fn every_recorded_turn_comes_to_the_same_end() {
    for (name, _) in stories() {
        let file = folder().join(name).with_extension("jsonl");
        let report = replay(&fs::read_to_string(&file).unwrap()).unwrap();
        assert!(report.turns > 0, "{name}");
        assert_eq!(report.difference, None, "{name}");
    }
}

/// Every effect of every story in short, to be read before a fixture is written anew.
#[test]
fn stories_read_well() {
    for (name, events) in stories() {
        let mut told = Vec::new();
        let mut task = task(name);
        for event in events {
            let (after, notes, next) = advance(task, event);
            told.extend(notes.iter().map(tell));
            told.push(tell_next(&next));
            task = after;
        }
        told.push(format!("= {}", task.status.word()));
        insta::assert_snapshot!(name, told.join("\n"));
    }
}

#[test]
#[ignore = "writes the fixtures; run it after a change of behaviour that is meant"]
fn write_fixtures() {
    fs::create_dir_all(folder()).unwrap();
    for (name, events) in stories() {
        let file = folder().join(name).with_extension("jsonl");
        fs::write(file, lines(name, events)).unwrap();
    }
}

/// One record a turn; a turn begins with a look.
fn lines(query: &str, events: Vec<Event>) -> String {
    let mut lines = String::new();
    let mut task = task(query);
    let mut recorder: Option<Recorder> = None;
    for event in events {
        if !matches!(event, Event::Proposed { .. } | Event::ProposeFailed { .. }) {
            if let Some(turn) = recorder.take() {
                lines += &(turn.finish(task.clone()).unwrap().line().unwrap() + "\n");
            }
            recorder = Some(Recorder::new(task.clone()));
        }
        let (after, notes, next) = advance(task, event.clone());
        recorder.as_mut().unwrap().add(event, &notes, &next);
        task = after;
    }
    lines + &(recorder.unwrap().finish(task).unwrap().line().unwrap() + "\n")
}

fn tell_next(next: &Next) -> String {
    match next {
        Next::Await(Call::Propose { ask }) => format!("propose, {} refused", ask.refused.len()),
        Next::Await(Call::Recall { domain, .. }) => format!("recall on {domain}"),
        Next::Await(Call::Think { brief }) => format!("think about {}", brief.topic.word()),
        Next::Await(Call::Search { query }) => format!("search {}", query.words),
        Next::Reply(reply) => format!("reply: {}", tell_reply(reply)),
    }
}

fn tell(note: &Note) -> String {
    match note {
        Note::RecordVerdict { index, verdict } => {
            format!(
                "verdict {index}: {} {} ({})",
                verdict.met, verdict.reason, verdict.confidence
            )
        }
        Note::RecordStep { step } => {
            format!(
                "step {}: {}; {}",
                step.index,
                screen_agent_action::print(&step.action),
                step.expected.description
            )
        }
        Note::RecordApproval { index, .. } => format!("approval for {index}"),
        Note::AnnouncePlan { .. } => "announce the plan".to_owned(),
        Note::RecordCorrection { index, correction } => {
            format!("correction for {index}: {}", correction.strategy.word())
        }
        Note::Learn { lesson } => format!("learn {}", lesson.fix),
        Note::Export { key, .. } => format!("export {key}"),
    }
}

fn tell_reply(reply: &Reply) -> String {
    match reply {
        Reply::Act {
            thought,
            action,
            scroll_reason,
            ..
        } => {
            let scroll = scroll_reason.as_deref().unwrap_or_default();
            format!(
                "{} {thought} {scroll}",
                screen_agent_action::print(action.action())
            )
        }
        Reply::Chain { thought, chain, .. } => {
            let links = chain.links.iter();
            let links = links.map(|link| screen_agent_action::print(link.action.action()));
            format!("{} {thought}", links.collect::<Vec<_>>().join("; "))
        }
        Reply::Question { question, .. } => question.clone(),
        Reply::Approval { request, .. } => format!("{:?}: {}", request.reason, request.text),
        Reply::NeedsContext { reason, .. } => reason.clone(),
        Reply::Refused { why } => format!("{why:?}"),
    }
}

/// The name of each story is the person's query, too.
fn stories() -> Vec<(&'static str, Vec<Event>)> {
    vec![
        ("fill-and-follow", fill_and_follow()),
        ("cookie-banner", cookie_banner()),
        ("cookie-banner-with-a-no", cookie_banner_with_a_no()),
        ("still-loading", still_loading()),
        ("look-further-down", look_further_down()),
        ("ask-and-go-on", ask_and_go_on()),
        ("three-failures", three_failures()),
        ("password", password()),
        ("approve-a-password", approve_a_password()),
        ("empty-page", empty_page()),
        ("refusals", refusals()),
    ]
}

fn fill_and_follow() -> Vec<Event> {
    let typed = screen(vec![
        holding("1", "inp", "Name", "Ann"),
        node("2", "link", "Orders"),
    ]);
    vec![
        observed(form()),
        proposed(set("1", "Ann")),
        observed(typed),
        proposed(click("2")),
        observed(at(
            saying(screen(vec![]), "No orders yet"),
            "https://shop.test/orders",
        )),
        proposed(finish("There are no orders yet.")),
        observed(form()),
    ]
}

/// Escape is tried first, since it needs nobody's leave; accepting does.
fn cookie_banner() -> Vec<Event> {
    let covered = |covered| Node {
        covered,
        ..node("1", "link", "Orders")
    };
    let banner = screen(vec![covered(true), node("2", "btn", "Accept all")]);
    let clear = screen(vec![covered(false)]);
    vec![
        observed(banner.clone()),
        proposed(click("1")),
        observed(banner.clone()),
        proposed(click("1")),
        words(banner, "Yes."),
        observed(clear),
        proposed(click("1")),
        observed(at(screen(vec![]), "https://shop.test/orders")),
        proposed(finish("The orders are open.")),
    ]
}

/// Saying no to a notice needs nobody's leave, and gives away less than saying yes.
fn cookie_banner_with_a_no() -> Vec<Event> {
    let covered = |covered| Node {
        covered,
        ..node("1", "link", "Orders")
    };
    let banner = screen(vec![
        covered(true),
        node("2", "btn", "Accept all"),
        node("3", "btn", "Only necessary"),
    ]);
    vec![
        observed(banner),
        proposed(click("1")),
        observed(screen(vec![covered(false)])),
        proposed(click("1")),
        observed(at(screen(vec![]), "https://shop.test/orders")),
        proposed(finish("The orders are open.")),
    ]
}

/// A page that says it is loading is waited for, but not for ever.
fn still_loading() -> Vec<Event> {
    let loading = || {
        let page = saying(screen(vec![]), "Loading\u{2026}");
        at(page, "https://shop.test/orders")
    };
    vec![
        observed(form()),
        proposed(click("2")),
        observed(loading()),
        proposed(finish("The orders are open.")),
        observed(loading()),
        proposed(finish("The orders are open.")),
        observed(loading()),
        proposed(finish("The orders are open.")),
    ]
}

/// What waits for a yes holds no secret, so the proposer is asked for it again.
fn approve_a_password() -> Vec<Event> {
    let field = || screen(vec![node("1", "inp", "Password")]);
    vec![
        observed(field()),
        proposed(set("1", "open-Sesame")),
        observed(field()),
        words(field(), "yes"),
        proposed(set("1", "open-Sesame")),
    ]
}

fn words(screen: Observation, words: &str) -> Event {
    Event::Observed {
        seen: Box::new(Seen {
            words: Some(words.to_owned()),
            ..testing::seen(screen)
        }),
    }
}

fn look_further_down() -> Vec<Event> {
    let page = |depth: &str, nodes| Observation {
        scroll_position: Some(depth.to_owned()),
        ..screen(nodes)
    };
    vec![
        observed(page("0%", vec![node("1", "link", "Top")])),
        proposed(click("9")),
        observed(page("100%", vec![node("9", "link", "Imprint")])),
        proposed(click("9")),
        observed(at(screen(vec![]), "https://shop.test/imprint")),
        proposed(finish("Here it is.")),
    ]
}

fn ask_and_go_on() -> Vec<Event> {
    vec![
        observed(form()),
        decided(Decision::Question {
            question: "Whose name?".to_owned(),
            missing: vec!["name".to_owned()],
        }),
        observed(form()),
        words(form(), "Ann"),
        proposed(set("1", "Ann")),
    ]
}

fn three_failures() -> Vec<Event> {
    vec![
        observed(form()),
        proposed(click("2")),
        observed(form()),
        proposed(click("2")),
        observed(form()),
        proposed(finish("Done.")),
        proposed(click("2")),
        observed(form()),
    ]
}

fn password() -> Vec<Event> {
    let field = |states: &[screen_agent_page::State]| {
        screen(vec![testing::being(node("1", "inp", "Password"), states)])
    };
    vec![
        observed(field(&[])),
        proposed(set("1", "open-Sesame")),
        observed(field(&[screen_agent_page::State::Filled])),
        proposed(finish("Entered.")),
    ]
}

fn empty_page() -> Vec<Event> {
    let bare = at(Observation::default(), "https://shop.test/");
    let mut seen = testing::seen(bare.clone());
    seen.client = Capabilities {
        negotiate: true,
        ..Capabilities::default()
    };
    vec![
        Event::Observed {
            seen: Box::new(seen),
        },
        observed(bare),
        decided(Decision::GiveUp {
            reason: "The page is empty.".to_owned(),
        }),
    ]
}

fn refusals() -> Vec<Event> {
    let page = screen(vec![
        testing::being(
            node("1", "btn", "Send"),
            &[screen_agent_page::State::Disabled],
        ),
        node("2", "link", "Orders"),
    ]);
    vec![
        observed(page),
        proposed(click("1")),
        proposed(set("2", "Ann")),
        proposed(click("77")),
    ]
}
