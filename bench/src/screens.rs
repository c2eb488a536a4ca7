//! Pages as the kernel sees them, of any size, and what a model may be told in mid-task.

use std::sync::Arc;

use screen_agent_action::Action;
use screen_agent_action::id::TaskId;
use screen_agent_action::step::{Report, Step, Verdict};
use screen_agent_page::{Line, Node, NodeId, Observation, Role, Run, ViewportSize};
use screen_agent_think::models::ModelLimits;
use screen_agent_think::plan::{Plan, PlannedStep};
use screen_agent_think::recollect::{Recollection, Remark, Speaker};
use screen_agent_think::search::{Finding, Found, SearchQuery, Searched};
use screen_agent_think::{Brief, Topic};
use screen_agent_turn::task::Task;
use screen_agent_turn::verify::expect;
use uuid::Uuid;

/// The model that is written for: one with a window of 32k tokens that sees no pictures.
pub const LIMITS: ModelLimits = ModelLimits {
    window: 32_768,
    pictures: false,
    task_tokens: 0,
    task_micros: 0,
};

/// What the person asks in every measure.
const QUERY: &str = "find the order of Perihelion, and then pack it";

/// A page with so many controls in rows of four, each with a few words.
pub fn screen_of(controls: usize) -> Observation {
    let rows = (controls / 4).max(1);
    Observation {
        url: "https://shop.test/orders".into(),
        title: "Orders".into(),
        viewport: Some(ViewportSize {
            width: 1280.0,
            height: 800.0,
        }),
        nodes: (0..rows).flat_map(controls_of).collect(),
        lines: (0..rows).map(line_of).collect(),
        scroll_position: Some("0%".into()),
        ..Observation::default()
    }
}

fn controls_of(row: usize) -> [Node; 4] {
    let node = |place: usize, role: &str, name: String| {
        Node::new(id(row, place).as_str(), Role::parse(role), name)
    };
    let mut note = node(1, "inp", format!("Note {row}"));
    note.value = Some(format!("v{row}"));
    [
        node(0, "link", format!("Order {row}")),
        note,
        node(2, "sel", format!("State {row}")),
        node(3, "btn", format!("Pack {row}")),
    ]
}

fn line_of(row: usize) -> Line {
    let mut runs = vec![Run::Text(format!("Ordered on day {row} by customer {row}"))];
    runs.extend((0..4).map(|place| Run::Node(id(row, place))));
    Line {
        runs,
        ..Line::default()
    }
}

fn id(row: usize, place: usize) -> NodeId {
    NodeId::new((row * 4 + place + 1).to_string())
}

/// A task with nothing done yet.
pub fn task() -> Task {
    Task::new(TaskId::new(Uuid::nil()), QUERY.into())
}

/// A click on the first control, sent and not yet looked at.
pub fn clicked(screen: &Observation) -> Step {
    let action = Action::Click {
        id: NodeId::new("1"),
    };
    Step {
        index: 0,
        thought: "I open the order.".into(),
        expected: expect(&action, screen.nodes.first(), &screen.url),
        action,
        target: None,
        url: screen.url.clone(),
        report: Report {
            success: Some(true),
            ..Report::default()
        },
        verdict: None,
        by: Default::default(),
        plan_step: None,
        correction: None,
    }
}

/// Each topic, once.
pub fn topics() -> Vec<Topic> {
    vec![
        Topic::Analyze,
        Topic::Evaluate,
        Topic::Complete {
            missing: vec!["the order's number".into()],
        },
        Topic::Plan { why: None },
        Topic::Health {
            change: "the address is another one".into(),
        },
        Topic::Act,
        Topic::Correct,
        Topic::Glance,
        Topic::Judge { claim: None },
        Topic::Critique {
            action: Action::Click {
                id: NodeId::new("1"),
            },
            why: "It is what was asked for.".into(),
        },
        Topic::Chat,
    ]
}

/// All that a model may be told of a topic two steps into a planned task, with everything allowed.
pub fn brief(topic: Topic, seen: Arc<Observation>) -> Brief {
    let searched = matches!(topic, Topic::Evaluate | Topic::Complete { .. });
    Brief {
        query: QUERY.into(),
        answers: Vec::new(),
        today: "2026-01-15".into(),
        file: None,
        steps: vec![done(clicked(&seen), true), done(clicked(&seen), false)],
        plan: Some(plan()),
        refused: Vec::new(),
        changes: vec!["address: the same".to_owned()],
        not_done: None,
        memory: [("order".to_owned(), "PE-2217".to_owned())].into(),
        recalled: recalled(),
        searches: if searched { vec![found()] } else { Vec::new() },
        summary: None,
        resolution: Default::default(),
        limits: LIMITS,
        can_search: true,
        can_chain: true,
        repair: None,
        secrets: Default::default(),
        topic,
        seen,
    }
}

fn done(step: Step, met: bool) -> Step {
    let verdict = Verdict {
        met,
        confidence: 0.9,
        reason: "nothing changed".into(),
        tier: 1,
        evidence: Vec::new(),
        proof: screen_agent_action::step::Proof::default(),
    };
    Step {
        verdict: Some(verdict),
        ..step
    }
}

fn plan() -> Plan {
    let step = |words: &str| PlannedStep {
        description: words.into(),
        ..PlannedStep::default()
    };
    Plan {
        steps: vec![
            step("Click \"Orders\""),
            step("Type \"Perihelion\" into \"Search\""),
            step("Click \"Pack\" beside the order of Perihelion"),
            step("Verify that the order is packed"),
        ],
        current: 1,
        ..Plan::default()
    }
}

fn recalled() -> Recollection {
    let remark = |speaker, words: &str| Remark {
        speaker,
        words: words.into(),
        at_ms: 1,
    };
    Recollection {
        remarks: vec![
            remark(Speaker::Person, "Which orders are open?"),
            remark(Speaker::Agent, "Seven of them, the oldest from Monday."),
        ],
        ..Recollection::default()
    }
}

fn found() -> Searched {
    let finding = |number: u8| Finding {
        title: format!("How orders are packed, part {number}"),
        url: format!("https://help.test/{number}"),
        text: "An order is packed with the button beside it, once its state is open. ".repeat(4),
    };
    Searched {
        query: SearchQuery {
            words: "how to pack an order".into(),
            domain: Some("shop.test".into()),
        },
        result: Ok(Found {
            answer: None,
            findings: (1..=3).map(finding).collect(),
            widened: false,
        }),
    }
}
