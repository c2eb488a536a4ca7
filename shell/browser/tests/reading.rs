//! The words of a whole page, and pages of our own that are printed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use screen_agent_action::Action;
use screen_agent_browser::Hands;
use screen_agent_page::NodeId;
use support::{browser, on};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_out_of_view_and_in_own_frames_is_read_too() {
    let (mut hands, site) = on(
        "<title>one</title><h1>Top</h1><div style='height:5000px'></div><p>Far down
        <input value=hidden-words><iframe src=/inner></iframe>",
    )
    .await;
    site.put("/inner", "<p>Inside<iframe src=/deeper></iframe>");
    site.put(
        "/deeper",
        "<p>Deeper<button onclick=\"this.textContent='Pressed'\">Press</button>",
    );
    hands.open(&site.url("/")).await.unwrap();
    let capture = hands.capture().await.unwrap();
    assert_eq!(capture.title, "one");
    assert_eq!(capture.url, site.url("/"));
    for words in ["Top", "Far down", "Inside", "Deeper"] {
        assert!(capture.html.contains(words), "{words}: {}", capture.html);
    }
    assert!(!capture.html.contains("hidden-words"));

    // What is read can be used.
    let before = capture.html.split(">Press<").next().unwrap();
    let handle = before.rsplit("data-llm-id=\"").next().unwrap();
    let handle = handle.split('"').next().unwrap();
    let press = Action::Click {
        id: NodeId::new(handle),
    };
    assert_eq!(hands.perform_on_capture(&press).await.error, None);
    assert!(hands.capture().await.unwrap().html.contains("Pressed"));
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_loaded_again() {
    let (mut hands, site) = on("<title>one</title><p>first").await;
    site.put("/", "<title>one</title><p>second");
    hands.reload().await.unwrap();
    assert!(hands.capture().await.unwrap().html.contains("second"));
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn html_of_our_own_is_printed() {
    let hands = Hands::on(browser().await).await.unwrap();
    hands.page().show("<h1>An answer</h1>").await.unwrap();
    let pdf = hands.page().pdf().await.unwrap();
    assert!(pdf.bytes.starts_with(b"%PDF-"));
    hands.close().await;
}
