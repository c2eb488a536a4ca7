//! Tabs, frames and dialogs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use screen_agent_action::Action;
use screen_agent_browser::{ErrorCode, Hands};
use screen_agent_page::NodeId;
use serde_json::Value;
use support::{Site, browser, click, id, node, on, perform, said, value};

async fn tabs(hands: &mut Hands) -> Vec<(String, bool)> {
    let told = perform(hands, Action::GetTabs).await.state.unwrap();
    let tabs: Vec<Value> = serde_json::from_str(&told).unwrap();
    let tab = |tab: &Value| {
        (
            tab["title"].as_str().unwrap().to_owned(),
            tab["active"] == true,
        )
    };
    tabs.iter().map(tab).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tab_that_the_page_opens_is_followed_and_left_when_it_closes() {
    let (mut hands, site) = on("<title>one</title><a href=/two target=_blank>Open</a>").await;
    site.put("/two", "<title>two</title><button onclick='window.close()'>Shut</button><button onclick=\"window.open('/three')\">More</button>");
    site.put(
        "/three",
        "<title>three</title><h1>Third</h1><button onclick='window.close()'>Shut</button>",
    );
    let performed = click(&mut hands, "Open").await;
    assert!(performed.observations.network && performed.observations.url);
    assert_eq!(hands.observe().await.unwrap().page_title, "two");
    click(&mut hands, "More").await;
    assert_eq!(hands.observe().await.unwrap().page_title, "three");
    assert_eq!(
        tabs(&mut hands).await,
        [
            ("one".into(), false),
            ("two".into(), false),
            ("three".into(), true)
        ]
    );
    click(&mut hands, "Shut").await;
    assert_eq!(hands.observe().await.unwrap().page_title, "two");
    assert_eq!(
        tabs(&mut hands).await,
        [("one".into(), false), ("two".into(), true)]
    );
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tabs_are_made_switched_and_closed_by_number() {
    let (mut hands, site) = on("<title>one</title>").await;
    site.put("/two", "<title>two</title>");
    let url = Some(site.url("/two"));
    perform(
        &mut hands,
        Action::CreateTab {
            url: url.clone(),
            active: false,
        },
    )
    .await;
    assert_eq!(
        tabs(&mut hands).await,
        [("one".into(), true), ("two".into(), false)]
    );
    perform(&mut hands, Action::SwitchTab { index: 1 }).await;
    assert_eq!(hands.observe().await.unwrap().page_title, "two");
    perform(&mut hands, Action::CloseTab { index: 1 }).await;
    assert_eq!(hands.observe().await.unwrap().page_title, "one");
    let last = hands
        .perform(&Action::CloseTab { index: 0 })
        .await
        .error
        .unwrap();
    assert_eq!(last.code, ErrorCode::ActionExecutionFailed);
    let none = hands
        .perform(&Action::SwitchTab { index: 7 })
        .await
        .error
        .unwrap();
    assert_eq!(none.message, "there is no tab 7");
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn controls_in_frames_of_any_site_are_seen_and_operated() {
    let site = Site::new(&[]);
    let deep = "<button onclick=\"this.textContent='Deep done'\">Deep</button>";
    site.put("/deep", deep);
    site.put(
        "/far",
        &format!(
            "<body style='margin:30px'><input aria-label=City><button onclick=\"this.textContent='Far done'\">Far</button>
             <iframe src='{}' style='border:5px solid red;padding:7px' width=200 height=60></iframe>",
            site.url("/deep")
        ),
    );
    site.put(
        "/near",
        "<button onclick=\"this.textContent='Near done'\">Near</button>",
    );
    site.put(
        "/",
        &format!(
            "<title>top</title><h1>Top</h1><iframe src=/near width=300 height=80></iframe>
             <div style='height:900px'></div>
             <iframe src='{}' style='border:3px solid' width=400 height=200></iframe>",
            site.other_url("/far")
        ),
    );
    let mut hands = Hands::on(browser().await).await.unwrap();
    hands.open(&site.url("/")).await.unwrap();
    click(&mut hands, "Near").await;
    node(&hands.observe().await.unwrap(), "Near done");
    perform(
        &mut hands,
        Action::Scroll {
            down: true,
            pages: 3.0,
            id: None,
        },
    )
    .await;
    let capture = hands.observe().await.unwrap();
    assert!(node(&capture, "Far").f.is_some(), "in a frame");
    let city = id(&capture, "City");
    let performed = perform(
        &mut hands,
        Action::SetValue {
            id: city.clone(),
            text: "Oslo".into(),
        },
    )
    .await;
    assert_eq!(performed.state.as_deref(), Some("Oslo"));
    perform(
        &mut hands,
        Action::Click {
            id: id(&capture, "Far"),
        },
    )
    .await;
    click(&mut hands, "Deep").await;
    let capture = hands.observe().await.unwrap();
    node(&capture, "Far done");
    node(&capture, "Deep done");
    assert_eq!(id(&capture, "City"), city, "ids in frames stay");
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_alert_is_answered_and_told() {
    let (mut hands, _site) =
        on("<button onclick=\"alert('Stock is low'); this.textContent='After'\">Tell</button>")
            .await;
    click(&mut hands, "Tell").await;
    let capture = hands.observe().await.unwrap();
    node(&capture, "After");
    assert!(
        capture
            .recent_events
            .iter()
            .any(|event| event.ends_with("alert: Stock is low")),
        "{:?}",
        capture.recent_events
    );
    let told = perform(&mut hands, Action::AcceptDialog { text: None }).await;
    assert_eq!(told.state.as_deref(), Some("alert: Stock is low"));
    assert!(
        !hands
            .perform(&Action::AcceptDialog { text: None })
            .await
            .success
    );
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_dialogs_wait_for_a_decision_and_hang_nothing() {
    let body = "<p id=p></p><button onclick=\"p.textContent = confirm('Sure?') + ' ' + prompt('Who?', 'me')\">Ask</button>";
    let (mut hands, _site) = on(body).await;
    let ask = id(&hands.observe().await.unwrap(), "Ask");
    perform(&mut hands, Action::Click { id: ask.clone() }).await;
    let capture = hands.observe().await.unwrap();
    assert_eq!(said(&capture), ["confirm: Sure?"]);
    assert_eq!(capture.interactive_tree, vec![]);
    let blocked = hands
        .perform(&Action::Click { id: ask })
        .await
        .error
        .unwrap();
    assert_eq!(blocked.code, ErrorCode::ActionFailed);
    perform(&mut hands, Action::AcceptDialog { text: None }).await;
    let opened = Action::WaitForDialog {
        timeout_ms: 5000,
        accept: None,
    };
    assert_eq!(
        perform(&mut hands, opened).await.state.as_deref(),
        Some("prompt: Who? [me]")
    );
    perform(
        &mut hands,
        Action::AcceptDialog {
            text: Some("you".into()),
        },
    )
    .await;
    assert_eq!(said(&hands.observe().await.unwrap()), ["true you"]);
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_asks_before_it_is_left_can_be_kept_or_left() {
    let (mut hands, site) = on("<title>one</title><input aria-label=Name><script>onbeforeunload = (e) => e.preventDefault()</script>").await;
    site.put("/two", "<title>two</title>");
    let name = id(&hands.observe().await.unwrap(), "Name");
    perform(
        &mut hands,
        Action::SetValue {
            id: name,
            text: "x".into(),
        },
    )
    .await;
    let leave = Action::Navigate {
        url: site.url("/two"),
        new_tab: false,
    };
    perform(&mut hands, leave.clone()).await;
    perform(&mut hands, Action::DismissDialog).await;
    assert_eq!(hands.observe().await.unwrap().page_title, "one");
    perform(&mut hands, leave).await;
    perform(&mut hands, Action::AcceptDialog { text: None }).await;
    assert_eq!(hands.observe().await.unwrap().page_title, "two");
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn history_waits_and_page_code_work() {
    let (mut hands, site) = on("<title>one</title><a href=/two>Next</a><script>setTimeout(() => document.body.append('late words'), 300)</script>").await;
    site.put("/two", "<title>two</title>");
    let late = Action::WaitForElement {
        text: Some("late words".into()),
        role: None,
        timeout_ms: 5000,
    };
    perform(&mut hands, late).await;
    let performed = click(&mut hands, "Next").await;
    assert!(performed.observations.url && performed.observations.dom);
    assert_eq!(hands.observe().await.unwrap().page_title, "two");
    perform(&mut hands, Action::GoBack).await;
    assert_eq!(hands.observe().await.unwrap().page_title, "one");
    perform(&mut hands, Action::GoForward).await;
    assert_eq!(hands.observe().await.unwrap().page_title, "two");
    assert!(!hands.perform(&Action::GoForward).await.success);
    assert_eq!(value(&mut hands, "1 + 1").await, "2");
    assert!(
        !hands
            .perform(&Action::Evaluate {
                code: "eval('1')".into()
            })
            .await
            .success
    );
    assert!(
        !hands
            .perform(&Action::Evaluate {
                code: "nonsense.field".into()
            })
            .await
            .success
    );
    let unknown = NodeId::new("f9_1");
    assert_eq!(
        hands
            .perform(&Action::GetText { id: unknown })
            .await
            .error
            .unwrap()
            .code,
        ErrorCode::ElementNotFound
    );
    hands.close().await;
}
