//! A call ends when it is too long, too late, or not wanted any more.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use screen_agent_ports::Thinker;
use screen_agent_think::models::ThinkFailure;
use tokio::sync::oneshot;

use super::prompt;
use super::tiny::Tiny;
use crate::header::Header;
use crate::speaker::{Progress, Silence, Speaker, Waiting};
use crate::worker::{Job, start};
use crate::{LocalModel, LocalOptions};

fn speaker(window: usize) -> Speaker {
    let file = Tiny::default().write();
    Speaker::load(Header::read(file.path()).unwrap(), window).unwrap()
}

/// Somebody who waits for as long as it takes.
fn patient(progress: &Progress) -> Waiting<'_> {
    Waiting {
        progress,
        stop: &|| None,
    }
}

#[test]
fn it_is_asked_between_tokens_whether_to_go_on() {
    let mut speaker = speaker(1024);
    let asked = Cell::new(0);
    let progress = Progress::default();
    let stop = || {
        asked.set(asked.get() + 1);
        (asked.get() > 20).then_some(Silence::Unwanted)
    };
    let spoken = speaker.speak(
        &prompt(&["1"], 400),
        &Waiting {
            progress: &progress,
            stop: &stop,
        },
    );
    assert_eq!(spoken, Err(Silence::Unwanted));
    let (read, written) = progress.tokens();
    assert!(read > 0 && written > 0 && written < 100, "{progress:?}");
    assert_eq!(asked.get(), 21);
}

#[test]
fn a_prompt_that_does_not_fit_is_refused_and_not_cut() {
    let mut speaker = speaker(200);
    let mut long = prompt(&["1"], 100);
    long.user = "a page ".repeat(100);
    let spoken = speaker.speak(&long, &patient(&Progress::default()));
    assert!(
        matches!(spoken, Err(Silence::TooLong { window: 200, .. })),
        "{spoken:?}"
    );
}

#[test]
fn a_schema_that_nothing_fits_is_no_reply() {
    let mut speaker = speaker(1024);
    let mut odd = prompt(&["1"], 100);
    odd.grammar = Some(serde_json::json!({ "type": "object", "anyOf": [false] }));
    let spoken = speaker.speak(&odd, &patient(&Progress::default()));
    assert!(matches!(spoken, Err(Silence::Schema(_))), "{spoken:?}");
}

#[tokio::test]
async fn what_nobody_waits_for_is_not_begun_and_the_next_is_answered() {
    let jobs = start(speaker(1024)).unwrap();
    let deadline = Instant::now() + Duration::from_secs(600);
    let unwanted = Arc::new(Progress::default());
    let (answer, dropped) = oneshot::channel();
    drop(dropped);
    let job = Job {
        prompt: prompt(&["1"], 400),
        deadline,
        progress: unwanted.clone(),
        answer,
    };
    jobs.send(job).unwrap();
    let (answer, spoken) = oneshot::channel();
    let progress = Arc::new(Progress::default());
    jobs.send(Job {
        prompt: prompt(&["2"], 100),
        deadline,
        progress,
        answer,
    })
    .unwrap();
    assert!(spoken.await.unwrap().unwrap().contains("\"id\":\"2\""));
    assert_eq!(unwanted.tokens().1, 0);
}

#[tokio::test]
async fn a_future_that_is_dropped_leaves_the_model_free() {
    let model = LocalModel::load(Tiny::default().write().path()).unwrap();
    let endless = prompt(&["1"], 900);
    tokio::select! {
        biased;
        _ = model.think(&endless) => panic!("nothing is answered at once"),
        () = std::future::ready(()) => {}
    }
    assert!(model.think(&prompt(&["2"], 100)).await.answer.is_ok());
}

#[tokio::test]
async fn no_patience_is_a_time_out_that_is_counted() {
    let options = LocalOptions {
        patience: Duration::ZERO,
        ..LocalOptions::default()
    };
    let model = LocalModel::load_with(Tiny::default().write().path(), options).unwrap();
    let thinking = model.think(&prompt(&["1"], 100)).await;
    assert_eq!(thinking.answer, Err(ThinkFailure::TimedOut));
    assert_eq!(thinking.calls.len(), 1);
    assert!(!thinking.calls[0].succeeded);
}
