//! What the kernel replies, as clients are told it.

use std::collections::BTreeSet;

use screen_agent_action::Action;
use screen_agent_action::expect::{Expectation, ExpectedChange, NextGoal};
use screen_agent_action::id::{SessionId, TaskId};
use screen_agent_action::status::TaskStatus;
use screen_agent_action::step::{Correction, Maker, Report, Step, Strategy, Verdict};
use screen_agent_gate::allow;
use screen_agent_gate::chain::{Chain, ChainReason, Link, Safe, checks};
use screen_agent_gate::stage::{AllowedAction, ProposedAction};
use screen_agent_gate::validate::validate;
use screen_agent_page::{DomMode, Node, NodeId, Observation, Role, State};
use screen_agent_think::plan::{Plan, PlannedStep, StepStatus};
use screen_agent_think::reason::{Analysis, Evidence, FactSource};
use screen_agent_think::search::{SearchQuery, Searched};
use screen_agent_turn::blocker::{Blocker, BlockerKind, RequiredField, Resolution};
use screen_agent_turn::event::Seen;
use screen_agent_turn::gate_case;
use screen_agent_turn::next::Reply;
use screen_agent_turn::task::Task;
use screen_agent_wire::extension::basis::DecisionBasis;
use screen_agent_wire::extension::response::StepCounts;
use screen_agent_wire::extension::{InteractData, Mirrored};
use serde_json::{Value, json};
use uuid::Uuid;

fn task() -> Task {
    let mut task = Task::new(
        TaskId::new(Uuid::from_u128(1)),
        "fill in Ada and Lovelace".to_owned(),
    );
    task.origins = BTreeSet::from(["https://shop.test".to_owned()]);
    task
}

fn screen() -> Observation {
    Observation {
        url: "https://shop.test/form".to_owned(),
        nodes: vec![
            Node::new("101", Role::Input, "First name"),
            Node::new("f1_2", Role::Input, "Last name"),
        ],
        ..Observation::default()
    }
}

fn set(id: &str, text: &str) -> Action {
    Action::SetValue {
        id: NodeId::new(id),
        text: text.to_owned(),
    }
}

fn allowed(action: Action, task: &Task) -> AllowedAction {
    let seen = Seen {
        screen: screen().into(),
        ..Seen::default()
    };
    let valid = validate(ProposedAction(action), &seen.screen).unwrap();
    let action = valid.action().clone();
    allow(valid, &gate_case(&action, task, &seen, None))
        .unwrap()
        .allowed
}

fn link(action: Action, description: &str, task: &Task) -> Link {
    let (level, checks) = checks(&action, None);
    Link {
        action: allowed(action, task),
        description: description.to_owned(),
        level,
        checks,
    }
}

/// What a link of these tests was decided on.
fn basis(id: &str) -> Value {
    told_basis(&link(set(id, ""), "", &task()))
}

fn told_basis(link: &Link) -> Value {
    serde_json::to_value(DecisionBasis::from(&link.action)).unwrap()
}

fn told(reply: &Reply, task: &Task) -> Value {
    let data = InteractData::from_reply(reply, task, SessionId::new(Uuid::from_u128(2)));
    serde_json::to_value(Mirrored::new(data.unwrap())).unwrap()
}

#[test]
fn a_chain_goes_out_with_its_first_action_mirrored() {
    let task = task();
    let links = vec![
        link(set("101", "Ada"), "Enter first name", &task),
        link(set("f1_2", "Lovelace"), "Enter last name", &task),
    ];
    let safe = Safe {
        reason: ChainReason::FormFill,
        container: Some("form#registration".to_owned()),
        confidence: 1.0,
    };
    let reply = Reply::Chain {
        thought: "I fill it in.".to_owned(),
        chain: Box::new(Chain::new(links, safe)),
        verdict: None,
    };
    let told = told(&reply, &task);
    assert_eq!(told["action"], json!("setValue(101, \"Ada\")"));
    assert_eq!(told["data"]["action"], told["action"]);
    assert_eq!(
        told["actions"],
        json!([
            {
                "action": "setValue(101, \"Ada\")",
                "description": "Enter first name",
                "index": 0,
                "targetElementId": 101,
                "basis": basis("101"),
                "actionType": "setValue",
                "verificationLevel": "client",
                "clientVerificationChecks": [
                    { "type": "value_matches", "elementId": 101, "expectedValue": "Ada" }
                ],
            },
            {
                "action": "setValue(\"f1_2\", \"Lovelace\")",
                "description": "Enter last name",
                "index": 1,
                "targetElementId": "f1_2",
                "basis": basis("f1_2"),
                "actionType": "setValue",
                "verificationLevel": "lightweight",
                "clientVerificationChecks": [
                    { "type": "value_matches", "elementId": "f1_2", "expectedValue": "Lovelace" }
                ],
            },
        ])
    );
    let metadata = json!({
        "totalActions": 2,
        "safeToChain": true,
        "chainReason": "FORM_FILL",
        "containerSelector": "form#registration",
        "defaultVerificationLevel": "client",
        "clientVerificationSufficient": true,
        "finalVerificationLevel": "lightweight",
        "estimatedDuration": 600,
    });
    assert_eq!(told["metadata"], metadata);
    let summary = json!({
        "totalActions": 2,
        "safeToChain": true,
        "chainReason": "FORM_FILL",
        "containerSelector": "form#registration",
        "estimatedDuration": 600,
    });
    assert_eq!(told["chainMetadata"], summary);
}

#[test]
fn more_is_wanted_exactly_as_the_kernel_wants_it() {
    for (mode, screenshot, skeleton, status, word) in [
        (DomMode::Hybrid, true, true, "needs_context", "hybrid"),
        (DomMode::Skeleton, false, true, "needs_context", "skeleton"),
        (DomMode::Full, false, false, "needs_full_dom", "full"),
    ] {
        let reply = Reply::NeedsContext {
            mode,
            screenshot,
            skeleton,
            reason: "look closer".to_owned(),
        };
        let told = told(&reply, &task());
        for (field, expected) in [
            ("status", json!(status)),
            ("requestedDomMode", json!(word)),
            ("needsScreenshot", json!(screenshot)),
            ("needsSkeletonDom", json!(skeleton)),
            ("reason", json!("look closer")),
        ] {
            assert_eq!(told[field], expected, "{word} {field}");
        }
    }
}

#[test]
fn a_question_says_what_stands_in_the_way_and_what_was_searched() {
    let mut task = task();
    task.thinking.reasoning.summary = Some("Two shops sell it.".to_owned());
    task.thinking.reasoning.searches = vec![Searched {
        query: SearchQuery {
            words: "cups".to_owned(),
            domain: None,
        },
        result: Ok(Default::default()),
    }];
    let blocker = Blocker {
        kind: BlockerKind::MfaRequired,
        description: "The page asks for a code.".to_owned(),
        message: "Please tell me the code.".to_owned(),
        resolutions: vec![Resolution::ProvideInChat, Resolution::UserActionOnWeb],
        fields: vec![RequiredField {
            name: "code".to_owned(),
            label: "Code".to_owned(),
            kind: "code".to_owned(),
            at: None,
        }],
        confidence: 0.5,
        retry_after: None,
    };
    let reply = Reply::Question {
        thought: "A code is needed.".to_owned(),
        question: "Which code?".to_owned(),
        missing: vec!["code".to_owned()],
        offers: Vec::new(),
        blocker: Some(Box::new(blocker)),
        verdict: None,
    };
    let data = InteractData::from_reply(&reply, &task, SessionId::new(Uuid::from_u128(2)))
        .unwrap()
        .on_page("https://shop.test/login");
    let told = serde_json::to_value(data).unwrap();
    let blocker = json!({
        "type": "mfa_required",
        "description": "The page asks for a code.",
        "userMessage": "Please tell me the code.",
        "resolutionMethods": ["provide_in_chat", "user_action_on_web"],
        "requiredFields": [{ "name": "code", "label": "Code", "type": "code" }],
        "confidence": 0.5,
        "pausedAtStep": 0,
        "pausedAtUrl": "https://shop.test/login",
    });
    assert_eq!(told["blockerInfo"], blocker);
    assert_eq!(told["status"], json!("needs_user_input"));
    assert_eq!(told["webSearchPerformed"], json!(true));
    assert_eq!(told["webSearchSummary"], json!("Two shops sell it."));
    let context = json!({
        "searchPerformed": true,
        "searchSummary": "Two shops sell it.",
        "reasoning": "A code is needed.",
    });
    assert_eq!(told["context"], context);
}

#[test]
fn a_plan_is_told_with_the_present_step() {
    let mut task = task();
    let step = |description: &str, status| PlannedStep {
        description: description.to_owned(),
        status,
        ..PlannedStep::default()
    };
    let mut plan = Plan {
        steps: vec![
            step("Enter the name", StepStatus::Completed),
            PlannedStep {
                expected: Some("A new order.".to_owned()),
                ..step("Send it", StepStatus::Active)
            },
        ],
        current: 1,
        created_ms: 1_769_767_200_000,
        ..Plan::default()
    };
    task.thinking.plan = Some(plan.clone());
    let reply = Reply::Act {
        thought: "I enter it.".to_owned(),
        action: allowed(set("101", "Ada"), &task),
        verdict: None,
        scroll_reason: None,
    };
    let told_plan = json!({
        "steps": [
            { "id": "step_0", "index": 0, "description": "Enter the name",
              "status": "completed", "toolType": "DOM" },
            { "id": "step_1", "index": 1, "description": "Send it", "status": "active",
              "toolType": "DOM", "expectedOutcome": { "description": "A new order." } },
        ],
        "currentStepIndex": 1,
        "createdAt": "2026-01-30T10:00:00.000Z",
    });
    let first = told(&reply, &task);
    assert_eq!(first["plan"], told_plan);
    assert_eq!(
        (&first["currentStep"], &first["totalSteps"]),
        (&json!(1), &json!(2))
    );
    // All done: the last step stays the present one.
    plan.current = 2;
    task.thinking.plan = Some(plan);
    assert_eq!(told(&reply, &task)["currentStep"], json!(1));
}

/// The action as it was before it became the outstanding step.
fn acting(action: Action) -> Reply {
    Reply::Act {
        thought: "I do it.".to_owned(),
        action: allowed(action, &task()),
        verdict: None,
        scroll_reason: None,
    }
}

fn step(index: u16, action: Action) -> Step {
    Step {
        index,
        thought: String::new(),
        action,
        target: None,
        expected: Expectation::default(),
        url: String::new(),
        report: Report::default(),
        verdict: None,
        by: Maker::default(),
        plan_step: None,
        correction: None,
    }
}

fn judged(step: Step, met: bool) -> Step {
    let verdict = Verdict {
        met,
        confidence: 1.0,
        reason: String::new(),
        tier: 1,
        evidence: Vec::new(),
        proof: Default::default(),
    };
    Step {
        verdict: Some(verdict),
        ..step
    }
}

#[test]
fn what_should_come_of_an_action_is_told_in_facts_of_the_document() {
    let mut task = task();
    task.status = TaskStatus::Executing;
    let expected = Expectation {
        description: "The list opens.".to_owned(),
        url_change: Some(false),
        changes: vec![
            ExpectedChange::State {
                id: NodeId::new("101"),
                state: State::Collapsed,
                holds: false,
            },
            ExpectedChange::Value {
                id: NodeId::new("f1_2"),
                value: "Ada".to_owned(),
            },
        ],
        next_goal: Some(NextGoal {
            description: "the list".to_owned(),
            role: Some("opt".to_owned()),
            required: true,
            ..NextGoal::default()
        }),
        ..Expectation::default()
    };
    task.steps = vec![Step {
        expected,
        ..step(0, set("101", "Ada"))
    }];
    let told = told(&acting(set("101", "Ada")), &task);
    let outcome = json!({
        "description": "The list opens.",
        "domChanges": {
            "urlShouldChange": false,
            "textToAppear": [],
            "elementsToAppear": [],
            "attributeChanges": [
                { "elementId": 101, "attribute": "aria-expanded", "expectedValue": "true" },
                { "elementId": "f1_2", "attribute": "value", "expectedValue": "Ada" },
            ],
        },
        "nextGoal": { "description": "the list", "role": "opt", "required": true },
    });
    assert_eq!(told["expectedOutcome"], outcome);
}

#[test]
fn where_the_facts_come_from_is_told_with_what_that_rests_on() {
    let mut task = task();
    let reply = acting(set("101", "Ada"));
    assert_eq!(told(&reply, &task)["reasoning"], Value::Null);
    task.thinking.reasoning.analysis = Some(Analysis {
        source: FactSource::WebSearch,
        required: Vec::new(),
        missing: Vec::new(),
        search_query: None,
        reasoning: "The page names no price.".to_owned(),
        confidence: 0.5,
        evidence: Evidence {
            sources: vec!["page".to_owned()],
            quality: "weak".to_owned(),
            gaps: vec!["the price".to_owned()],
        },
    });
    let reasoning = json!({
        "source": "WEB_SEARCH",
        "confidence": 0.5,
        "reasoning": "The page names no price.",
        "evidence": { "sources": ["page"], "quality": "weak", "gaps": ["the price"] },
    });
    assert_eq!(told(&reply, &task)["reasoning"], reasoning);
}

#[test]
fn the_status_says_what_an_action_is_for() {
    let mut task = task();
    task.status = TaskStatus::Executing;
    let waits = Action::Wait { seconds: 1.0 };
    let scrolls = Action::Scroll {
        down: true,
        pages: 1.0,
        id: None,
    };
    let correction = Correction {
        strategy: Strategy::AlternativeSelector,
        reason: "it moved".to_owned(),
        failed_step: 0,
    };
    for (outstanding, by_models, expected) in [
        (step(0, set("101", "Ada")), true, "executing"),
        (
            Step {
                correction: Some(correction),
                ..step(0, set("101", "Ada"))
            },
            true,
            "correcting",
        ),
        (
            Step {
                by: Maker::Rule,
                ..step(0, waits.clone())
            },
            false,
            "verifying",
        ),
        (step(0, waits), false, "executing"),
        (step(0, scrolls.clone()), true, "planning"),
        (step(0, scrolls), false, "executing"),
    ] {
        task.thinking.taken_over = by_models;
        let reply = acting(outstanding.action.clone());
        task.steps = vec![outstanding];
        assert_eq!(told(&reply, &task)["status"], expected, "{:?}", task.steps);
        task.steps.clear();
    }
}

#[test]
fn what_the_server_remembered_on_the_way_is_told_with_the_next_action() {
    let mut task = task();
    let recall = Action::Recall {
        key: "order".to_owned(),
        scope: Default::default(),
    };
    let recalled = Step {
        report: Report {
            success: Some(true),
            state: Some("order: 4711".to_owned()),
            ..Report::default()
        },
        ..judged(step(1, recall), true)
    };
    let before = judged(step(0, set("101", "Ada")), true);
    task.steps = vec![before.clone(), recalled, step(2, set("101", "Ada"))];
    let reply = acting(set("101", "Ada"));
    let result = json!({ "action": "recall", "success": true, "message": "order: 4711" });
    assert_eq!(told(&reply, &task)["toolAction"]["memoryResult"], result);
    task.steps
        .insert(2, judged(step(2, set("101", "Ada")), false));
    assert_eq!(
        told(&reply, &task)["toolAction"]["memoryResult"],
        Value::Null
    );
    let counts = StepCounts {
        total: 4,
        verified: 2,
        failed: 1,
        corrections: 0,
    };
    assert_eq!(StepCounts::from(&task), counts);
}

#[test]
fn a_client_without_forms_is_told_what_is_missing_in_the_question() {
    let task = task();
    let reply = Reply::Question {
        thought: String::new(),
        question: "Which size and colour?".to_owned(),
        missing: vec!["size".to_owned(), "delivery date".to_owned()],
        offers: Vec::new(),
        blocker: None,
        verdict: None,
    };
    let data = InteractData::from_reply(&reply, &task, SessionId::new(Uuid::from_u128(2)));
    let asked = data.unwrap().without_forms().user_question;
    assert_eq!(
        asked.as_deref(),
        Some("Which size and colour?\n- delivery date")
    );
}
