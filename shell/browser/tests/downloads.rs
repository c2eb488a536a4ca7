//! Files that pages give are kept whole in the folder that was named, and refused without one.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout
)]

mod support;

use std::path::Path;

use screen_agent_action::Action;
use screen_agent_browser::{Browser, ErrorCode, FileLimits, Hands, Performed};
use support::{Site, id, options, said};

const PAGE: &str = "<title>Visits</title><p id=said></p>
  <a href=/visits.json download='visits.csv'>Table</a>
  <a href=/visits.json download='visits.csv' target=_blank>In a tab</a>
  <button onclick='make()'>Made here</button>
  <button onclick='make(); said.textContent = `Exported`'>Made and said</button>
  <script>function make() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['day,visits'], { type: 'text/csv' }));
    link.download = 'visits.csv';
    link.click();
  }</script>";

async fn on_page(downloads: Option<&Path>) -> (Hands, Site) {
    let site = Site::new(&[("/", PAGE), ("/visits.json", "{}")]);
    let mut options = options();
    options.downloads = downloads.map(Path::to_owned);
    let browser = Browser::launch(options).await.expect("Chromium starts");
    let mut hands = Hands::on(browser).await.unwrap();
    hands.open(&site.url("/")).await.unwrap();
    (hands, site)
}

async fn press(hands: &mut Hands, name: &str) -> Performed {
    let capture = hands.observe().await.unwrap();
    hands
        .perform(&Action::Click {
            id: id(&capture, name),
        })
        .await
}

#[tokio::test]
async fn a_file_that_a_page_gives_is_kept_whole_and_writes_over_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (mut hands, site) = on_page(Some(folder.path())).await;
    for (name, kept, holds) in [
        ("Table", "visits.csv", "{}"),
        ("Made here", "visits (2).csv", "day,visits"),
        ("In a tab", "visits (3).csv", "{}"),
    ] {
        let performed = press(&mut hands, name).await;
        assert!(performed.success, "{name}: {:?}", performed.error);
        let [file] = performed.received.as_slice() else {
            panic!("{name}: {:?}", performed.received);
        };
        assert_eq!(
            file.kept.as_deref(),
            Some(&*folder.path().join(kept)),
            "{name}"
        );
        assert_eq!(
            std::fs::read_to_string(folder.path().join(kept)).unwrap(),
            holds
        );
        let state = performed.state.unwrap_or_default();
        assert!(state.starts_with("kept: "), "{name}: {state}");
    }
    let gone_to = Action::Navigate {
        url: site.url("/file.bin"),
        new_tab: false,
    };
    assert!(
        hands.perform(&gone_to).await.received.is_empty(),
        "a page is none"
    );
    hands.close().await;
}

#[tokio::test]
async fn without_a_folder_a_file_is_refused_and_told() {
    let (mut hands, _site) = on_page(None).await;
    for name in ["Table", "Made here"] {
        let performed = press(&mut hands, name).await;
        let error = performed.error.clone();
        let error = error.unwrap_or_else(|| panic!("{name}: {performed:?}"));
        assert_eq!(error.code, ErrorCode::ActionFailed, "{name}");
        assert_eq!(
            error.message,
            "the page gave \"visits.csv\", which was not kept"
        );
        assert_eq!(performed.received[0].kept, None);
    }
    // What was done besides stays done.
    let performed = press(&mut hands, "Made and said").await;
    assert!(performed.success, "{:?}", performed.error);
    assert_eq!(
        performed.state.as_deref(),
        Some("given and not kept: \"visits.csv\"")
    );
    assert!(said(&hands.observe().await.unwrap()).contains(&"Exported".to_owned()));
    hands.close().await;
}

const GIVES: &str = "<title>Gives</title><button onclick='give(1)'>Small</button><button onclick='give(9999)'>Large</button>
  <script>function give(size) {
    const href = URL.createObjectURL(new Blob([`x`.repeat(size)]));
    Object.assign(document.createElement('a'), { href, download: 'gift.txt' }).click();
  }</script>";

#[tokio::test]
async fn what_is_too_large_or_too_many_is_broken_off_and_the_rest_ends_with_the_browser() {
    let site = Site::new(&[("/", GIVES)]);
    let mut browser = Browser::launch(options()).await.expect("Chromium starts");
    let limits = FileLimits {
        bytes: 1_000,
        files: 3,
    };
    browser.keep_files(limits).await.unwrap();
    let mut hands = Hands::on(browser).await.unwrap();
    hands.open(&site.url("/")).await.unwrap();
    let mut kept = Vec::new();
    for (name, is_kept) in [
        ("Small", true),
        ("Large", false),
        ("Small", true),
        ("Small", false),
    ] {
        let performed = press(&mut hands, name).await;
        assert_eq!(performed.received.len(), 1, "{name}: {performed:?}");
        let at = performed.received[0].kept.clone();
        assert_eq!(at.is_some(), is_kept, "{name}: {performed:?}");
        kept.extend(at);
    }
    assert!(hands.received().await.is_empty(), "all of it was told");
    assert!(kept.iter().all(|file| file.exists()), "{kept:?}");
    hands.close().await;
    assert!(kept.iter().all(|file| !file.exists()), "{kept:?}");
}
