//! When a page counts as settled: not before what an action began has ended, and not long after.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::time::Instant;

use screen_agent_action::Action;
use support::{click, id, node, on, perform, value};

#[tokio::test(flavor = "multi_thread")]
async fn what_a_click_begins_is_waited_for() {
    let body = "<title>one</title><p id=p>-</p>
      <button onclick=\"fetch('/slow.json').then((r) => r.json()).then((v) => p.textContent = v.n)\">Fetch</button>
      <button onclick=\"requestAnimationFrame(() => setTimeout(() => p.textContent = 'soon', 5))\">Soon</button>
      <button onclick=\"history.pushState({}, '', '/there'); p.textContent = 'there'\">Route</button>
      <a href=/slow>Slow page</a>";
    let (mut hands, site) = on(body).await;
    site.put("/slow.json", r#"{"n":"fetched"}"#);
    site.put(
        "/slow",
        "<title>slow</title><img src=/slow.png><h1>Slow</h1>",
    );
    for (name, says) in [("Fetch", "fetched"), ("Soon", "soon"), ("Route", "there")] {
        let performed = click(&mut hands, name).await;
        assert_eq!(performed.observations.network, name == "Fetch");
        assert_eq!(performed.observations.url, name == "Route");
        assert!(performed.observations.dom, "{name}");
        assert_eq!(value(&mut hands, "p.textContent").await, says);
    }
    let performed = click(&mut hands, "Slow page").await;
    assert!(performed.observations.url);
    assert_eq!(hands.observe().await.unwrap().page_title, "slow");
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restless_page_does_not_hold_us_up() {
    let body = "<p id=p>-</p><button>Go</button><script>
      setInterval(() => fetch('/a.json').catch(() => 0), 20);
      setInterval(() => { p.append(document.createElement('i')); }, 10);
    </script>";
    let (mut hands, _site) = on(body).await;
    let go = id(&hands.observe().await.unwrap(), "Go");
    let start = Instant::now();
    perform(&mut hands, Action::Click { id: go }).await;
    assert!(start.elapsed().as_secs() < 8, "{:?}", start.elapsed());
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_the_page_writes_itself_is_seen() {
    let body = "<button onclick=\"const w = window.open('about:blank'); w.document.write('<title>made</title><button>Inside</button>'); w.document.close()\">Make</button>
      <iframe name=f srcdoc='<button>Framed</button>'></iframe>";
    let (mut hands, _site) = on(body).await;
    node(&hands.observe().await.unwrap(), "Framed");
    click(&mut hands, "Make").await;
    let capture = hands.observe().await.unwrap();
    assert_eq!(capture.page_title, "made");
    click(&mut hands, "Inside").await;
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_browser_can_be_joined_and_is_left_running() {
    let mut options = support::options();
    options.extra.push("--remote-debugging-port=0".into());
    let owner = screen_agent_browser::Browser::launch(options)
        .await
        .unwrap();
    let told = owner.profile().unwrap().join("DevToolsActivePort");
    let port = std::fs::read_to_string(told)
        .unwrap()
        .lines()
        .next()
        .unwrap()
        .to_owned();
    let site = support::Site::new(&[
        ("/", "<title>one</title><a href=/two target=_blank>Open</a>"),
        ("/two", "<title>two</title>"),
    ]);
    let joined = screen_agent_browser::Browser::connect(&format!("http://127.0.0.1:{port}"))
        .await
        .unwrap();
    let mut hands = screen_agent_browser::Hands::on(joined).await.unwrap();
    hands.open(&site.url("/")).await.unwrap();
    assert_eq!(hands.observe().await.unwrap().page_title, "one");
    click(&mut hands, "Open").await;
    assert_eq!(hands.observe().await.unwrap().page_title, "two");
    hands.close().await;
    assert!(owner.version().await.unwrap().contains("Chrome"));
    owner.close().await;
}
