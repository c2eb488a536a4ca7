//! Any body is a turn or a typed error: it is read, checked, looked at, and advanced, and the turn asks
//! for exactly one thing at its end. What was recorded of it runs again to the same end.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use screen_agent_action::id::TaskId;
use screen_agent_turn::event::{Event, Seen};
use screen_agent_turn::record::{Recorder, replay};
use screen_agent_turn::task::Task;
use screen_agent_turn::advance;
use screen_agent_wire::extension::request::InteractRequest;
use uuid::Uuid;

fuzz_target!(|body: &[u8]| {
    let Ok(request) = screen_agent_wire::read::<InteractRequest>(body) else {
        return;
    };
    let Ok(request) = request.checked() else {
        return;
    };
    let query = request.query.clone();
    let look = request.into_look();
    let seen = Seen {
        screen: Arc::new(look.screen),
        report: look.report,
        approval: look.approval,
        client: look.client,
        now_ms: 1_000,
        today: "2026-01-15".to_owned(),
        ..Seen::default()
    };
    let task = Task::new(TaskId::new(Uuid::nil()), query);
    let mut recorder = Recorder::new(task.clone());
    let event = Event::Observed { seen: Box::new(seen) };
    let (after, notes, next) = advance(task, event.clone());
    recorder.add(event, &notes, &next);
    let line = recorder.finish(after).and_then(|record| record.line());
    let report = replay(&line.expect("a turn can be recorded")).expect("a record can be read back");
    assert_eq!(report.difference, None);
});
