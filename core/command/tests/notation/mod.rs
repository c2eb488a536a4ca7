//! Screens written down as text, and a page that does what it is told.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::sync::Arc;

use screen_agent_action::ask::{Answer, Notes};
use screen_agent_action::ask::{Ask, Decision, Order, Proposal};
use screen_agent_action::expect::Expectation;
use screen_agent_action::ledger::{Clause, Standing, standing};
use screen_agent_action::step::{Maker, Report, Step, TargetPrint, Verdict};
use screen_agent_action::{Action, print};
use screen_agent_command::propose;
use screen_agent_page::{Facts, Line, LineKind, Node, NodeId, Observation, Rect, Role, Run, State};

/// Carries an instruction out on a screen; the actions, and how it ended unless it simply finished.
pub fn play(screen: &str, query: &str) -> Vec<String> {
    run(screen, query).0
}

/// Each case: an instruction, and the actions that it comes to on this screen. All that go wrong are told at once.
pub fn check(screen: &str, cases: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (query, expected) in cases {
        let played = play(screen, query);
        if played != *expected {
            wrong.push(format!(
                "{query}\n  expected {expected:?}\n  played   {played:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}\n{screen}", wrong.join("\n"));
}

/// Whether every clause of an instruction is seen to be done in the end; nothing where the end is not reached.
pub fn is_verified(screen: &str, query: &str) -> Option<bool> {
    let ledger = run(screen, query).1;
    (!ledger.is_empty()).then(|| standing(&ledger) == Standing::Verified)
}

fn run(screen: &str, query: &str) -> (Vec<String>, Vec<Clause>) {
    let mut seen = read(screen);
    let (mut steps, mut notes, mut out) = (Vec::new(), Notes::new(), Vec::new());
    for _ in 0..30 {
        let ask = Ask {
            steps: steps.clone(),
            notes: notes.clone(),
            ..asked(&seen, query)
        };
        let proposal = propose(&ask);
        notes = proposal.notes;
        match proposal.decision {
            Decision::Act {
                action: Action::Finish { text, .. },
            } => {
                let told = text.filter(|text| !text.starts_with("Done"));
                out.extend(told.map(|text| format!("finish {text}")));
                return (out, proposal.ledger);
            }
            Decision::Act { action } => {
                out.push(print(&action).to_string());
                steps.push(step(&seen, steps.len(), action.clone()));
                apply(&mut seen, &action);
            }
            Decision::Question { .. } => {
                out.push("ask".into());
                break;
            }
            Decision::GiveUp { .. } => {
                out.push("give up".into());
                break;
            }
        }
    }
    (out, Vec::new())
}

/// The first proposal for an instruction on a screen.
pub fn first(screen: &str, query: &str) -> Proposal {
    first_on(&read(screen), query)
}

/// The same on a screen that was read already.
pub fn first_on(screen: &Observation, query: &str) -> Proposal {
    propose(&asked(screen, query))
}

/// What is asked of an instruction on a screen, before anything was done.
pub fn asked(screen: &Observation, query: &str) -> Ask {
    Ask {
        order: Order::Step(query.into()),
        answers: Vec::new(),
        seen: Arc::new(screen.clone()),
        steps: Vec::new(),
        notes: Notes::new(),
        refused: Vec::new(),
        today: "2026-03-04".into(),
        backed: false,
        locates: false,
        located: None,
        files: Vec::new(),
    }
}

/// Carries an instruction out where each action leads to the next screen, and the person answers
/// what they are asked; the actions and questions.
pub fn follow(screens: &[&str], query: &str, answers: &[&str]) -> Vec<String> {
    lead(screens, query, answers).0
}

/// The same with what is claimed in the end.
pub fn through(screens: &[&str], query: &str) -> (Vec<String>, Vec<Clause>) {
    lead(screens, query, &[])
}

fn lead(screens: &[&str], query: &str, answers: &[&str]) -> (Vec<String>, Vec<Clause>) {
    let (mut steps, mut notes, mut said, mut out) =
        (Vec::new(), Notes::new(), Vec::new(), Vec::new());
    for _ in 0..30 {
        let seen = read(screens[steps.len().min(screens.len() - 1)]);
        let ask = Ask {
            answers: said.clone(),
            steps: steps.clone(),
            notes: notes.clone(),
            ..asked(&seen, query)
        };
        let proposal = propose(&ask);
        notes = proposal.notes;
        match proposal.decision {
            Decision::Act { action } if action.is_terminal() => {
                out.push(print(&action).split('(').next().unwrap().to_owned());
                return (out, proposal.ledger);
            }
            Decision::Act { action } => {
                out.push(print(&action).to_string());
                let mut done = step(&seen, steps.len(), action);
                let next = read(screens[(steps.len() + 1).min(screens.len() - 1)]);
                let fresh = next
                    .nodes
                    .iter()
                    .filter(|node| seen.node(&node.id).is_none());
                let verdict = done.verdict.as_mut().unwrap();
                verdict.evidence = fresh
                    .map(|node| format!("new: {} {}", node.id.as_str(), node.role.code()))
                    .collect();
                if seen.nodes.iter().all(|node| next.node(&node.id).is_none()) {
                    let note = "another page, or the same loaded anew";
                    verdict.evidence.push(note.into());
                }
                steps.push(done);
            }
            Decision::Question { question, .. } => {
                out.push(format!("ask {question}"));
                let Some(answer) = answers.get(said.len()) else {
                    break;
                };
                said.push(Answer {
                    question,
                    answer: serde_json::from_value((*answer).into()).unwrap(),
                });
            }
            Decision::GiveUp { .. } => {
                out.push("give up".into());
                break;
            }
        }
    }
    (out, Vec::new())
}

/// What comes after an action of which the client cannot say whether it was performed, and whose effect was
/// seen to be missing.
pub fn after_a_lost_step(screen: &str, query: &str) -> String {
    let first = asked(&read(screen), query);
    let proposal = propose(&first);
    let Decision::Act { action } = proposal.decision else {
        return "no action".into();
    };
    let mut lost = step(&first.seen, 0, action);
    lost.report.success = None;
    if let Some(verdict) = &mut lost.verdict {
        verdict.met = false;
    }
    let again = Ask {
        steps: vec![lost],
        notes: proposal.notes,
        ..first
    };
    match propose(&again).decision {
        Decision::Act { action } => print(&action).to_string(),
        _ => "no action".into(),
    }
}

pub fn step(seen: &Observation, index: usize, action: Action) -> Step {
    let target = action
        .target()
        .and_then(|id| seen.node(id))
        .map(|node| TargetPrint {
            role: node.role.code().into(),
            name: node.name.clone(),
            ..TargetPrint::default()
        });
    Step {
        index: u16::try_from(index).unwrap(),
        thought: String::new(),
        target,
        expected: Expectation::default(),
        url: "https://page.example/".into(),
        report: Report {
            success: Some(true),
            ..Report::default()
        },
        verdict: Some(Verdict {
            met: true,
            confidence: 1.0,
            reason: String::new(),
            tier: 1,
            evidence: Vec::new(),
            proof: screen_agent_action::step::Proof::Expected,
        }),
        action,
        by: Maker::Engine,
        plan_step: None,
        correction: None,
    }
}

/// The page does what it is told.
fn apply(seen: &mut Observation, action: &Action) {
    let Some(id) = action.target().cloned() else {
        return;
    };
    let node = seen
        .nodes
        .iter_mut()
        .find(|node| node.id == id)
        .expect("the target is on the screen");
    match action {
        Action::SetValue { text, .. } if node.facts.input_type.as_deref() == Some("password") => {
            assert!(!text.is_empty());
            node.states.push(State::Filled);
        }
        Action::SetValue { text, .. } => node.value = Some(text.clone()),
        Action::Check { .. } => node.states.push(State::Checked),
        Action::Uncheck { .. } => node.states.retain(|state| *state != State::Checked),
        Action::SelectDropdown { choice, .. } => node.value.clone_from(&choice.text),
        Action::Click { .. } if node.is(State::Collapsed) => node.states = vec![State::Expanded],
        _ => {}
    }
}

/// Reads a screen: one line of it per line of text, controls in square brackets.
pub fn read(screen: &str) -> Observation {
    let mut seen = Observation {
        url: "https://page.example/".into(),
        ..Observation::default()
    };
    for (at, text) in screen
        .lines()
        .filter(|line| !line.trim().is_empty())
        .enumerate()
    {
        let y = f64::from(u32::try_from(at).unwrap()) * 24.0;
        if text == "more below" {
            seen.scroll_position = Some("40%".into());
            continue;
        }
        let (kind, rest) = kind_of(text);
        let mut line = Line {
            kind,
            rect: Some(Rect {
                x: 0.0,
                y,
                w: 400.0,
                h: 20.0,
            }),
            ..Line::default()
        };
        pieces(rest, y, &mut line, &mut seen);
        seen.lines.push(line);
    }
    seen
}

fn kind_of(text: &str) -> (LineKind, &str) {
    for (mark, kind) in [
        ("|| ", LineKind::HeaderRow),
        ("| ", LineKind::Row),
        ("# ", LineKind::Heading(1)),
        ("## ", LineKind::Heading(2)),
        ("### ", LineKind::Heading(3)),
        ("- ", LineKind::Item),
        ("! ", LineKind::Dialog),
    ] {
        if let Some(rest) = text.strip_prefix(mark) {
            return (kind, rest);
        }
    }
    (LineKind::Plain, text)
}

fn pieces(text: &str, y: f64, line: &mut Line, seen: &mut Observation) {
    let mut rest = text;
    while !rest.trim().is_empty() {
        if let Some(inner) = rest.trim_start().strip_prefix('[') {
            let end = inner.find(']').expect("a control ends with ]");
            let node = control(&inner[..end], line.runs.len(), y);
            line.runs.push(Run::Node(node.id.clone()));
            seen.nodes.push(node);
            rest = &inner[end + 1..];
        } else if let Some(after) = rest.trim_start().strip_prefix('|') {
            line.runs.push(Run::Cell);
            rest = after;
        } else {
            let end = rest.find(['[', '|']).unwrap_or(rest.len());
            line.runs.push(Run::Text(rest[..end].trim().into()));
            rest = &rest[end..];
        }
    }
}

/// `7 btn "Save" disabled value=x type=y opts=a;b group=g popup=p at=x,y,w,h`.
fn control(text: &str, at: usize, y: f64) -> Node {
    let (head, rest) = text
        .split_once('"')
        .expect("a control has a name in quotation marks");
    let (name, tail) = rest.split_once('"').expect("the name ends");
    let mut head = head.split_whitespace();
    let mut node = Node {
        id: NodeId::new(head.next().unwrap()),
        role: Role::parse(head.next().unwrap()),
        name: name.into(),
        value: None,
        states: Vec::new(),
        at: None,
        rect: Some(Rect {
            x: f64::from(u32::try_from(at).unwrap()) * 80.0,
            y,
            w: 70.0,
            h: 20.0,
        }),
        frame: 0,
        frame_origin: None,
        scroll: None,
        covered: false,
        color: None,
        facts: Facts {
            tag: Some("x".into()),
            ..Facts::default()
        },
    };
    for word in tail.split_whitespace() {
        match word.split_once('=') {
            Some(("value", value)) => node.value = Some(value.into()),
            Some(("type", value)) => node.facts.input_type = Some(value.into()),
            Some(("opts", value)) => {
                node.facts.options = value.split(';').map(str::to_owned).collect()
            }
            Some(("tag", value)) => node.facts.tag = Some(value.into()),
            Some(("group", value)) => node.facts.group = Some(value.into()),
            Some(("form", value)) => node.facts.form = value.parse().ok(),
            Some(("color", value)) => node.color = Some(value.into()),
            Some(("popup", value)) => node.facts.popup = Some(value.into()),
            Some(("at", value)) => {
                let sides: Vec<f64> = value.split(',').map(|side| side.parse().unwrap()).collect();
                let [x, y, w, h] = sides[..] else {
                    panic!("at=x,y,w,h")
                };
                node.rect = Some(Rect { x, y, w, h });
            }
            _ => node.states.extend(State::parse_list(word)),
        }
    }
    node
}
