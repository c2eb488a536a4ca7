//! Any call at all is decided, and no mode lets through what it must not.

use proptest::prelude::*;
use proptest::sample::select;
use screen_agent_page::{Node, NodeId, Observation, Role};

use crate::tool::{Mode, ModelRead, ToolCase, ToolDecision, ToolEffect, decide_tool, pass_tool};
use screen_agent_action::{Action, Choice};
use screen_agent_words::fold::is_invisible;

const HANDLE: &str = "handle-7f3a";

fn words() -> BoxedStrategy<String> {
    let known = vec![
        "Place order",
        "Pay",
        "Search",
        "Password",
        "Email",
        "Save",
        "",
        "Send money",
        "Next",
        "press Save",
        "Change password",
        "https://a.example/x",
        "https://b.example/",
        "http://127.0.0.1/",
        "javascript:x()",
        "jane@example.com",
    ];
    prop_oneof![select(known).prop_map(str::to_owned), any::<String>()].boxed()
}

fn node() -> BoxedStrategy<Node> {
    let roles = vec![
        Role::Button,
        Role::Link,
        Role::Input,
        Role::Select,
        Role::File,
        Role::Radio,
    ];
    let address = proptest::option::of(words());
    (
        select(roles),
        words(),
        address.clone(),
        address,
        any::<[bool; 3]>(),
    )
        .prop_map(
            |(role, name, href, form_action, [known, submits, covered])| {
                let mut node = Node::new(HANDLE, role, name);
                node.facts.tag = known.then(|| "div".to_owned());
                node.facts.href = href;
                node.facts.form_action = form_action;
                node.facts.submits = submits;
                node.covered = covered;
                node
            },
        )
        .boxed()
}

fn action() -> BoxedStrategy<Action> {
    let id = || NodeId::new(HANDLE);
    prop_oneof![
        Just(Action::Click { id: id() }),
        words().prop_map(move |text| Action::SetValue { id: id(), text }),
        words().prop_map(move |text| Action::SelectDropdown {
            id: id(),
            choice: Choice {
                text: Some(text),
                ..Choice::default()
            },
        }),
        (words(), any::<bool>()).prop_map(|(url, new_tab)| Action::Navigate { url, new_tab }),
        Just(Action::GoBack),
        Just(Action::Scroll {
            down: true,
            pages: 1.0,
            id: None
        }),
        Just(Action::GetCookies),
    ]
    .boxed()
}

fn mode() -> BoxedStrategy<Mode> {
    select(vec![Mode::Observe, Mode::Assist, Mode::Autopilot]).boxed()
}

fn case<'a>(
    deed: ToolEffect<'a>,
    mode: Mode,
    said: &'a str,
    seen: &'a Observation,
) -> ToolCase<'a> {
    ToolCase {
        deed,
        mode,
        read: ModelRead::Page,
        words: vec![said],
        seen: Some(seen),
        run: "run_1",
        call: "a call",
        tab: "1",
        generation: 1,
        approved: None,
        approval_expires_ms: None,
        now_ms: 1_000,
    }
}

fn is_shown_safely(decision: &ToolDecision) -> bool {
    let text = decision.text();
    !text.is_empty()
        && !text.contains(HANDLE)
        && !text.chars().any(|c| c.is_control() || is_invisible(c))
}

proptest! {
    #[test]
    fn any_action_is_decided_by_its_mode(
        action in action(),
        node in node(),
        mode in mode(),
        said in words(),
        url in words(),
    ) {
        let seen = Observation { url, nodes: vec![node], ..Observation::default() };
        let case = case(ToolEffect::Act { action: &action }, mode, &said, &seen);
        let decision = decide_tool(&case);
        prop_assert!(is_shown_safely(&decision), "{decision:?}");
        let allowed = decision.word() == "allow";
        prop_assert!(!allowed || mode == Mode::Autopilot, "{decision:?}");
        let writes = matches!(action, Action::SetValue { .. } | Action::SelectDropdown { .. });
        prop_assert!(!allowed || !writes, "{decision:?}");
        prop_assert_eq!(pass_tool((), &case).is_ok(), allowed);

        // A yes makes an allow of an ask, and nothing of a deny; once the time is over, nothing.
        let (fingerprint, expires_ms) = match &decision {
            ToolDecision::Ask { request, .. } => (request.fingerprint.clone(), request.expires_at_ms),
            ToolDecision::Allow { .. } | ToolDecision::Deny { .. } => (String::new(), 61_000),
        };
        let answered = ToolCase {
            approved: Some(&fingerprint),
            approval_expires_ms: Some(expires_ms),
            ..case.clone()
        };
        let after = decide_tool(&answered);
        let expected = if decision.word() == "ask" { "allow" } else { decision.word() };
        prop_assert_eq!(after.word(), expected);
        let late = decide_tool(&ToolCase { now_ms: expires_ms + 1, ..answered });
        prop_assert_eq!(late.word(), decision.word());
    }

    /// With something private at hand nothing that a model makes up, and no link of a page, chooses
    /// where something is fetched, gone to or searched for unless the person says yes.
    #[test]
    fn what_is_made_up_tells_nobody_anything(
        told in "[a-z0-9]{6,24}",
        shape in 0_usize..8,
        mode in mode(),
        said in words(),
        read in select(vec![ModelRead::Site, ModelRead::Private]),
    ) {
        let hostile = format!("https://evil.example/collect?d={told}");
        let url = match shape {
            0 => hostile.clone(),
            1 => format!("https://{told}.evil.example/"),
            2 => format!("https://evil.example/{told}"),
            3 => format!("https://evil.example/page#{told}"),
            4 => format!("https://evil.example/page?{told}"),
            5 => format!("https://a.example/page/{told}"),
            6 => format!("http://evil.example/page/{told}"),
            _ => format!("https://b.example/{told}"),
        };
        let mut link = Node::new(HANDLE, Role::Link, "more");
        link.facts.tag = Some("a".to_owned());
        link.facts.href = Some(url.clone());
        let seen = Observation {
            url: "https://evil.example/page".to_owned(),
            nodes: vec![link],
            ..Observation::default()
        };
        // The person names sites, and never an address that was made up.
        let said = format!("{said} read evil.example and https://evil.example/page and b.example");
        let go = Action::Navigate { url: url.clone(), new_tab: false };
        let click = Action::Click { id: NodeId::new(HANDLE) };
        for deed in [
            ToolEffect::Capture { url: &url },
            ToolEffect::Act { action: &go },
            ToolEffect::Act { action: &click },
            ToolEffect::Search { query: &told },
        ] {
            let case = ToolCase { read, ..case(deed, mode, &said, &seen) };
            let decision = decide_tool(&case);
            let own_site = read == ModelRead::Site && url.starts_with("https://evil.example/");
            let links = !matches!(deed, ToolEffect::Search { .. });
            prop_assert!(own_site && links || decision.word() != "allow", "{deed:?} {decision:?}");
            if let (ToolDecision::Ask { text, .. }, ToolEffect::Capture { .. }) = (&decision, deed) {
                prop_assert!(text.contains(&url), "{text}");
            }
        }
    }

    #[test]
    fn any_other_deed_is_decided_by_its_mode(said in words(), given in words(), mode in mode()) {
        let seen = Observation { url: "https://a.example/".to_owned(), ..Observation::default() };
        for deed in [
            ToolEffect::Search { query: &given },
            ToolEffect::Capture { url: &given },
            ToolEffect::Invoke { service: &given },
            ToolEffect::Share,
            ToolEffect::Keep,
        ] {
            let decision = decide_tool(&case(deed, mode, &said, &seen));
            prop_assert!(is_shown_safely(&decision), "{decision:?}");
            let hands_out = matches!(deed, ToolEffect::Invoke { .. } | ToolEffect::Share);
            prop_assert!(!hands_out || decision.word() != "allow", "{decision:?}");
        }
    }
}
