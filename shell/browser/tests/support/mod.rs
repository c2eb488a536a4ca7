//! A browser and a small site for each test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    dead_code,
    unreachable_pub
)]

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use screen_agent_action::Action;
use screen_agent_browser::{Browser, Hands, LaunchOptions, Performed, find_browser};
use screen_agent_page::NodeId;
use screen_agent_wire::extension::capture::{PageCapture, SemanticNode, TextRun};

/// A site on the loopback interface, by path.
pub struct Site {
    port: u16,
    pages: Arc<Mutex<HashMap<String, String>>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Site {
    pub fn new(pages: &[(&str, &str)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let pages: HashMap<_, _> = pages
            .iter()
            .map(|(path, body)| (path.to_string(), body.to_string()))
            .collect();
        let pages = Arc::new(Mutex::new(pages));
        let served = pages.clone();
        let asked = Arc::<Mutex<Vec<String>>>::default();
        let log = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (served, log) = (served.clone(), log.clone());
                std::thread::spawn(move || serve(stream, &served, &log));
            }
        });
        Self { port, pages, asked }
    }

    /// What was asked for besides the first page.
    pub fn deeds(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    /// Forgets what was asked for.
    pub fn forget(&self) {
        self.asked.lock().unwrap().clear();
    }

    pub fn put(&self, path: &str, body: &str) {
        self.pages.lock().unwrap().insert(path.into(), body.into());
    }

    /// Where it is.
    pub fn address(&self) -> std::net::SocketAddr {
        (std::net::Ipv4Addr::LOCALHOST, self.port).into()
    }

    /// As one site.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// As another site, which the browser keeps in a process of its own.
    pub fn other_url(&self, path: &str) -> String {
        format!("http://localhost:{}{path}", self.port)
    }
}

fn serve(mut stream: TcpStream, pages: &Mutex<HashMap<String, String>>, log: &Mutex<Vec<String>>) {
    let mut head = Vec::new();
    let mut byte = [0; 1];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(1) => head.push(byte[0]),
            _ => return,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let target = head.split(' ').nth(1).unwrap_or("/");
    let path = target.split('?').next().unwrap_or("/");
    if !matches!(path, "/" | "/favicon.ico") {
        log.lock().unwrap().push(path.to_owned());
    }
    if path.starts_with("/slow") {
        // The page waits for this; no test does.
        std::thread::sleep(std::time::Duration::from_millis(700));
    }
    let body = pages.lock().unwrap().get(path).cloned();
    let (status, body) = match body {
        Some(body) => ("200 OK", body),
        None => ("404 Not Found", "<title>none</title>".to_owned()),
    };
    let kind = match path.rsplit_once('.') {
        Some((_, "json")) => "application/json",
        Some((_, "js")) => "text/javascript",
        _ => "text/html; charset=utf-8",
    };
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
}

pub fn options() -> LaunchOptions {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&path).collect();
    let found =
        find_browser(None, &folders).expect("these tests need Chromium: apt-get install chromium");
    let mut options = LaunchOptions::new(found);
    // These tests run in containers, too, where Chromium has no sandbox.
    options.no_sandbox = true;
    options
}

pub async fn browser() -> Browser {
    Browser::launch(options()).await.expect("Chromium starts")
}

/// A browser on one page.
pub async fn on(body: &str) -> (Hands, Site) {
    let site = Site::new(&[("/", body)]);
    let mut hands = Hands::on(browser().await).await.unwrap();
    hands.open(&site.url("/")).await.unwrap();
    (hands, site)
}

/// The control with a name; names in tests are unique.
pub fn node<'a>(capture: &'a PageCapture, name: &str) -> &'a SemanticNode {
    let mut found = capture
        .interactive_tree
        .iter()
        .filter(|node| node.n == name);
    let node = found
        .next()
        .unwrap_or_else(|| panic!("no {name} in {:#?}", capture.interactive_tree));
    assert!(found.next().is_none(), "{name} twice");
    node
}

pub fn id(capture: &PageCapture, name: &str) -> NodeId {
    NodeId::new(node(capture, name).i.clone())
}

/// What the page says, line by line.
pub fn said(capture: &PageCapture) -> Vec<String> {
    let line = |runs: &[TextRun]| {
        let words = runs.iter().filter_map(|run| match run {
            TextRun::Text(text) => Some(text.as_str()),
            TextRun::Node(_) | TextRun::Cell(()) => None,
        });
        words.collect::<String>().trim().to_owned()
    };
    capture
        .page_text
        .iter()
        .map(|text| line(&text.c))
        .filter(|line| !line.is_empty())
        .collect()
}

/// Performs an action that is meant to work.
pub async fn perform(hands: &mut Hands, action: Action) -> Performed {
    let performed = hands.perform(&action).await;
    assert!(performed.success, "{action:?}: {:?}", performed.error);
    performed
}

/// Looks, and clicks the control with a name.
pub async fn click(hands: &mut Hands, name: &str) -> Performed {
    let capture = hands.observe().await.unwrap();
    perform(
        hands,
        Action::Click {
            id: id(&capture, name),
        },
    )
    .await
}

/// A value of the page's own world.
pub async fn value(hands: &mut Hands, code: &str) -> String {
    let performed = perform(hands, Action::Evaluate { code: code.into() }).await;
    performed.state.unwrap_or_default()
}
