#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use crate::testing::{click, node, observed, proposed, screen, set, task};
use screen_agent_action::ask::{Decision, Proposal};

fn recorded(query: &str, events: Vec<Event>) -> TurnRecord {
    let mut task = task(query);
    let mut recorder = Recorder::new(task.clone());
    for event in events {
        let (after, notes, next) = advance(task, event.clone());
        recorder.add(event, &notes, &next);
        task = after;
    }
    recorder.finish(task).unwrap()
}

#[test]
fn a_turn_runs_again_to_the_same_end() {
    let page = screen(vec![node("1", "link", "Orders")]);
    let record = recorded("open orders", vec![observed(page), proposed(click("1"))]);
    let report = replay(&format!("{}\n\n", record.line().unwrap())).unwrap();
    assert_eq!(
        report,
        ReplayReport {
            turns: 1,
            events: 2,
            difference: None
        }
    );
}

#[test]
fn the_first_difference_is_told_with_its_place() {
    let page = screen(vec![node("1", "link", "Orders")]);
    let mut record = recorded("open orders", vec![observed(page), proposed(click("1"))]);
    record.effects[1][0]["step"]["thought"] = Value::from("Something else.");
    let difference = replay(&record.line().unwrap()).unwrap().difference.unwrap();
    assert_eq!(difference.path, "effects[1][0].step.thought");
    assert_eq!(difference.recorded, "Something else.");
    assert_eq!(difference.replayed, "As asked.");
}

#[test]
fn a_record_tells_no_password() {
    let page = screen(vec![node("1", "inp", "Password")]);
    let query = "log in as ann with password hunter2";
    let record = recorded(query, vec![observed(page), proposed(set("1", "hunter2"))]);
    let line = record.line().unwrap();
    assert!(record.hidden);
    assert!(!line.contains("hunter2"), "{line}");
    assert_eq!(replay(&line).unwrap().difference, None);
}

#[test]
fn a_password_that_was_approved_is_still_sent_in_the_record() {
    let page = || screen(vec![node("1", "inp", "Password")]);
    let mut task = task("log in");
    let mut lines = Vec::new();
    let mut answer = None;
    for _ in 0..2 {
        let mut recorder = Recorder::new(task.clone());
        let Event::Observed { mut seen } = observed(page()) else {
            panic!()
        };
        seen.client.approvals = true;
        seen.approval = answer.take();
        for event in [Event::Observed { seen }, proposed(set("1", "open-Sesame"))] {
            let (after, notes, next) = advance(task, event.clone());
            recorder.add(event, &notes, &next);
            task = after;
        }
        let record = recorder.finish(task.clone()).unwrap();
        lines.push(record.line().unwrap());
        if let Some(request) = task.phase.question().and_then(OpenQuestion::request) {
            answer = Some(screen_agent_gate::approval::ApprovalAnswer {
                fingerprint: request.fingerprint.clone(),
                allow: true,
                scope: screen_agent_gate::approval::ApprovalScope::Once,
            });
        }
    }
    assert!(task.outstanding().is_some());
    let records = lines.join("\n");
    assert!(!records.contains("Sesame"), "{records}");
    assert_eq!(replay(&records).unwrap().difference, None);
    let last: TurnRecord = serde_json::from_str(&lines[1]).unwrap();
    assert!(last.task_after.outstanding().is_some());
}

#[test]
fn a_record_keeps_neither_html_nor_what_a_field_tells() {
    let mut page = screen(vec![
        crate::testing::holding("1", "inp", "Password", "open-Sesame"),
        node("2", "link", "Orders"),
    ]);
    page.heavy.dom = Some("<input value=open-Sesame>".into());
    page.heavy.screenshot = Some("open-Sesame".into());
    let record = recorded("open orders", vec![observed(page), proposed(click("2"))]);
    let line = record.line().unwrap();
    assert!(!line.contains("Sesame"), "{line}");
    assert!(!record.hidden);
    assert_eq!(replay(&line).unwrap().difference, None);
}

#[test]
fn a_line_that_is_no_record_is_named() {
    let error = replay("\n{\"task\":1}").unwrap_err();
    assert!(error.to_string().starts_with("line 2 "), "{error}");
}

#[test]
fn the_secret_of_a_kept_workflow_is_in_no_record_and_gone_at_the_end() {
    let page = || screen(vec![node("1", "inp", "Number of the card")]);
    let mut begun = task("Go through the kept steps.");
    begun.kept = Some(crate::task::KeptSteps {
        workflow: "w".to_owned(),
        version: 1,
        values: [("card".to_owned(), "4711-0815".to_owned())].into(),
        secret: ["card".to_owned()].into(),
        no_model: false,
    });
    let mut lines = String::new();
    let mut task = begun.clone();
    for step in [
        Decision::Act {
            action: screen_agent_action::parse("setValue(\"1\", \"4711-0815\")").unwrap(),
        },
        Decision::GiveUp {
            reason: "Enough of 4711-0815.".to_owned(),
        },
    ] {
        task = begun.clone();
        let mut recorder = Recorder::new(task.clone());
        let proposal = Box::new(Proposal::new("Step 1.", step));
        for event in [observed(page()), Event::Proposed { proposal }] {
            let (after, notes, next) = advance(task, event.clone());
            recorder.add(event, &notes, &next);
            task = after;
        }
        lines += &recorder.finish(task.clone()).unwrap().line().unwrap();
    }
    assert!(!lines.contains("4711-0815"), "{lines}");
    let kept = task.kept.unwrap();
    assert!(kept.values.is_empty(), "{kept:?}");
    assert_eq!(task.result.unwrap().matches("4711").count(), 0);
}
