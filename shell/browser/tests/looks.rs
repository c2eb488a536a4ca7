//! What a look tells of pages that do not make it easy.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use screen_agent_action::Action;
use screen_agent_browser::Hands;
use support::{Site, browser, click, id, node, on, perform, said, value};

#[tokio::test(flavor = "multi_thread")]
async fn an_element_that_listens_without_showing_it_is_listed() {
    let body =
        "<div id=d style='width:100px;height:30px'>Hidden control</div><span>plain words</span>
      <script>d.addEventListener('click', () => document.title = 'heard')</script>";
    let (mut hands, _site) = on(body).await;
    let capture = hands.observe().await.unwrap();
    let names: Vec<&str> = capture
        .interactive_tree
        .iter()
        .map(|node| node.n.as_str())
        .collect();
    assert_eq!(names, ["Hidden control"]);
    click(&mut hands, "Hidden control").await;
    assert_eq!(value(&mut hands, "document.title").await, "heard");
    hands.close().await;
}

/// The project's own pages that misbehave on purpose, served as they are.
fn fixtures() -> Site {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/pages");
    let site = Site::new(&[]);
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        if let Ok(body) = std::fs::read_to_string(entry.path()) {
            site.put(&format!("/{name}"), &body);
            if name.ends_with(".html") {
                site.put(&format!("/pages/{name}"), &body);
            }
        }
    }
    site
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fixture_page_can_be_looked_at_again_with_the_same_ids() {
    let site = fixtures();
    let mut hands = Hands::on(browser().await).await.unwrap();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/pages");
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|entry| entry.file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".html"))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    for name in names {
        hands
            .open(&site.url(&format!("/{name}")))
            .await
            .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let first = hands
            .observe()
            .await
            .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let words = said(&first).len() + first.interactive_tree.len();
        assert!(words > 0, "{name} says nothing");
        if hands
            .perform(&Action::Evaluate { code: "1".into() })
            .await
            .success
        {
            let second = hands.observe().await.unwrap();
            for node in &first.interactive_tree {
                let same = second
                    .interactive_tree
                    .iter()
                    .find(|other| other.i == node.i);
                assert!(
                    same.is_none_or(|same| same.n == node.n && same.r == node.r),
                    "{name}: {node:?} {same:?}"
                );
            }
        }
    }
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_cannot_see_or_stop_our_code() {
    let body = "<button id=b>Go</button><script>
      JSON.stringify = () => 'x'; window.__screenAgent = {observe: () => ({url: 'evil'})};
      Document.prototype.querySelectorAll = () => []; Element.prototype.getBoundingClientRect = () => null;
      b.onclick = () => document.title = typeof __screenAgent.locate;
    </script>";
    let (mut hands, site) = on(body).await;
    let capture = hands.observe().await.unwrap();
    assert_eq!(capture.url, site.url("/"));
    perform(
        &mut hands,
        Action::Click {
            id: id(&capture, "Go"),
        },
    )
    .await;
    assert_eq!(hands.observe().await.unwrap().page_title, "undefined");
    node(&capture, "Go");
    hands.close().await;
}
