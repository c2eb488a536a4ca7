//! The stages of a turn without a model. Nothing may grow faster than the page: what takes five
//! times the controls stands beside five times the time.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use screen_agent_page::Observation;
use screen_agent_think::{Topic, prompt, read};
use screen_agent_turn::advance;
use screen_agent_turn::event::{Event, Seen};
use screen_agent_turn::task::Sent;
use screen_agent_turn::verify::{before, verify};
use serde_json::{Value, json};

use crate::figure::{Figure, ms_since};
use crate::screens::{LIMITS, brief, clicked, screen_of, task, topics};

/// Controls of the pages, and how many times as many the largest has as the one before.
const SMALL: usize = 20;
const MIDDLE: usize = 1_000;
const LARGE: usize = 5_000;
const TIMES: f64 = 5.0;
/// Linear is 1, quadratic is 5; caches and allocators take the rest.
const GROWTH: f64 = 2.0;

/// Samples of each, and how long a sample takes at least, so that the clock is no part of it.
const SAMPLES: usize = 3;
const ROUNDS: usize = 4;
const LEAST_MS: f64 = 2.0;

/// Characters of a fence's mark.
const MARK: &str = "0123456789abcdef01234567";

/// Measures each stage on each page, and the reading of each answer.
pub fn measure() -> Vec<Figure> {
    let mut figures = Vec::new();
    figures.extend(grown("verify by rules", verified));
    figures.extend(grown("a whole look, new task", |screen| {
        looked(screen, false)
    }));
    figures.extend(grown("a whole look, step verified", |screen| {
        looked(screen, true)
    }));
    for topic in topics() {
        let name = format!("prompt, {}", topic.word());
        figures.extend(grown(&name, |screen| prompted(screen, &topic)));
    }
    figures.extend(topics().iter().map(reading));
    figures.push(hostile());
    figures
}

/// The same on a small page, and on a large one beside the middle one.
fn grown(name: &str, one: impl Fn(&Arc<Observation>) -> f64) -> [Figure; 2] {
    let screens = [SMALL, MIDDLE, LARGE].map(|controls| Arc::new(screen_of(controls)));
    let mut best = [f64::MAX; 3];
    // In turns: what else the machine does then meets all three alike.
    for _ in 0..ROUNDS {
        for (best, screen) in best.iter_mut().zip(&screens) {
            *best = best.min(one(screen));
        }
    }
    let [small, middle, large] = best;
    [
        Figure::plain(format!("{name}: {SMALL} controls"), small, "ms"),
        Figure::plain(
            format!("{name}: {LARGE} (baseline: {TIMES} × {MIDDLE})"),
            large,
            "ms",
        )
        .beside(TIMES * middle)
        .at_most(GROWTH),
    ]
}

fn verified(screen: &Arc<Observation>) -> f64 {
    let (step, was) = (clicked(screen), before(screen));
    let now = changed(screen);
    time(|| verify(&step, Some(&was), &step.report, &now))
}

fn looked(screen: &Arc<Observation>, outstanding: bool) -> f64 {
    let mut task = task();
    if outstanding {
        task.steps.push(clicked(screen));
        task.sent = Some(Sent {
            before: before(screen),
            links: Vec::new(),
        });
    }
    let seen = Seen {
        screen: if outstanding {
            Arc::new(changed(screen))
        } else {
            Arc::clone(screen)
        },
        today: "2026-01-15".into(),
        models: Some(LIMITS),
        ..Seen::default()
    };
    time(|| {
        let event = Event::Observed {
            seen: Box::new(seen.clone()),
        };
        advance(task.clone(), event)
    })
}

/// The page after something happened on it.
fn changed(screen: &Observation) -> Observation {
    let mut now = screen.clone();
    if let Some(last) = now.nodes.last_mut() {
        last.value = Some("packed".into());
    }
    now
}

fn prompted(screen: &Arc<Observation>, topic: &Topic) -> f64 {
    let brief = brief(topic.clone(), Arc::clone(screen));
    time(|| prompt(&brief, MARK))
}

/// Reading a usual answer, beside parsing its JSON.
fn reading(topic: &Topic) -> Figure {
    let answer = answer(topic).to_string();
    debug_assert!(read(topic, &answer).is_ok());
    let ours = time(|| read(topic, &answer)) * 1000.0;
    let bare = time(|| serde_json::from_str::<Value>(&answer)) * 1000.0;
    Figure::plain(
        format!("read, {} (baseline: bare JSON)", topic.word()),
        ours,
        "µs",
    )
    .beside(bare)
}

/// Ten times as much of nothing usable, whatever the topic: the slowest one.
fn hostile() -> Figure {
    let slowest = |length: usize| {
        let answers = ["{", "\"", "</think>", "```{\"action\":\"", "click("];
        let worst = answers.iter().flat_map(|piece| {
            let answer = piece.repeat(length / piece.len());
            topics()
                .into_iter()
                .map(move |topic| time(|| read(&topic, &answer)))
        });
        worst.fold(0.0, f64::max)
    };
    Figure::plain(
        "read, 200 KB of rubbish, slowest (baseline: 10 × 20 KB)",
        slowest(200_000),
        "ms",
    )
    .beside(10.0 * slowest(20_000))
    .at_most(GROWTH)
}

/// A usual answer.
fn answer(topic: &Topic) -> Value {
    let evidence = json!({ "sources": ["the page"], "quality": "strong", "gaps": [] });
    match topic {
        Topic::Act | Topic::Correct => json!({
            "thought": "I open the order.", "action": "click(1)", "confidence": 0.9,
            "strategy": "ALTERNATIVE_TOOL", "reason": "The button was covered.",
        }),
        Topic::Plan { .. } => {
            let step = json!({ "description": "Click \"Orders\"", "reasoning": "They are there.", "tool": "DOM", "expectedOutcome": "A list.", "required": false });
            json!({ "steps": vec![step; 6], "contingencies": [] })
        }
        Topic::Analyze => json!({
            "source": "PAGE", "requiredSources": ["PAGE"], "missingInfo": [], "searchQuery": null,
            "reasoning": "It stands there.", "confidence": 0.9, "evidence": evidence,
        }),
        Topic::Evaluate => json!({
            "solved": true, "summary": "It was found.", "reasoning": "It says so.", "confidence": 0.9,
            "evidence": evidence, "shouldRetry": false, "shouldAskUser": false, "refinedQuery": null,
        }),
        Topic::Complete { .. } => json!({
            "canProceed": true, "missingInformation": [], "userQuestion": null, "reasoning": "All is known.",
            "confidence": 0.9, "evidence": evidence,
        }),
        Topic::Health { .. } => {
            json!({ "valid": true, "reason": "It still fits.", "suggestedChanges": [], "needsFullReplan": false })
        }
        Topic::Glance | Topic::Judge { .. } => json!({
            "action_succeeded": true, "task_completed": false, "sub_task_completed": false, "confidence": 0.9, "reason": "It is seen.",
        }),
        Topic::Critique { .. } => {
            json!({ "approved": true, "confidence": 0.9, "reason": "It was asked for." })
        }
        Topic::Locate { .. } => json!({ "control": "1", "reason": "It stands there." }),
        Topic::Chat => json!({ "answer": "Seven orders are open." }),
    }
}

/// Milliseconds of one: the fastest sample, since what else runs here only ever adds.
fn time<T>(mut one: impl FnMut() -> T) -> f64 {
    let began = Instant::now();
    drop(black_box(one()));
    let first = ms_since(began);
    let repeats = (LEAST_MS / first.max(1e-6)).clamp(1.0, 10_000.0) as usize;
    let samples = (0..SAMPLES).map(|_| {
        let began = Instant::now();
        for _ in 0..repeats {
            drop(black_box(one()));
        }
        ms_since(began) / repeats as f64
    });
    samples.fold(f64::MAX, f64::min)
}
