//! Any run of looks, thoughts, searches, recollections and refusals ends every turn once, holds
//! every limit, and runs again to the same end.

#![no_main]

#[path = "turn/check.rs"]
mod check;
#[path = "turn/come.rs"]
mod come;
#[path = "turn/say.rs"]
mod say;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use screen_agent_action::id::TaskId;
use screen_agent_turn::event::Event;
use screen_agent_turn::next::Next;
use screen_agent_turn::record::{Recorder, replay};
use screen_agent_turn::task::Task;
use screen_agent_turn::advance;
use uuid::Uuid;

/// Most events of one run: several turns, each with all the thoughts that its limits allow.
const EVENTS: usize = 200;
/// Far more than the limits on thoughts, searches, refusals and repairs of one turn allow together.
const ROUNDS: usize = 80;

fuzz_target!(|bytes: &[u8]| {
    // What is left over when the bytes run out is still a run.
    let _ = run(&mut Unstructured::new(bytes));
});

fn run(bytes: &mut Unstructured<'_>) -> Result<()> {
    let query = bytes.choose(&[
        "click about",
        "find all the things and then buy each",
        "what did we talk about",
        "log in with password \"open-Sesame-7\"",
    ])?;
    let mut task = Task::new(TaskId::new(Uuid::nil()), (*query).to_owned());
    let mut recorder = Recorder::new(task.clone());
    let mut last = None;
    let mut rounds = 0;
    for _ in 0..EVENTS {
        let Ok(event) = come::next(bytes, last.as_ref()) else {
            break;
        };
        let looks = matches!(event, Event::Observed { .. });
        let (after, notes, next) = advance(task.clone(), event.clone());
        check::step(&task, &after, &next);
        recorder.add(event, &notes, &next);
        rounds = if looks { 0 } else { rounds + 1 };
        last = match next {
            Next::Await(call) => Some(call),
            Next::Reply(_) => None,
        };
        assert!(last.is_none() || rounds < ROUNDS, "a turn without an end");
        task = after;
    }
    let line = recorder.finish(task).and_then(|record| record.line());
    let report = replay(&line.expect("a run can be recorded")).expect("a record can be read back");
    assert_eq!(report.difference, None);
    Ok(())
}
