//! What is done is what was decided, or nothing: pages that change what they can between the look and
//! the hand, and while the hand moves. The site's own log says what was done.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use screen_agent_action::Action;
use screen_agent_action::origin::origin_of;
use screen_agent_browser::{DecidedAction, Hands, PerformRefusal};
use screen_agent_wire::extension::basis::DecisionBasis;
use screen_agent_wire::extension::capture::PageCapture;
use support::{Site, browser, id, node};

/// A page with a link, a form and a field, each of which does something.
const PAGE: &str = "<title>page</title>
  <a id=link href='/deed-read'>Read</a>
  <form id=form method=get action='/deed-search'><input id=field name=q aria-label=Field>
    <button id=send>Search</button></form>
  <button id=plain onclick=\"fetch('/deed-plain')\">Plain</button>";

/// Changes that make another deed of a press on the control with this name.
const CHANGES: [(&str, &str); 13] = [
    ("Read", "link.href = '/other'"),
    (
        "Read",
        "link.href = 'http://localhost:' + location.port + '/other'",
    ),
    (
        "Read",
        "document.head.append(Object.assign(document.createElement('base'), { href: '/other/' })); link.setAttribute('href', 'deed-read')",
    ),
    ("Read", "link.outerHTML = '<a href=/other>Read</a>'"),
    ("Read", "link.textContent = 'Delete everything'"),
    ("Search", "form.action = '/other'"),
    ("Search", "form.method = 'post'"),
    ("Search", "send.setAttribute('formaction', '/other')"),
    ("Search", "send.setAttribute('formmethod', 'post')"),
    ("Search", "send.textContent = 'Pay'"),
    (
        "Search",
        "form.insertAdjacentHTML('beforebegin', '<form id=bad action=/other method=post></form>'); send.setAttribute('form', 'bad')",
    ),
    (
        "Plain",
        "plain.outerHTML = '<form action=/other method=post><button>Plain</button></form>'",
    ),
    ("Plain", "plain.outerHTML = '<a href=/other>Plain</a>'"),
];

/// When a page changes: before the hand comes, or as it is heard.
const MOMENTS: [&str; 6] = [
    "",
    "pointermove",
    "pointerdown",
    "mousedown",
    "mouseup",
    "click",
];

async fn looked() -> (Hands, Site, PageCapture) {
    let site = Site::new(&[("/", PAGE)]);
    let mut hands = Hands::on(browser().await).await.unwrap();
    hands.open(&site.url("/")).await.unwrap();
    let capture = hands.observe().await.unwrap();
    (hands, site, capture)
}

/// What a server tells with its decision.
fn decided(capture: &PageCapture, name: &str, harmless: bool) -> DecidedAction {
    let target = node(capture, name).clone();
    DecidedAction {
        action: Action::Click {
            id: id(capture, name),
        },
        basis: Some(DecisionBasis {
            document: capture.document.clone(),
            origin: origin_of(&capture.url).unwrap(),
            target: Some(target),
            dropped_on: None,
            harmless,
        }),
    }
}

async fn run(hands: &Hands, code: &str) {
    let patience = std::time::Duration::from_secs(5);
    hands.page().run_in_page(code, patience).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_as_it_was_is_done() {
    for (name, deed) in [
        ("Read", "/deed-read"),
        ("Search", "/deed-search"),
        ("Plain", "/deed-plain"),
    ] {
        let (mut hands, site, capture) = looked().await;
        let performed = hands.perform(decided(&capture, name, false)).await;
        assert!(performed.success, "{name}: {:?}", performed.error);
        assert_eq!(site.deeds(), [deed], "{name}");
        hands.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_changes_gets_no_other_deed_done() {
    let (mut hands, site, _) = looked().await;
    for (name, change) in CHANGES {
        for moment in MOMENTS {
            for harmless in [true, false] {
                site.forget();
                hands.open(&site.url("/")).await.unwrap();
                let capture = hands.observe().await.unwrap();
                let change = match moment {
                    "" => change.to_owned(),
                    moment => format!(
                        "addEventListener('{moment}', () => {{ {change} }}, {{ once: true, capture: true }})"
                    ),
                };
                run(&hands, &change).await;
                let performed = hands.perform(decided(&capture, name, harmless)).await;
                let deeds = site.deeds();
                assert!(
                    deeds.iter().all(|deed| deed.starts_with("/deed-")),
                    "{name}, {change}: {deeds:?}"
                );
                let error = performed.error.as_ref();
                let stale = error.is_some_and(|error| error.refusal == Some(PerformRefusal::Stale));
                // A replaced control may go away under the hand: then nothing is done, and that is all.
                assert!(
                    stale || !deeds.is_empty() || performed.success,
                    "{name}, {change}: {:?}",
                    performed.error
                );
                assert!(!moment.is_empty() || stale, "{name}, {change}: it was told");
            }
        }
    }
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_page_of_the_same_markup_gets_nothing() {
    let (mut hands, site, capture) = looked().await;
    for address in [site.url("/"), site.other_url("/")] {
        let decision = decided(&capture, "Read", true);
        let typed = DecidedAction {
            action: Action::Type {
                text: "MALLORY\n".into(),
                delay_ms: None,
            },
            basis: decision.basis.clone(),
        };
        let evaluated = DecidedAction {
            action: Action::Evaluate {
                code: "fetch('/deed-evaluated')".into(),
            },
            basis: decision.basis.clone(),
        };
        let stored = DecidedAction {
            action: Action::SetLocalStorage {
                key: "k".into(),
                value: "v".into(),
            },
            basis: decision.basis.clone(),
        };
        hands.open(&address).await.unwrap();
        run(&hands, "document.getElementById('field').focus()").await;
        site.forget();
        for decision in [decision, typed, evaluated, stored] {
            let refused = hands.perform(decision.clone()).await.error.unwrap();
            let refusal = refused.refusal.unwrap();
            assert!(
                matches!(refusal, PerformRefusal::Stale | PerformRefusal::NotFound),
                "{decision:?}: {refusal:?}"
            );
        }
        assert_eq!(site.deeds(), [""; 0], "{address}");
    }
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_ends_of_a_drag_are_what_they_were() {
    const BINS: &str = "<title>page</title><button id=mail draggable=true ondragstart=\"event.dataTransfer.setData('text/plain', 'm')\">Mail</button>
      <button id=bin ondragover='event.preventDefault()' ondrop=\"fetch('/deed-' + bin.name)\" name=inbox>Inbox</button>";
    let site = Site::new(&[("/", BINS)]);
    let mut hands = Hands::on(browser().await).await.unwrap();
    for (change, deeds) in [
        ("1", vec!["/deed-inbox"]),
        ("bin.textContent = 'Rubbish'; bin.name = 'other'", vec![]),
        (
            "bin.outerHTML = bin.outerHTML.replace('button', 'a href=/x').replace('inbox', 'other')",
            vec![],
        ),
        ("mail.textContent = 'All mail'", vec![]),
    ] {
        hands.open(&site.url("/")).await.unwrap();
        let capture = hands.observe().await.unwrap();
        let action = Action::DragAndDrop {
            from: id(&capture, "Mail"),
            to: id(&capture, "Inbox"),
        };
        let decision = written(&capture, action, Some("Mail"));
        run(&hands, change).await;
        // What a later look showed does not stand for what was decided on.
        hands.observe().await.unwrap();
        site.forget();
        let performed = hands.perform(decision).await;
        assert_eq!(site.deeds(), deeds, "{change}");
        assert_eq!(
            performed.success,
            !deeds.is_empty(),
            "{change}: {:?}",
            performed.error
        );
    }
    hands.close().await;
}

/// A field to write into, and others that tell the site of each sign that they get instead.
const FIELDS: &str = "<title>page</title><label>Find <input id=q></label>
  <label>Other <input id=other oninput=\"fetch('/deed-other')\"></label>
  <div id=text contenteditable aria-label=Text role=textbox oninput=\"fetch('/deed-text')\">t</div>
  <form action='/deed-sent'><input id=sent aria-label=Sent></form>
  <iframe id=frame></iframe><script>frame.src = 'http://localhost:' + location.port + '/frame'</script>";

/// A page of another site that takes the keyboard whenever it may.
const GREEDY: &str = "<input id=f oninput=\"fetch('/deed-frame')\">
  <script>addEventListener('focus', () => f.focus()); addEventListener('keydown', () => fetch('/deed-key'))</script>";

/// Ways to take the keyboard elsewhere.
const MOVES: [&str; 5] = [
    "other.focus()",
    "text.focus()",
    "sent.focus()",
    "frame.focus()",
    "other.focus(); event.stopImmediatePropagation()",
];

/// When a page takes the keyboard elsewhere.
const HEARD: [&str; 6] = [
    "focus",
    "click",
    "keydown",
    "keypress",
    "beforeinput",
    "input",
];

fn written(capture: &PageCapture, action: Action, target: Option<&str>) -> DecidedAction {
    let basis = DecisionBasis {
        document: capture.document.clone(),
        origin: origin_of(&capture.url).unwrap(),
        target: target.map(|name| node(capture, name).clone()),
        dropped_on: capture
            .interactive_tree
            .iter()
            .find(|node| action.dropped_on().is_some_and(|id| id.as_str() == node.i))
            .cloned(),
        harmless: false,
    };
    DecidedAction {
        action,
        basis: Some(basis),
    }
}

/// Text written into the field, and keys pressed where it has the keyboard.
fn writings(capture: &PageCapture) -> Vec<DecidedAction> {
    let set = |text: String| Action::SetValue {
        id: id(capture, "Find"),
        text,
    };
    let typed = |text: &str| Action::Type {
        text: text.into(),
        delay_ms: None,
    };
    let enter = Action::Press {
        key: "Enter".into(),
        modifiers: Vec::new(),
    };
    let mut all = vec![
        written(capture, set("hours".into()), Some("Find")),
        written(capture, set("long ".repeat(80)), Some("Find")),
    ];
    let keys = [typed("hours"), typed("hours\n"), enter];
    all.extend(keys.map(|action| written(capture, action, None)));
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_moves_the_keyboard_gets_nothing_written_elsewhere() {
    let site = Site::new(&[("/", FIELDS), ("/frame", GREEDY)]);
    let mut hands = Hands::on(browser().await).await.unwrap();
    for moved in MOVES {
        for heard in HEARD {
            for which in 0..5 {
                hands.open(&site.url("/")).await.unwrap();
                run(&hands, if which < 2 { "1" } else { "q.focus()" }).await;
                let capture = hands.observe().await.unwrap();
                let decision = writings(&capture).swap_remove(which);
                let hear = format!(
                    "addEventListener('{heard}', (event) => {{ if (event.isTrusted) {{ {moved} }} }}, {{ capture: true }})"
                );
                run(&hands, &hear).await;
                site.forget();
                let performed = hands.perform(decision.clone()).await;
                let deeds = site.deeds();
                let case = format!("{moved} at {heard}, {:?}", decision.action);
                assert!(deeds.is_empty(), "{case}: {deeds:?}");
                let error = performed.error.as_ref();
                let stale = error.is_some_and(|error| error.refusal == Some(PerformRefusal::Stale));
                assert!(stale || performed.success, "{case}: {error:?}");
            }
        }
    }
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_comes_while_text_is_typed_gets_nothing_of_it() {
    let site = Site::new(&[("/", FIELDS), ("/frame", GREEDY)]);
    let mut hands = Hands::on(browser().await).await.unwrap();
    for host in ["127.0.0.1", "localhost"] {
        hands.open(&site.url("/")).await.unwrap();
        run(&hands, "q.focus()").await;
        let capture = hands.observe().await.unwrap();
        let slowly = Action::Type {
            text: "what the person wrote is for this field".into(),
            delay_ms: Some(40),
        };
        let late = format!(
            "addEventListener('keydown', () => {{
                const late = document.createElement('iframe');
                late.src = 'http://{host}:' + location.port + '/frame';
                late.onload = () => late.focus();
                document.body.append(late);
            }}, {{ once: true, capture: true }})"
        );
        run(&hands, &late).await;
        site.forget();
        let performed = hands.perform(written(&capture, slowly, None)).await;
        let mut deeds = site.deeds();
        deeds.retain(|deed| deed != "/frame");
        let error = performed.error.as_ref();
        assert!(deeds.is_empty(), "{host}: {deeds:?}, {error:?}");
        assert_eq!(
            error.and_then(|error| error.refusal),
            Some(PerformRefusal::Stale),
            "{host}: {error:?}"
        );
    }
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_keeps_the_keyboard_is_written_into() {
    let site = Site::new(&[("/", FIELDS), ("/frame", GREEDY)]);
    let mut hands = Hands::on(browser().await).await.unwrap();
    for which in 0..5 {
        hands.open(&site.url("/")).await.unwrap();
        run(&hands, if which < 2 { "1" } else { "q.focus()" }).await;
        let capture = hands.observe().await.unwrap();
        let decision = writings(&capture).swap_remove(which);
        let performed = hands.perform(decision).await;
        assert!(performed.success, "{which}: {:?}", performed.error);
    }
    hands.close().await;
}

/// Controls in closed shadow roots, one within the other, and in one that nothing shows.
const SHUT: &str = "<title>page</title><shut-box></shut-box><div id=plain></div><script>
  const shut = (host, html) => { const root = host.attachShadow({ mode: 'closed' }); root.innerHTML = html; return root };
  customElements.define('shut-core', class extends HTMLElement { connectedCallback() { shut(this, `<button onclick=\"fetch('/deed-core')\">Core</button>`) } });
  customElements.define('shut-box', class extends HTMLElement { connectedCallback() {
    shut(this, `<label>Inner <input oninput=\"fetch('/deed-typed')\"></label> <button onclick=\"fetch('/deed-pressed')\">Press</button> <shut-core></shut-core>`) } });
  shut(plain, '<input aria-label=Hidden>').querySelector('input').focus()</script>";

#[tokio::test(flavor = "multi_thread")]
async fn what_is_in_a_closed_shadow_root_is_seen_and_acted_on() {
    let site = Site::new(&[("/", SHUT)]);
    let mut hands = Hands::on(browser().await).await.unwrap();
    hands.open(&site.url("/")).await.unwrap();
    let capture = hands.observe().await.unwrap();
    let keyboard = capture.keyboard.as_ref().and_then(|at| at.node.as_ref());
    assert_eq!(keyboard.map(|node| node.n.as_str()), Some("Hidden"));
    for (name, deed) in [("Press", "/deed-pressed"), ("Core", "/deed-core")] {
        site.forget();
        let performed = hands.perform(decided(&capture, name, false)).await;
        assert!(performed.success, "{name}: {:?}", performed.error);
        assert_eq!(site.deeds(), [deed]);
    }
    let action = Action::SetValue {
        id: id(&capture, "Inner"),
        text: "hours".into(),
    };
    let performed = hands
        .perform(written(&capture, action, Some("Inner")))
        .await;
    assert!(performed.success, "{:?}", performed.error);
    let seen = hands.observe().await.unwrap();
    assert_eq!(node(&seen, "Inner").v.as_deref(), Some("hours"));
    hands.close().await;
}
