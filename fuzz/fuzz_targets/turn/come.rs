//! What comes in next: mostly what the turn waits for.

use std::sync::Arc;

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use screen_agent_gate::approval::{ApprovalAnswer, ApprovalScope};
use screen_agent_action::ask::{Decision, Proposal, ProposeFailure};
use screen_agent_turn::next::Call;
use screen_agent_turn::event::{Capabilities, Event, Seen};
use screen_agent_think::models::{ModelLimits, ModelReply, Spent, ThinkFailure};
use screen_agent_think::recollect::{PastTask, Recollection, Remark, Speaker};
use screen_agent_think::search::{Finding, Found, SearchFailure};
use screen_agent_action::step::Report;
use screen_agent_action::status::TaskStatus;
use screen_agent_page::{Line, Node, NodeId, Observation, Role, Run, State};

use crate::say;

/// What it costs is bounded, so that running out of it is met, too.
const LIMITS: ModelLimits = ModelLimits {
    window: 8_192,
    pictures: false,
    task_tokens: 40_000,
    task_micros: 0,
};

/// The next event: one that fits, but for one time in eight.
pub(crate) fn next(bytes: &mut Unstructured<'_>, last: Option<&Call>) -> Result<Event> {
    if bytes.is_empty() {
        return Err(libfuzzer_sys::arbitrary::Error::NotEnoughData);
    }
    if bytes.ratio(1, 8)? {
        return stray(bytes);
    }
    match last {
        None => look(bytes),
        Some(Call::Think { brief }) if !bytes.ratio(1, 20)? => {
            thought(say::answer(bytes, &brief.topic)?)
        }
        Some(Call::Think { .. }) => think_failed(bytes),
        Some(Call::Search { .. }) => searched(bytes),
        Some(Call::Recall { .. }) => recalled(bytes),
        Some(_) => proposed(bytes),
    }
}

fn stray(bytes: &mut Unstructured<'_>) -> Result<Event> {
    Ok(match bytes.int_in_range(0..=8)? {
        0 => Event::Stopped,
        1 => Event::Resumed {
            said: bytes.ratio(1, 2)?.then(|| "b".to_owned()),
        },
        2 => thought(bytes.arbitrary::<&str>()?.to_owned())?,
        3 => think_failed(bytes)?,
        4 => searched(bytes)?,
        5 => recalled(bytes)?,
        6 => proposed(bytes)?,
        _ => look(bytes)?,
    })
}

fn thought(text: String) -> Result<Event> {
    let spent = Spent {
        calls: 1,
        prompt_tokens: 500,
        completion_tokens: 50,
        micros: 1,
    };
    Ok(Event::Thought {
        said: ModelReply {
            text,
            degraded: false,
            spent,
        },
    })
}

fn think_failed(bytes: &mut Unstructured<'_>) -> Result<Event> {
    let failure = *bytes.choose(&[
        ThinkFailure::TimedOut,
        ThinkFailure::Unavailable,
        ThinkFailure::OverBudget,
    ])?;
    let spent = Spent::default();
    Ok(Event::ThinkFailed { failure, spent })
}

fn searched(bytes: &mut Unstructured<'_>) -> Result<Event> {
    let result = if bytes.ratio(1, 4)? {
        Err(*bytes.choose(&[SearchFailure::TimedOut, SearchFailure::Unavailable])?)
    } else {
        let finding = Finding {
            title: say::words(bytes)?,
            url: "https://a.test/".to_owned(),
            text: say::words(bytes)?,
        };
        Ok(Found {
            answer: bytes.ratio(1, 2)?.then(|| "So.".to_owned()),
            findings: vec![finding; bytes.int_in_range(0..=3)?],
            widened: bytes.arbitrary()?,
        })
    };
    Ok(Event::Searched { result })
}

fn recalled(bytes: &mut Unstructured<'_>) -> Result<Event> {
    let remark = Remark {
        speaker: *bytes.choose(&[Speaker::Person, Speaker::Agent])?,
        words: say::words(bytes)?,
        at_ms: 1,
    };
    let past = PastTask {
        query: say::words(bytes)?,
        status: TaskStatus::Completed,
        result: None,
        at_ms: 1,
    };
    let recollection = Recollection {
        remarks: vec![remark; bytes.int_in_range(0..=3)?],
        tasks: vec![past; bytes.int_in_range(0..=2)?],
        ..Recollection::default()
    };
    Ok(Event::Recalled {
        recollection: Box::new(recollection),
    })
}

fn proposed(bytes: &mut Unstructured<'_>) -> Result<Event> {
    let decision = match bytes.int_in_range(0..=11)? {
        0 => {
            let failure = ProposeFailure::Unreadable {
                why: "two".to_owned(),
            };
            return Ok(Event::ProposeFailed { failure });
        }
        1 => Decision::Question {
            question: "Which?".to_owned(),
            missing: vec!["date".to_owned()],
        },
        2..=7 => Decision::GiveUp {
            reason: "No idea.".to_owned(),
        },
        _ => Decision::Act {
            action: say::action(bytes)?,
        },
    };
    Ok(Event::Proposed {
        proposal: Box::new(Proposal::new("So.", decision)),
    })
}

fn look(bytes: &mut Unstructured<'_>) -> Result<Event> {
    let [approvals, negotiate, chain, thinks, can_search, _, _, _] = flags(bytes)?;
    let [said, answered, allow, reports, success, dom, url, passed] = flags(bytes)?;
    let approval = ApprovalAnswer {
        fingerprint: "x".to_owned(),
        allow,
        scope: ApprovalScope::Once,
    };
    let words = if said { Some(say::words(bytes)?) } else { None };
    let report = Report {
        success: reports.then_some(success),
        dom: reports.then_some(dom),
        url: reports.then_some(url),
        passed: reports.then_some(passed),
        ..Report::default()
    };
    let client = Capabilities {
        approvals,
        negotiate,
        chain,
        ..Capabilities::default()
    };
    let seen = Seen {
        screen: Arc::new(screen(bytes)?),
        report,
        words,
        approval: answered.then_some(approval),
        client,
        now_ms: bytes.int_in_range(0..=100_000)?,
        today: "2026-01-15".to_owned(),
        models: (thinks || can_search).then_some(LIMITS),
        can_search,
        ..Seen::default()
    };
    Ok(Event::Observed {
        seen: Box::new(seen),
    })
}

fn flags(bytes: &mut Unstructured<'_>) -> Result<[bool; 8]> {
    let byte: u8 = bytes.arbitrary()?;
    Ok(std::array::from_fn(|bit| byte & (1 << bit) != 0))
}

fn screen(bytes: &mut Unstructured<'_>) -> Result<Observation> {
    let url = bytes.choose(&[
        "https://shop.test/",
        "https://shop.test/b",
        "https://pay.test/",
        "::",
        "",
    ])?;
    let nodes: Result<Vec<Node>> = (0..bytes.int_in_range(0..=6)?)
        .map(|_| control(bytes))
        .collect();
    let lines: Result<Vec<Line>> = (0..bytes.int_in_range(0..=3)?)
        .map(|_| line(bytes))
        .collect();
    Ok(Observation {
        url: (*url).to_owned(),
        title: say::words(bytes)?,
        nodes: nodes?,
        lines: lines?,
        scroll_position: bytes
            .choose(&[None, Some("0%"), Some("100%")])?
            .map(str::to_owned),
        ..Observation::default()
    })
}

fn line(bytes: &mut Unstructured<'_>) -> Result<Line> {
    Ok(Line {
        runs: vec![Run::Text(say::words(bytes)?)],
        ..Line::default()
    })
}

fn control(bytes: &mut Unstructured<'_>) -> Result<Node> {
    let id = NodeId::new(bytes.int_in_range(1..=9_u8)?.to_string());
    let role = Role::parse(bytes.choose(&["btn", "inp", "chk", "sel", "link", "el"])?);
    let name = bytes.choose(&["Go", "Password", "Close", "Code", ""])?;
    let states = if bytes.ratio(1, 4)? {
        vec![*bytes.choose(&State::ALL)?]
    } else {
        Vec::new()
    };
    Ok(Node {
        covered: bytes.ratio(1, 8)?,
        value: bytes.ratio(1, 3)?.then(|| "a".to_owned()),
        states,
        ..Node::new(id.as_str(), role, *name)
    })
}
