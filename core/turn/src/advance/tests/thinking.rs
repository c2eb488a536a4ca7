//! The turn with models in it: who is asked what, in which order, and what is made of the answers.

use serde_json::{Value, json};

use super::*;
use crate::event::{Capabilities, Seen};
use crate::open_question::OpenQuestion;
use screen_agent_action::step::Maker;
use screen_agent_think::models::{ModelLimits, ModelReply, Spent, ThinkFailure};
use screen_agent_think::recollect::Recollection;
use screen_agent_think::search::{Finding, Found};

/// A look by a client behind whose server models stand.
fn seen(screen: Observation) -> Seen {
    Seen {
        models: Some(ModelLimits {
            window: 8_192,
            pictures: false,
            task_tokens: 0,
            task_micros: 0,
        }),
        client: Capabilities {
            approvals: true,
            ..Capabilities::default()
        },
        ..testing_seen(screen)
    }
}

fn testing_seen(screen: Observation) -> Seen {
    crate::testing::seen(screen)
}

fn looks(seen: Seen) -> Event {
    Event::Observed {
        seen: Box::new(seen),
    }
}

fn says(text: impl std::fmt::Display) -> Event {
    Event::Thought {
        said: ModelReply {
            text: text.to_string(),
            degraded: false,
            spent: Spent {
                calls: 1,
                prompt_tokens: 100,
                completion_tokens: 10,
                micros: 5,
            },
        },
    }
}

fn recalls() -> Event {
    Event::Recalled {
        recollection: Box::new(Recollection::default()),
    }
}

fn gives_up() -> Event {
    decided(Decision::GiveUp {
        reason: "I do not understand.".to_owned(),
    })
}

fn analysis(source: &str, confidence: f32) -> Value {
    json!({
        "source": source, "missingInfo": [], "searchQuery": "how to", "reasoning": "So.",
        "confidence": confidence, "evidence": {"sources": [], "quality": "high", "gaps": []},
    })
}

fn plan(steps: &[&str]) -> Value {
    let steps: Vec<Value> = steps
        .iter()
        .map(|step| json!({"description": step, "reasoning": "So.", "toolType": "DOM"}))
        .collect();
    json!({ "steps": steps })
}

fn judgement(done: bool) -> Value {
    json!({
        "action_succeeded": true, "task_completed": done, "confidence": 0.9, "reason": "Seen.",
        "answer": "It is done.",
    })
}

fn act(action: &str) -> Value {
    json!({"thought": "So.", "action": action, "confidence": 0.95})
}

impl Play {
    /// What the turn is waiting for: the effect, and what about.
    fn waits(&self) -> String {
        match &self.next {
            Next::Await(Call::Think { brief }) => format!("think {}", brief.topic.word()),
            Next::Await(Call::Search { query }) => format!("search {}", query.words),
            Next::Await(Call::Recall { .. }) => "recall".to_owned(),
            Next::Await(Call::Propose { ask }) => format!("engine {}", ask.order.text()),
            other => panic!("waits for nothing: {other:?}"),
        }
    }
}

fn shop() -> Observation {
    screen(vec![
        node("1", "inp", "Search books"),
        node("2", "btn", "Search"),
        node("3", "link", "Orders"),
    ])
}

#[test]
fn a_simple_task_that_the_engine_is_sure_of_asks_no_model() {
    let play = Play::of("click Orders").on(looks(seen(shop())));
    assert_eq!(play.waits(), "engine click Orders");
    let play = play.propose(click("3"));
    assert_eq!(play.sent(), &click("3"));
    let orders = at(screen(vec![]), "https://shop.test/orders");
    let play = play.on(looks(seen(orders)));
    assert_eq!(play.waits(), "engine click Orders");
    assert_eq!(play.task.thinking.spent, Spent::default());
}

#[test]
fn a_simple_task_takes_one_call_a_step() {
    let play = Play::of("click the third thing").on(looks(seen(shop())));
    let play = play.on(gives_up());
    assert_eq!(play.waits(), "recall");
    let play = play.on(recalls());
    assert_eq!(play.waits(), "think act");
    let play = play.on(says(act("click(3)")));
    assert_eq!(play.sent(), &click("3"));
    assert_eq!(play.task.thinking.spent.calls, 1);
    assert_eq!(play.task.steps[0].by, Maker::Model);

    let mut orders = at(
        screen(vec![node("9", "link", "Back")]),
        "https://shop.test/orders",
    );
    orders.title = "Orders".to_owned();
    let play = play.on(looks(seen(orders)));
    let play = match &play.next {
        Next::Await(Call::Think { .. }) => {
            assert_eq!(play.waits(), "think glance");
            play.on(says(judgement(true)))
        }
        _ => play,
    };
    assert!(matches!(play.sent(), Action::Finish { success: true, .. }));
    assert_eq!(play.task.status, TaskStatus::Completed);
    assert!(play.task.thinking.spent.calls <= 2);
}

/// The turns before the first step of a planned task.
fn planned(query: &str, steps: &[&str]) -> Play {
    let play = Play::of(query)
        .on(looks(seen(shop())))
        .on(gives_up())
        .on(recalls());
    assert_eq!(play.waits(), "think plan");
    play.on(says(plan(steps)))
}

/// The same, once the plan's first step was carried out and seen to work.
fn under_way() -> Play {
    let play = planned("find a book and then open it", &STEPS).propose(set("1", "dune"));
    let typed = screen(vec![
        holding("1", "inp", "Search books", "dune"),
        node("2", "btn", "Search"),
        node("3", "link", "Orders"),
    ]);
    let play = play.on(looks(seen(typed)));
    match play.waits().as_str() {
        "recall" => play.on(recalls()),
        _ => play,
    }
}

#[test]
fn a_step_that_the_engine_cannot_do_may_be_called_done_and_the_look_at_the_end_may_not() {
    let play = under_way().on(gives_up());
    assert_eq!(play.waits(), "think act");
    let play = play.on(says(json!({"thought": "It is so.", "step_done": true})));
    assert_eq!(play.task.thinking.plan.as_ref().unwrap().current, 2);
    assert_eq!(play.waits(), "think judge");
    let play = play.on(says(judgement(false)));
    // The page may have been slow: what to do instead is asked of a new look.
    assert_eq!(play.sent(), &Action::Wait { seconds: 1.0 });
    let play = play.on(looks(seen(shop()))).on(recalls());
    let mut play = play.on(gives_up());
    for _ in 0..2 {
        assert_eq!(play.waits(), "think act");
        play = play.on(says(json!({"thought": "It is so.", "step_done": true})));
    }
    assert_eq!(play.waits(), "think act");
    let Next::Await(Call::Think { brief }) = &play.next else {
        panic!()
    };
    assert_eq!(brief.not_done.as_deref(), Some("Seen."));
    let play = play.on(says(json!({"thought": "It is so.", "step_done": true})));
    assert!(matches!(play.sent(), Action::Fail { .. }));
}

#[test]
fn a_secret_in_a_step_that_the_engine_carries_out_is_typed_as_it_was_told() {
    let sign_in = || {
        let mut field = node("1", "inp", "Password");
        field.facts.input_type = Some("password".to_owned());
        seen(screen(vec![field, node("2", "btn", "Go")]))
    };
    let steps = [
        "Type \"{{secret1}}\" into \"Password\"",
        "Click \"Go\"",
        "Verify that it is open",
    ];
    let play = Play::of("log in with the password hunter2hunter and then open it")
        .on(looks(sign_in()))
        .on(gives_up())
        .on(recalls())
        .on(says(plan(&steps)))
        .propose(set("1", "{{secret1}}"));
    assert_eq!(play.sent(), &set("1", "hunter2hunter"));
    assert!(
        !serde_json::to_string(&play.task.steps)
            .unwrap()
            .contains("hunter2hunter")
    );
}

#[test]
fn what_stands_for_nothing_is_never_typed() {
    let play = under_way().propose(set("1", "{{secret1}}"));
    assert_eq!(play.waits(), "think act");
    let Next::Await(Call::Think { brief }) = &play.next else {
        panic!()
    };
    assert!(brief.refused[0].why.contains("{{secret1}}"));
}

#[test]
fn a_model_is_asked_from_where_the_engine_began_to_look() {
    let scrolled = |depth: &str| {
        let mut page = shop();
        page.scroll_position = Some(depth.to_owned());
        seen(page)
    };
    let down = Action::Scroll {
        down: true,
        pages: 0.8,
        id: None,
    };
    let play = Play::of("click the odd thing").on(looks(scrolled("0%")));
    let play = play.propose(down).on(looks(scrolled("50%"))).on(gives_up());
    let up = Action::Scroll {
        down: false,
        pages: 0.8,
        id: None,
    };
    assert_eq!(play.sent(), &up);
    let play = play.on(looks(scrolled("0%"))).on(recalls());
    assert_eq!(play.waits(), "think act");
}

const STEPS: [&str; 3] = [
    "Type \"dune\" into the field \"Search books\"",
    "Click \"Search\"",
    "Verify that the results for dune are shown",
];

#[test]
fn a_complex_task_is_reasoned_about_planned_and_carried_out() {
    let play = planned("please find me that desert book and then show it", &STEPS);
    assert!(play.names().contains(&"announce_plan".to_owned()));
    assert!(play.waits().starts_with("engine Type"), "{}", play.waits());
    // The engine is sure of the step, so no model is asked for it.
    let play = play.propose(set("1", "dune"));
    assert_eq!(play.task.steps[0].plan_step, Some(0));

    let typed = screen(vec![
        holding("1", "inp", "Search books", "dune"),
        node("2", "btn", "Search"),
        node("3", "link", "Orders"),
    ]);
    let play = play.on(looks(seen(typed)));
    assert!(play.names().contains(&"record_verdict".to_owned()));
    assert_eq!(play.task.thinking.plan.as_ref().unwrap().current, 1);
    let play = match play.waits().as_str() {
        "recall" => play.on(recalls()),
        _ => play,
    };
    assert!(play.waits().starts_with("engine Click"), "{}", play.waits());
    assert_eq!(play.task.thinking.spent.calls, 1, "the plan");
}

#[test]
fn what_only_the_person_knows_is_asked_and_their_answer_goes_on_with_the_same_task() {
    let play = Play::of("register the patient and then confirm it")
        .on(looks(seen(shop())))
        .on(gives_up())
        .on(recalls())
        .on(says(json!({"missing": ["dateOfBirth"], "steps": []})));
    let Reply::Question { question, .. } = play.reply() else {
        panic!("{:?}", play.reply())
    };
    assert!(question.contains("date of birth"), "{question}");
    let task = play.task.id;
    assert!(matches!(
        play.task.phase.question(),
        Some(OpenQuestion::Question { .. })
    ));

    let play = play.on(looks(Seen {
        words: Some("1 May 1980".to_owned()),
        ..seen(shop())
    }));
    assert_eq!(play.task.id, task);
    assert_eq!(play.task.answers.len(), 1);
    let play = play.on(recalls());
    assert_eq!(play.waits(), "think plan");
}

#[test]
fn the_web_is_searched_when_it_is_the_best_source() {
    let looking = Seen {
        can_search: true,
        ..seen(shop())
    };
    let play = Play::of("add a patient and then save it")
        .on(looks(looking))
        .on(gives_up())
        .on(recalls())
        .on(says(analysis("WEB_SEARCH", 0.9)));
    assert_eq!(play.waits(), "search how to");
    let found = Found {
        findings: vec![Finding {
            title: "How".to_owned(),
            url: "https://docs.test/".to_owned(),
            text: "Press New.".to_owned(),
        }],
        ..Found::default()
    };
    let play = play.on(Event::Searched { result: Ok(found) });
    assert_eq!(play.waits(), "think evaluate");
}

/// In the middle of a task as before it: the page's own site first, where that is a site of the public web.
#[test]
fn a_search_of_a_models_own_names_the_site_first() {
    for (url, site) in [
        ("https://www.bookshop.example/new", Some("bookshop.example")),
        ("http://localhost:3000/", None),
    ] {
        let looking = Seen {
            can_search: true,
            ..seen(at(shop(), url))
        };
        let play = Play::of("click the third thing about returns")
            .on(looks(looking))
            .on(gives_up())
            .on(recalls());
        assert_eq!(play.waits(), "think act");
        let play = play.on(says(act("googleSearch(\"returns\")")));
        let Next::Await(Call::Search { query }) = &play.next else {
            panic!("{}", play.waits());
        };
        assert_eq!(
            (query.words.as_str(), query.domain.as_deref()),
            ("returns", site)
        );
    }
}

#[test]
fn an_outage_leaves_the_step_unverified_and_the_next_look_verifies_it() {
    let play = Play::of("click the middle thing")
        .on(looks(seen(shop())))
        .on(gives_up())
        .on(recalls())
        .on(says(act("click(2)")));
    assert_eq!(play.sent(), &click("2"));
    let found = || saying(shop(), "Nothing was found");
    let play = play.on(looks(seen(found())));
    assert_eq!(play.waits(), "think glance");
    let play = play.on(Event::ThinkFailed {
        failure: ThinkFailure::TimedOut,
        spent: Spent::default(),
    });
    let why = Refusal::TimedOut;
    assert_eq!(play.reply(), &Reply::Refused { why });
    assert!(play.task.steps[0].verdict.is_none());

    let play = play.on(looks(seen(found())));
    assert_eq!(play.waits(), "think glance");
    let play = play.on(says(judgement(true)));
    assert!(play.task.steps[0].verdict.as_ref().unwrap().met);
}

#[test]
fn an_unreadable_answer_is_asked_for_once_more_with_what_was_wrong() {
    let play = Play::of("click the third thing")
        .on(looks(seen(shop())))
        .on(gives_up())
        .on(recalls())
        .on(says("I would rather not."));
    let Next::Await(Call::Think { brief }) = &play.next else {
        panic!()
    };
    assert!(brief.repair.is_some());
    let play = play.on(says(act("click(3)")));
    assert_eq!(play.sent(), &click("3"));
}

#[test]
fn a_model_that_cannot_be_read_twice_leaves_the_task_where_it_stands() {
    let play = Play::of("click the third thing")
        .on(looks(seen(shop())))
        .on(gives_up())
        .on(recalls())
        .on(says("{}"))
        .on(says("{}"));
    let why = Refusal::NoAction;
    assert_eq!(play.reply(), &Reply::Refused { why });
    assert!(!play.task.status.is_terminal());
    let play = play.on(looks(seen(shop()))).on(recalls());
    assert_eq!(play.waits(), "think act");
}

#[test]
fn a_complex_task_is_not_called_done_before_it_is_seen_to_be() {
    let play = planned("find a book and then open it", &STEPS).on(gives_up());
    assert_eq!(play.waits(), "think act");
    let play = play.on(says(act("finish(\"All done.\")")));
    assert_eq!(play.waits(), "think judge");
    let play = play.on(says(judgement(false)));
    assert_eq!(play.waits(), "think act");
    let Next::Await(Call::Think { brief }) = &play.next else {
        panic!()
    };
    assert_eq!(brief.refused.len(), 1);
}

/// The shop, so far down.
fn at_depth(depth: &str) -> Event {
    let mut page = shop();
    page.scroll_position = Some(depth.to_owned());
    looks(seen(page))
}

fn needs_to_see(what: &str) -> Event {
    let mut said = judgement(false);
    said["need_to_see"] = what.into();
    says(said)
}

#[test]
fn a_judge_is_shown_what_is_out_of_view_and_asked_again_twice_at_most() {
    let play = under_way().on(gives_up());
    let mut play = play.on(says(json!({"thought": "It is so.", "step_done": true})));
    assert_eq!(play.waits(), "think judge");
    // Nothing was said of how far it is scrolled, so there may be more below, and nothing above.
    for (need, down, depth) in [("BELOW", true, "50%"), ("ABOVE", false, "10%")] {
        play = play.on(needs_to_see(need));
        let look = Action::Scroll {
            down,
            pages: 0.8,
            id: None,
        };
        assert_eq!(play.sent(), &look);
        play = play.on(at_depth(depth));
        play = match play.waits().as_str() {
            "recall" => play.on(recalls()),
            _ => play,
        };
        assert_eq!(play.waits(), "think judge");
    }
    let play = play.on(needs_to_see("BELOW"));
    assert_eq!(play.sent(), &Action::Wait { seconds: 1.0 });
}

#[test]
fn where_there_is_no_more_a_judge_that_needs_to_see_more_has_said_no() {
    let play = planned("find a book and then open it", &STEPS).on(gives_up());
    let play = play
        .on(says(act("finish(\"All done.\")")))
        .on(needs_to_see("ABOVE"));
    assert_eq!(play.waits(), "think act");
}

#[test]
fn what_a_model_did_for_a_later_step_is_not_taken_for_the_present_one() {
    let steps = [
        "Attend to the rating",
        "Type \"dune\" into \"Search books\"",
        "Click \"Search\"",
        "Verify that it is found",
    ];
    let play = planned("find a book and then open it", &steps).on(gives_up());
    let play = play.on(says(act("setValue(1, \"dune\")")));
    assert_eq!(play.task.steps[0].plan_step, Some(1));
    let typed = screen(vec![
        holding("1", "inp", "Search books", "dune"),
        node("2", "btn", "Search"),
        node("3", "link", "Orders"),
    ]);
    let play = play.on(looks(seen(typed)));
    let plan = play.task.thinking.plan.as_ref().unwrap();
    assert_eq!(plan.current, 0);
    let play = match play.waits().as_str() {
        "recall" => play.on(recalls()),
        _ => play,
    };
    let play = play.on(gives_up());
    let play = play.on(says(json!({"thought": "It is so.", "step_done": true})));
    assert!(play.waits().starts_with("engine Click"), "{}", play.waits());
}

#[test]
fn what_is_spent_is_spent() {
    let mut poor = seen(shop());
    poor.models = poor.models.map(|limits| ModelLimits {
        task_tokens: 100,
        ..limits
    });
    let play = Play::of("find a book and then open it")
        .on(looks(poor))
        .on(gives_up())
        .on(recalls())
        .on(says(analysis("PAGE", 0.95)));
    assert_eq!(
        play.reply(),
        &Reply::Refused {
            why: Refusal::OverBudget
        }
    );
    assert!(!play.task.status.is_terminal());
}

#[test]
fn an_answer_to_another_question_changes_nothing() {
    let play = Play::of("click the third thing")
        .on(looks(seen(shop())))
        .on(gives_up())
        .on(recalls());
    for stray in [
        recalls(),
        proposed(click("3")),
        Event::Searched {
            result: Ok(Found::default()),
        },
    ] {
        let (task, notes, next) = advance(play.task.clone(), stray);
        assert_eq!(task, play.task);
        assert_eq!(notes, []);
        assert_eq!(next, Next::refused(Refusal::NotAsked));
    }
}

#[test]
fn a_question_about_the_conversation_is_answered_in_words() {
    let play = Play::of("what did we talk about")
        .on(looks(seen(Observation::default())))
        .on(gives_up())
        .on(recalls());
    assert_eq!(play.waits(), "think chat");
    let play = play.on(says(json!({"answer": "About books."})));
    assert_eq!(play.sent(), &finish("About books."));
}

/// Three fields of one form, as a client with facts tells them.
fn details(values: [&str; 3]) -> Observation {
    let names = ["First name", "Last name", "Town"];
    let mut nodes: Vec<_> = (1..)
        .zip(names)
        .zip(values)
        .map(|((id, name), value): ((u32, _), _)| {
            let mut field = holding(&id.to_string(), "inp", name, value);
            field.facts.tag = Some("input".to_owned());
            field.facts.form = Some(0);
            field
        })
        .collect();
    nodes.push(node("9", "btn", "Continue"));
    screen(nodes)
}

fn chaining(screen: Observation) -> Seen {
    let mut seen = seen(screen);
    seen.client.chain = true;
    seen
}

const FIELDS: [&str; 5] = [
    "Type \"Ann\" into the field \"First name\"",
    "Type \"Lee\" into the field \"Last name\"",
    "Type \"Rome\" into the field \"Town\"",
    "Click \"Continue\"",
    "Verify that the next page is shown",
];

/// Up to the chain: the engine is asked for each of the plan's fields in one turn.
fn in_a_row() -> Play {
    let play = Play::of("fill in my details and then continue")
        .on(looks(chaining(details(["", "", ""]))))
        .on(gives_up())
        .on(recalls())
        .on(says(analysis("PAGE", 0.95)))
        .on(says(plan(&FIELDS)));
    let play = play.propose(set("1", "Ann"));
    assert!(play.waits().contains("Last name"), "{}", play.waits());
    let play = play.propose(set("2", "Lee"));
    let play = play.propose(set("3", "Rome"));
    // A click is never part of a chain, so the row ends here.
    play.propose(click("9"))
}

#[test]
fn fields_that_the_engine_is_sure_of_are_filled_in_a_row_without_a_model() {
    let play = in_a_row();
    let Reply::Chain { chain, .. } = play.reply() else {
        panic!("{:?}", play.reply())
    };
    assert_eq!(chain.links.len(), 3);
    assert_eq!(play.task.steps.len(), 1);

    let done = Seen {
        chain: Some(screen_agent_gate::chain::ChainReport {
            executed: 3,
            ..Default::default()
        }),
        ..chaining(details(["Ann", "Lee", "Rome"]))
    };
    let play = play.on(looks(done));
    assert_eq!(play.task.steps.len(), 3);
    assert!(
        play.task
            .steps
            .iter()
            .all(|step| step.verdict.as_ref().unwrap().met)
    );
    assert_eq!(play.task.thinking.plan.as_ref().unwrap().current, 3);
}

#[test]
fn a_chain_that_breaks_keeps_what_was_done_and_goes_on_from_there() {
    let play = in_a_row();
    let broken = Seen {
        chain: Some(screen_agent_gate::chain::ChainReport {
            executed: 1,
            failed: Some(1),
            code: Some("ELEMENT_NOT_FOUND".to_owned()),
            ..Default::default()
        }),
        ..chaining(details(["Ann", "", ""]))
    };
    let play = play.on(looks(broken));
    let met: Vec<bool> = play
        .task
        .steps
        .iter()
        .map(|step| step.verdict.as_ref().unwrap().met)
        .collect();
    assert_eq!(met, [true, false], "the third was never done");
    assert_eq!(play.task.thinking.plan.as_ref().unwrap().current, 1);
}

#[test]
fn a_client_that_says_more_was_done_than_is_seen_is_not_believed() {
    let play = in_a_row();
    let lying = Seen {
        chain: Some(screen_agent_gate::chain::ChainReport {
            executed: 3,
            ..Default::default()
        }),
        ..chaining(details(["Ann", "", "Rome"]))
    };
    let play = play.on(looks(lying));
    assert_eq!(play.task.steps.len(), 2);
    assert!(!play.task.steps[1].verdict.as_ref().unwrap().met);
}
