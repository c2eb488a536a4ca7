//! What goes wrong ends in a typed error, soon, and leaves nothing behind.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout
)]

mod support;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use screen_agent_action::Action;
use screen_agent_browser::{Browser, BrowserError, ErrorCode, Hands, LaunchOptions};
use support::{browser, id, on, options, perform};

/// Command lines of every process, to find those of one browser by its profile.
fn processes_with(text: &str) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(pid) = entry.file_name().to_string_lossy().parse() else {
            continue;
        };
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if String::from_utf8_lossy(&line).contains(text) {
            found.push(pid);
        }
    }
    found
}

/// The profile folder of the browser that a process has started.
fn profile_of(owner: u32) -> PathBuf {
    let children = |pid: u32| {
        let text =
            std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
        text.split_whitespace()
            .filter_map(|child| child.parse::<u32>().ok())
            .collect::<Vec<_>>()
    };
    let threads = std::fs::read_dir(format!("/proc/{owner}/task"))
        .unwrap()
        .flatten();
    let started = threads.flat_map(|thread| {
        let path = thread.path().join("children");
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.split_whitespace()
            .filter_map(|child| child.parse::<u32>().ok())
            .collect::<Vec<_>>()
    });
    let started: Vec<u32> = started
        .flat_map(|pid| children(pid).into_iter().chain([pid]))
        .collect();
    let switch = started.iter().find_map(|pid| {
        let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        line.split('\0')
            .find_map(|part| part.strip_prefix("--user-data-dir=").map(PathBuf::from))
    });
    switch.expect("a browser runs")
}

/// Waits, with a deadline, until nothing is left of a browser.
fn assert_nothing_left(profile: &Path) {
    let name = profile.to_str().unwrap();
    let deadline = Instant::now() + Duration::from_secs(10);
    while !processes_with(name).is_empty() || profile.exists() {
        assert!(
            Instant::now() < deadline,
            "left behind: {:?}, {}",
            processes_with(name),
            profile.exists()
        );
        std::thread::yield_now();
    }
}

/// Not a test by itself: the process that the next test kills.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "run by the test below"]
async fn owner_of_a_browser() {
    let (hands, _site) = on("<title>owned</title>").await;
    println!("ready {}", hands.page().url().unwrap());
    std::future::pending::<()>().await;
}

#[test]
fn a_killed_owner_leaves_no_browser_behind() {
    let mut owner = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "owner_of_a_browser", "--ignored", "--nocapture"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(owner.stdout.take().unwrap()).lines();
    assert!(
        lines.any(|line| line.unwrap().contains("ready ")),
        "the owner started"
    );
    let profile = profile_of(owner.id());
    assert!(processes_with(profile.to_str().unwrap()).len() > 2);
    owner.kill().unwrap();
    owner.wait().unwrap();
    assert_nothing_left(&profile);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_browser_leaves_nothing_behind_either() {
    // A process of its own, so that other tests' browsers are not taken for this one's.
    let browser = browser().await;
    let profile = browser.profile().unwrap().to_owned();
    assert!(profile.exists());
    browser.close().await;
    assert_nothing_left(&profile);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_knows_nothing_of_our_environment_but_what_it_takes() {
    // Cargo sets it for every test, as a shell sets a key.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    let browser = browser().await;
    let profile = browser.profile().unwrap().to_str().unwrap().to_owned();
    let processes = processes_with(&profile);
    assert!(processes.len() > 2);
    let mut read = 0;
    for pid in processes {
        let environ = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let environ = String::from_utf8_lossy(&environ).into_owned();
        read += usize::from(environ.contains("PATH="));
        assert!(!environ.contains("CARGO_"), "{pid}: {environ}");
    }
    assert!(read > 1, "what they know can be read");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sandbox_holds_or_the_error_says_how_to_go_without() {
    let mut careful = options();
    careful.no_sandbox = false;
    match Browser::launch(careful).await {
        Ok(browser) => {
            let pages = processes_with("--type=renderer");
            let profile = browser.profile().unwrap().to_str().unwrap().to_owned();
            let ours = processes_with(&profile);
            assert!(browser.sandbox().starts_with("in its sandbox"));
            assert!(
                pages
                    .iter()
                    .filter(|pid| ours.contains(pid))
                    .all(|pid| !is_root(*pid))
            );
            browser.close().await;
        }
        Err(error) => {
            assert!(matches!(error, BrowserError::NoSandbox { .. }), "{error:?}");
            assert!(error.to_string().contains("--no-browser-sandbox"));
        }
    }
}

fn is_root(pid: u32) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata(format!("/proc/{pid}")).is_ok_and(|it| it.uid() == 0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_cannot_start_says_why() {
    let missing = Browser::launch(LaunchOptions::new("/no/such/browser".into()))
        .await
        .unwrap_err();
    assert!(
        matches!(&missing, BrowserError::CrashedAtStart { stderr } if stderr.contains("/no/such/browser")),
        "{missing:?}"
    );
    let mut wrong = options();
    wrong.executable = "/bin/false".into();
    assert!(matches!(
        Browser::launch(wrong).await.unwrap_err(),
        BrowserError::CrashedAtStart { .. }
    ));
    let mut silent = options();
    silent.executable = "/bin/cat".into();
    silent.ready_within = Duration::from_millis(300);
    assert!(Browser::launch(silent).await.is_err());
    let nobody = Browser::connect("http://127.0.0.1:1").await.unwrap_err();
    assert!(matches!(nobody, BrowserError::Unreachable(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crashed_page_is_told_and_can_be_left() {
    let (mut hands, site) = on("<title>one</title><button>Go</button>").await;
    let go = id(&hands.observe().await.unwrap(), "Go");
    hands.page().crash().await;
    assert_eq!(hands.observe().await.unwrap_err(), BrowserError::TabCrashed);
    let error = hands
        .perform(&Action::Click { id: go })
        .await
        .error
        .unwrap();
    assert_eq!(error.code, ErrorCode::ContentScriptDisconnected);
    hands.open(&site.url("/")).await.unwrap();
    assert_eq!(hands.observe().await.unwrap().page_title, "one");
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tab_that_closed_is_left_and_a_browser_that_ended_is_told() {
    let (mut hands, site) = on("<title>one</title><button>Go</button>").await;
    site.put("/two", "<title>two</title><button>Go</button>");
    perform(
        &mut hands,
        Action::CreateTab {
            url: Some(site.url("/two")),
            active: true,
        },
    )
    .await;
    let go = id(&hands.observe().await.unwrap(), "Go");
    let page = hands.page().clone();
    page.close().await.unwrap();
    assert_eq!(page.observe().await.unwrap_err(), BrowserError::TabClosed);
    // The element was of the tab that is gone; nothing of the other one is clicked for it.
    let error = hands
        .perform(&Action::Click { id: go })
        .await
        .error
        .unwrap();
    assert_eq!(error.code, ErrorCode::ElementNotFound);
    assert_eq!(hands.observe().await.unwrap().page_title, "one");
    let page = hands.page().clone();
    hands.close().await;
    assert_eq!(page.observe().await.unwrap_err(), BrowserError::Closed);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_does_not_answer_is_a_network_error() {
    let mut hands = Hands::on(browser().await).await.unwrap();
    let error = hands.open("http://127.0.0.1:1/").await.unwrap_err();
    assert_eq!(error.code, ErrorCode::NetworkError);
    let error = hands.open("file:///etc/passwd").await.unwrap_err();
    assert_eq!(error.code, ErrorCode::ActionExecutionFailed);
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_blocked_and_answered_as_asked() {
    let (mut hands, _site) = on("<p id=p>waiting</p><button onclick=\"fetch('/a.json').then((r) => r.json()).then((v) => p.textContent = v.n, () => p.textContent = 'refused')\">Load</button>").await;
    let response = r#"{"body":{"n":"made up"}}"#.to_owned();
    perform(
        &mut hands,
        Action::MockResponse {
            pattern: "*/a.json".into(),
            response,
        },
    )
    .await;
    let performed = support::click(&mut hands, "Load").await;
    assert!(performed.observations.network && performed.observations.dom);
    assert_eq!(support::value(&mut hands, "p.textContent").await, "made up");
    let how = screen_agent_action::Interception::Block;
    perform(
        &mut hands,
        Action::InterceptRequest {
            pattern: "*/a.json".into(),
            how,
            change: None,
        },
    )
    .await;
    support::click(&mut hands, "Load").await;
    assert_eq!(support::value(&mut hands, "p.textContent").await, "refused");
    hands.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_documents_traces_and_cookies_are_returned() {
    let (mut hands, _site) =
        on("<body style='height:3000px'><h1>Title</h1><button>Go</button>").await;
    let capture = hands.observe().await.unwrap();
    let shot = |full, id, format: &str| Action::Screenshot {
        full,
        id,
        format: Some(format.into()),
        quality: None,
    };
    let size = |bytes: &[u8]| {
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    };
    let view = perform(&mut hands, shot(false, None, "png"))
        .await
        .artifact
        .unwrap();
    let full = perform(&mut hands, shot(true, None, "png"))
        .await
        .artifact
        .unwrap();
    let part = perform(&mut hands, shot(false, Some(id(&capture, "Go")), "png"))
        .await
        .artifact
        .unwrap();
    assert_eq!(size(&view.bytes).0, size(&full.bytes).0);
    assert!(size(&full.bytes).1 >= 3000 && size(&view.bytes).1 < 1000 && size(&part.bytes).1 < 60);
    let small = hands.screenshot().await.unwrap();
    assert_eq!(
        (small.mime, &small.bytes[..2]),
        ("image/jpeg", &[0xff, 0xd8][..])
    );
    let pdf = perform(&mut hands, Action::GeneratePdf)
        .await
        .artifact
        .unwrap();
    assert!(pdf.bytes.starts_with(b"%PDF"));
    perform(
        &mut hands,
        Action::SetCookie {
            cookie: r#"{"name":"a","value":"1"}"#.into(),
        },
    )
    .await;
    let told = perform(&mut hands, Action::GetCookies).await.state.unwrap();
    assert!(told.contains(r#""name":"a""#), "{told}");
    perform(&mut hands, Action::ClearCookies).await;
    assert_eq!(
        perform(&mut hands, Action::GetCookies)
            .await
            .state
            .as_deref(),
        Some("[]")
    );
    perform(&mut hands, Action::StartTracing).await;
    let trace = perform(&mut hands, Action::StopTracing)
        .await
        .artifact
        .unwrap();
    assert!(serde_json::from_slice::<serde_json::Value>(&trace.bytes).is_ok());
    assert!(
        perform(&mut hands, Action::GetMetrics)
            .await
            .state
            .unwrap()
            .contains("JSHeapUsedSize")
    );
    hands.close().await;
}
